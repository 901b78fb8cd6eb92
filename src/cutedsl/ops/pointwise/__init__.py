"""Operations that give each element, or each pair of elements, a value of its own."""
