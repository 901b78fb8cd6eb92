"""The numeric classes, one for each record of `cutedsl.types`."""

from __future__ import annotations

from cutedsl.staging.numeric import Numeric


class Integer(Numeric):
    """What all integer classes derive from."""

    __slots__ = ()


class Float(Numeric):
    """What all float classes derive from."""

    __slots__ = ()


class Boolean(Integer, spec="Boolean"):
    """True or False; stored in 8 bits."""

    __slots__ = ()


class Int4(Integer, spec="Int4"):
    """Signed, 4 bits."""

    __slots__ = ()


class Int8(Integer, spec="Int8"):
    """Signed, 8 bits."""

    __slots__ = ()


class Int16(Integer, spec="Int16"):
    """Signed, 16 bits."""

    __slots__ = ()


class Int32(Integer, spec="Int32"):
    """Signed, 32 bits."""

    __slots__ = ()


class Int64(Integer, spec="Int64"):
    """Signed, 64 bits."""

    __slots__ = ()


class Int128(Integer, spec="Int128"):
    """Signed, 128 bits."""

    __slots__ = ()


class Uint8(Integer, spec="Uint8"):
    """Unsigned, 8 bits."""

    __slots__ = ()


class Uint16(Integer, spec="Uint16"):
    """Unsigned, 16 bits."""

    __slots__ = ()


class Uint32(Integer, spec="Uint32"):
    """Unsigned, 32 bits."""

    __slots__ = ()


class Uint64(Integer, spec="Uint64"):
    """Unsigned, 64 bits."""

    __slots__ = ()


class Uint128(Integer, spec="Uint128"):
    """Unsigned, 128 bits."""

    __slots__ = ()


class Float64(Float, spec="Float64"):
    """IEEE double."""

    __slots__ = ()


class Float32(Float, spec="Float32"):
    """IEEE single."""

    __slots__ = ()


class TFloat32(Float, spec="TFloat32"):
    """Single with 10 mantissa bits, stored in 32."""

    __slots__ = ()


class Float16(Float, spec="Float16"):
    """IEEE half."""

    __slots__ = ()


class BFloat16(Float, spec="BFloat16"):
    """The upper half of a single."""

    __slots__ = ()


class Float8E5M2(Float, spec="Float8E5M2"):
    """8 bits with infinities."""

    __slots__ = ()


class Float8E4M3(Float, spec="Float8E4M3"):
    """8 bits, IEEE-like."""

    __slots__ = ()


class Float8E4M3FN(Float, spec="Float8E4M3FN"):
    """8 bits, finite only."""

    __slots__ = ()


class Float8E4M3B11FNUZ(Float, spec="Float8E4M3B11FNUZ"):
    """8 bits, bias 11, no -0."""

    __slots__ = ()


class Float8E8M0FNU(Float, spec="Float8E8M0FNU"):
    """Powers of two, a block's scale."""

    __slots__ = ()


class FloatNV8E5M3FNU(Float, spec="FloatNV8E5M3FNU"):
    """8 bits without a sign."""

    __slots__ = ()


class Float6E3M2FN(Float, spec="Float6E3M2FN"):
    """6 bits."""

    __slots__ = ()


class Float6E2M3FN(Float, spec="Float6E2M3FN"):
    """6 bits."""

    __slots__ = ()


class Float4E2M1FN(Float, spec="Float4E2M1FN"):
    """4 bits."""

    __slots__ = ()


class Float4E2M1FNx2(Float, spec="Float4E2M1FNx2"):
    """Two of 4 bits."""

    __slots__ = ()


class Float6E3M2FNx4(Float, spec="Float6E3M2FNx4"):
    """Four of 6 bits."""

    __slots__ = ()


class Float6E2M3FNx4(Float, spec="Float6E2M3FNx4"):
    """Four of 6 bits."""

    __slots__ = ()
