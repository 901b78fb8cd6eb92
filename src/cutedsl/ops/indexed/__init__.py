"""Operations whose places in memory are data: rows by number, sums of segments, counts."""
