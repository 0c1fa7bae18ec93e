"""Checks of numbers that users give."""

from __future__ import annotations

import operator


def seconds(name: str, value: float) -> str:
    """Returns a positive number of seconds as text, exact to a microsecond."""
    number = float(value)
    if not 0 < number < 1e9:
        raise ValueError(f"{name} {value!r}: want a number of seconds above 0")
    return f"{max(number, 1e-6):.6f}"


def whole(name: str, value: int, least: int, most: int) -> int:
    """Returns a whole number within bounds."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} {value!r}: want a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} {value!r}: want a whole number from {least} to {most}")
    return number


def brief(value: object) -> str:
    """Returns a value as errors quote it, in one short line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
