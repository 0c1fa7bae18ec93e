"""The program ``thera``, which has the engines, the solvers and the files of games."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import List, NoReturn, Sequence

from ._parts import PROGRAM


def main() -> NoReturn:
    """Becomes the program, with the arguments of this process."""
    try:
        path = PROGRAM.find()
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
        [PROGRAM.find(), *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
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
