import cutedsl.cute as cute


def solve():
    return cute.make_layout(((4, 2), (4, 2)), stride=((4, 32), (1, 16)))
