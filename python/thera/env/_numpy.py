"""NumPy, without which the package can be imported: the game in words needs no arrays."""

try:
    import numpy as np
except ModuleNotFoundError:
    np = None  # type: ignore[assignment]

__all__ = ["np", "require"]


def require() -> None:
    """Raises ModuleNotFoundError where there is no NumPy."""
    if np is None:
        raise ModuleNotFoundError("this environment needs NumPy 1.20 or later: install numpy", name="numpy")
