"""Games as they were played, from files."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass, field, replace
from typing import IO, Dict, Iterator, List, Optional, Tuple, Union

from . import _program
from ._parts import PROGRAM
from .position import Position


@dataclass(frozen=True)
class Turn:
    """A move with what the file says about it."""

    move: str
    #: The comment for people.
    comment: str = ""
    #: What else is known, such as "score", "depth", "spent" or "clock", as texts of
    #: docs/programs/records.md. What is there several times are lines of one text.
    fields: Dict[str, str] = field(default_factory=dict, hash=False)
    #: Lines that could have been played instead of this move.
    variations: Tuple[Tuple[Turn, ...], ...] = ()


@dataclass(frozen=True)
class Record:
    """A game as it was played. All its moves are legal and in canonical text."""

    #: The position before the first move.
    start: Position
    #: All that is said about the game, such as "Player1", "Date" and "Result".
    tags: Dict[str, str] = field(hash=False)
    turns: Tuple[Turn, ...]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.start.game

    @property
    def moves(self) -> Tuple[str, ...]:
        """The moves that were played."""
        return tuple(turn.move for turn in self.turns)

    @property
    def winners(self) -> Tuple[int, ...]:
        """The seats that won, counted from 1; none if the game was not finished."""
        result = self.tags.get("Result", "-")
        return () if result == "-" else tuple(int(seat) for seat in result.split("+"))

    def positions(self) -> Iterator[Position]:
        """Yields the positions from the start to the end, one more than there are moves.

        A seat that gave up after a move, while others played on, is out in the position
        after that move.
        """
        position = self.start
        yield position
        for turn in self.turns:
            position = position.play(turn.move)
            for seat in filter(None, turn.fields.get("out", "").split(",")):
                position = position.eliminate(int(seat))
            yield position


def records(source: Union[str, "os.PathLike[str]", IO[str], IO[bytes]], format: str = "") -> Iterator[Record]:
    """Yields the games of a file: thera, sgf, ggf or botzone.

    The source is a path or an open file. The format is detected if it isn't named. Games
    are read one at a time. The first broken or illegal place is a ValueError with its line,
    after the games before it.

    >>> import io
    >>> for game in records(io.StringIO('[Game "hermit"] [Variant "3x3"] 1. Rb2 2. Ya1 {"Odd."}')):
    ...     print(game.game, game.moves, game.winners, game.turns[1].comment)
    hermit ('Rb2', 'Ya1') () Odd.
    """
    if format not in ("", "thera", "sgf", "ggf", "botzone"):
        raise ValueError(f"format {format!r}: want thera, sgf, ggf or botzone")
    command = [PROGRAM.find(), "convert", "--to", "thera"] + (["--from", format] if format else [])
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb"):
            pass  # an OSError if it can't be read
        return _read([*command, "--", os.path.abspath(os.fspath(source))], None)
    content = source.read()
    return _read(command, content.encode() if isinstance(content, str) else content)


def _read(command: List[str], content: Optional[bytes]) -> Iterator[Record]:
    # Files have room for what both sides say, so that no pipe can block.
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as given:
        if content is not None:
            given.write(content)
            given.seek(0)
        with subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, stderr=said) as child:
            try:
                assert child.stdout
                lines: List[str] = []
                for line in (raw.decode() for raw in child.stdout):
                    if line.startswith("[Game ") and lines:
                        yield _record("".join(lines))
                        lines.clear()
                    lines.append(line)
                if lines and child.wait() >= 0:
                    yield _record("".join(lines))  # whole, even if the next one is broken
                if child.wait():
                    said.seek(0)
                    message = said.read().decode(errors="replace").replace("thera: standard input: ", "thera: ")
                    raise _program.failure("convert", child.returncode, message.replace("; --from ", "; format= "))
            finally:
                child.kill()  # if it has not ended, since nobody wants the other games


# The parts of a record, as the program writes them.
_TOKEN = re.compile(
    r"""\s*(?:
        \[(?P<tag>[A-Za-z][\w.-]*)[ ](?P<value>"(?:[^"\\]|\\.)*")\]
      | \d+\.[ ](?P<move>[^\s"{}\[\]=]+)
      | (?P<brace>[{}])
      | (?P<bracket>[()])
      | (?:(?P<name>[A-Za-z][\w.-]*)=)?(?P<text>"(?:[^"\\]|\\.)*")
      | (?P<field>[A-Za-z][\w.-]*)=(?P<word>[^\s"{}\[\]=]+)
    )""",
    re.VERBOSE | re.ASCII,
)


def _record(text: str) -> Record:
    """Reads a record as the program writes it."""
    tags: Dict[str, str] = {}
    lines: List[List[Turn]] = [[]]  # the one that is read, after those that it varies
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"record {text[at : at + 80]!r}: want one as thera writes it")
        at = match.end()
        part = match.groupdict()
        if part["tag"]:
            _add(tags, part["tag"], _unquote(part["value"]))
        elif part["move"]:
            lines[-1].append(Turn(part["move"], fields={}))
        elif part["bracket"] == "(":
            lines.append([])
        elif part["bracket"]:
            variation = tuple(lines.pop())
            varied = lines[-1][-1]
            lines[-1][-1] = replace(varied, variations=(*varied.variations, variation))
        elif part["name"]:
            _add(lines[-1][-1].fields, part["name"], _unquote(part["text"]))
        elif part["text"]:
            lines[-1][-1] = replace(lines[-1][-1], comment=_unquote(part["text"]))
        elif part["field"]:
            _add(lines[-1][-1].fields, part["field"], part["word"])
    start = Position.parse(tags.pop("Start"), tags.pop("Game"))
    return Record(start, tags, tuple(lines[0]))


def _add(texts: Dict[str, str], name: str, value: str) -> None:
    """Adds a text to those of its name; several are lines of one."""
    texts[name] = f"{texts[name]}\n{value}" if name in texts else value


_ESCAPE = re.compile(rb"\\(?:x(..)|u(....)|U(........)|(.))")
_LETTERS = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


def _unquote(literal: str) -> str:
    """Reads a text that is quoted as in Go."""

    def escaped(match: "re.Match[bytes]") -> bytes:
        byte, short, long, letter = match.groups()
        if byte:
            return bytes([int(byte, 16)])
        if short or long:
            return chr(int(short or long, 16)).encode(errors="replace")
        return _LETTERS.get(letter, letter)

    return _ESCAPE.sub(escaped, literal[1:-1].encode()).decode(errors="replace")
