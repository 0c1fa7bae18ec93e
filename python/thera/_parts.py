"""The parts of the package that are not Python: the library and the program."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A file of the package that Go builds."""

    kind: str
    #: The variable of the environment that names another file.
    variable: str
    #: What builds the file in the repository.
    target: str
    #: The folder in the package, and the file's name.
    folder: str
    name: str

    @property
    def advice(self) -> str:
        """How to get the file."""
        return (
            f"install the wheel of thera for your platform, or build the {self.kind} with "
            f"`{self.target}` and set {self.variable} to its path"
        )

    def find(self) -> str:
        """Returns the path of the file; FileNotFoundError says how to get it if it isn't there."""
        path = os.environ.get(self.variable, "")
        if path:
            if not os.path.isfile(path):
                raise FileNotFoundError(f"{self.variable} {path!r} is not a file: want the path of the {self.kind}")
            return os.path.abspath(path)
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), self.folder, self.name)
        if not os.path.isfile(path):
            raise FileNotFoundError(f"this installation of thera has no {self.kind} {self.name}: {self.advice}")
        return path


LIBRARY = Part(
    "library", "THERA_LIBRARY", "make library", "lib",
    {"win32": "thera.dll", "darwin": "libthera.dylib"}.get(sys.platform, "libthera.so"),
)
PROGRAM = Part("program", "THERA_PROGRAM", "make build", "bin", "thera.exe" if sys.platform == "win32" else "thera")
