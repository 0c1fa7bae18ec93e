"""NumPy, or an error that says who needs it."""

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("this environment needs NumPy 1.20 or later: install numpy", name=error.name) from error

__all__ = ["np"]
