"""The version of the package; make wheel writes the real one into the wheel."""

__version__ = "0.0.0"
