"""The program ``thera``, which has the engines, the solvers and the files of games."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import List, NoReturn, Sequence


def find() -> str:
    """Returns the path of the program: THERA_PROGRAM, or the one in the package."""
    path = os.environ.get("THERA_PROGRAM", "")
    if path:
        if not os.path.isfile(path):
            raise FileNotFoundError(f"THERA_PROGRAM {path!r} is not a file: want the path of the program thera")
        return os.path.abspath(path)
    name = "thera.exe" if sys.platform == "win32" else "thera"
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    if not os.path.isfile(path):
        raise FileNotFoundError(
            "this installation of thera has no program: install the wheel of thera for your platform, "
            "or build the program with `make build` and set THERA_PROGRAM to its path"
        )
    return path


def main() -> NoReturn:
    """Becomes the program, with the arguments of this process."""
    try:
        path = find()
    except FileNotFoundError as error:
        sys.exit(f"thera: {error}")
    if sys.platform != "win32":
        os.execv(path, ["thera", *sys.argv[1:]])
    try:
        sys.exit(subprocess.call([path, *sys.argv[1:]]))
    except KeyboardInterrupt:
        sys.exit(1)  # the program has got it as well


def run(args: Sequence[str]) -> str:
    """Runs the program and returns what it writes; its complaint is a ValueError.

    An exception, such as that of Ctrl-C, ends the program.
    """
    done = subprocess.run(
        [find(), *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        encoding="utf-8", errors="replace",
    )
    if done.returncode:
        raise failure(args[0], done.returncode, done.stderr)
    return done.stdout


def failure(command: str, status: int, said: str) -> Exception:
    """Returns what a failed command raises, by its exit status and what it said."""
    lines: List[str] = [line for line in said.splitlines() if line.startswith("thera: ")]
    if status in (1, 2) and lines:
        return ValueError(lines[-1][len("thera: ") :])
    return RuntimeError(f"thera {command} ended with exit status {status}: {said[-500:]}")
