"""Engines: programs that search for moves."""

from __future__ import annotations

import math
import operator
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time as clock
import weakref
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Deque, Dict, Iterator, List, Mapping, NoReturn, Optional, Sequence, Tuple, Type, Union

from ._limits import seconds, whole
from ._parts import PROGRAM
from .position import Position, checked

# A longer line is none of the protocol.
_LONGEST_LINE = 1 << 20


class EngineError(RuntimeError):
    """The engine has died or answered with nonsense."""


class EngineTimeout(EngineError, TimeoutError):
    """The engine did not answer in time."""


@dataclass(frozen=True)
class Line:
    """A line of play with its value for the seat to move."""

    #: The first move.
    move: str
    #: The winning chance from 0 to 1; None if the engine has not told.
    win_probability: Optional[float]
    #: Whether the result is proven. The chance is then 1 or 0.
    proven: bool
    #: The plies in which the game ends at the latest; None if nothing is proven.
    plies: Optional[int]
    #: The moves of the line, with the first.
    line: Tuple[str, ...]


@dataclass(frozen=True)
class Info(Line):
    """What a search has found: the best line, and how it was found."""

    #: The plies that were searched in full, the positions visited and the seconds spent.
    depth: int
    nodes: int
    time: float
    #: The best lines of as many moves as were asked for, the best one first.
    lines: Tuple[Line, ...]


class Engine:
    """An engine in another program, which speaks the protocol UGI.

    By default it is thera's own at its highest level. A command runs any other program. Use
    it in a with statement, which ends the program, whatever happens in between::

        with thera.Engine(level=3) as engine:
            info = engine.search(pos, time=0.5)

        with thera.Engine(command=["./my-engine", "--fast"]) as engine: ...

    >>> import thera
    >>> with thera.Engine() as engine:
    ...     info = engine.search(thera.Position.parse("RRB./..YR/BB.R/.RYY 1"), nodes=1000)
    >>> info.move, info.win_probability, info.proven, info.plies
    ('Ya1', 0.0, True, 2)

    The program's failures are EngineErrors, after which the engine can only be closed. One
    thread uses an engine at a time.
    """

    #: What the program says of itself.
    name: str = ""
    author: str = ""
    #: The program's options with the text of its line: type, default and bounds.
    options: Mapping[str, str]

    def __init__(
        self,
        *,
        level: Optional[int] = None,
        command: Optional[Sequence[str]] = None,
        options: Optional[Mapping[str, Union[str, int, bool]]] = None,
        timeout: float = 10.0,
    ) -> None:
        """Starts the program.

        Options are the program's own, such as {"Threads": 2, "Hash": 256}; a ValueError says
        which of them it refuses. The timeout, in seconds, is for answers that are due at once,
        and for moves after their time.
        """
        if isinstance(command, (str, bytes)):
            raise TypeError(f"command {command!r}: want a list of the program and its arguments")
        argv = [PROGRAM.find(), "engine"] if command is None else [os.fspath(word) for word in command]
        if not argv:
            raise ValueError("command []: want a list of the program and its arguments")
        self._timeout = float(seconds("timeout", timeout))
        self._set: Dict[str, str] = {}
        self._offered: Dict[str, str] = {}
        self.options = self._offered
        self._complaint = ""
        self._process = _Process(argv)
        # Ends the program when the engine is forgotten, or Python ends.
        self._end = weakref.finalize(self, self._process.end)
        with self._closed_on_failure():
            self._greet()
            self._complaint = ""  # it may be about the greeting, which is a question too
            for name, value in dict(options or {}).items():
                self._set_option(name, value)
            if level is not None:
                self._set_option("Level", operator.index(level))
            self._chosen = "UCI_Variant" in self._set
            self._ready()
            if self._complaint:
                raise ValueError(f"engine {self.name!r}: {self._complaint}")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program. It may be called more than once."""
        self._end()

    def new_game(self) -> None:
        """Tells the engine to forget the last game."""
        self._send("uginewgame" if self._ugi else "ucinewgame")
        self._ready()

    def search(
        self,
        position: Position,
        *,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        lines: int = 1,
    ) -> Info:
        """Searches a position and returns the best move and its line.

        The limits are seconds, a number of positions and a number of plies; the first one
        reached ends the search. Without any it takes a second. With several lines,
        info.lines has the best line of each of as many moves.
        """
        if checked(position).winners:
            raise ValueError(f"position {str(position)!r}: the game is over")
        number = whole("lines", lines, 1, 10**6)
        go, due = "go", math.inf
        if time is None and nodes is None and depth is None:
            time = 1.0
        if nodes is not None:
            go += f" nodes {whole('nodes', nodes, 1, 2**62)}"
        if depth is not None:
            go += f" depth {whole('depth', depth, 1, 10**6)}"
        if time is not None:
            allowed = float(seconds("time", time))
            go += f" movetime {max(1, round(1000 * allowed))}"
            due = allowed + self._timeout
        self._prepare(position, number)
        with self._closed_on_failure():
            self._send(go)
            return self._listen(position, number, due)

    @contextmanager
    def _closed_on_failure(self) -> Iterator[None]:
        """Closes the engine if an answer is not read to its end, whatever the reason.

        The rest of it would be taken for the next answer.
        """
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _prepare(self, position: Position, lines: int) -> None:
        """Tells the program the position, and waits until it is ready."""
        self._complaint = ""
        if not self._chosen:
            variant = self._variant(position)
            if variant and self._set.get("UCI_Variant") != variant:
                self._set_option("UCI_Variant", variant)
        if "MultiPV" in self._offered and self._set.get("MultiPV", "1") != str(lines):
            self._set_option("MultiPV", lines)
        self._send(f"position fen {position}")
        self._ready()
        if self._complaint:
            raise ValueError(f"engine {self.name!r} refuses position {str(position)!r}: {self._complaint}")

    def _variant(self, position: Position) -> str:
        """Returns the program's name for the board of a position, "" if it has only one."""
        words = self._offered.get("UCI_Variant", "").split()
        known = [word for before, word in zip(words, words[1:]) if before == "var"]
        if not known:
            return ""
        board, game = position.board, position.game
        names = [f"{game}{position.seats}"] if position.seats > 2 else [f"{game}{board.files}", game]
        names += [name for name in known if name.startswith(game)]
        for name in names:
            if name in known:
                return name
        raise ValueError(f"game {game!r}: want one that engine {self.name!r} plays: {', '.join(known)}")

    def _listen(self, position: Position, lines: int, due: float) -> Info:
        """Reads what a search reports, to its answer."""
        began = clock.monotonic()
        found: Dict[int, Tuple[Optional[float], bool, Optional[int], List[str]]] = {}
        depth = nodes = 0
        spent: Optional[float] = None
        while True:
            words = self._read("bestmove", due - (clock.monotonic() - began)).split()
            if words[:1] == ["bestmove"]:
                break
            if words[:1] != ["info"]:
                continue
            try:
                said = _parse_info(words[1:], self._ugi)
            except (ValueError, IndexError):
                continue  # a line that can't be read tells nothing
            nodes = said.nodes if said.nodes is not None else nodes
            spent = said.spent if said.spent is not None else spent
            if said.score is None or said.rank > lines:
                continue
            if said.rank == 1:
                depth = said.depth
            found[said.rank] = (*said.score, said.line)
        answer = " ".join(words)
        try:
            move = position.read(words[1])
        except (ValueError, IndexError):
            self._fail(EngineError, f"answered {answer[:200]!r}: want a legal move of {str(position)!r}")
        best = [_line(position, *found[rank]) for rank in sorted(found)]
        # The answer counts, even if the lines say something else.
        main = next((line for line in best if line is not None and line.move == move), None)
        if main is None:
            score = found.get(1, (None, False, None, []))
            main = Line(move, *(score[:3] if best[:1] == [None] else (None, False, None)), (move,))
        others = [line for line in best if line is not None and line.move != move]
        took = spent if spent is not None else clock.monotonic() - began
        return Info(**vars(main), depth=depth, nodes=nodes, time=took, lines=(main, *others))

    def _greet(self) -> None:
        """Finds out which dialect the program speaks, UGI or its ancestor UCI."""
        self._ugi = True
        self._send("ugi")
        self._send("isready")  # most answer that even if they don't know "ugi"
        try:
            line = self._introduce(("ugiok", "readyok"), self._timeout / 2)
        except EngineTimeout:
            line = ""
        if line == "ugiok":
            self._await("readyok")
            return
        self._ugi = False
        self._offered.clear()
        self._send("uci")
        self._introduce(("uciok",), self._timeout)

    def _introduce(self, last: Tuple[str, ...], timeout: float) -> str:
        """Reads what the program says of itself, to one of the last lines, which is returned."""
        due = clock.monotonic() + timeout
        while True:
            line = self._read(" or ".join(last), due - clock.monotonic())
            if line in last:
                return line
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["id", "author"]:
                self.author = " ".join(words[2:])
            elif words[:2] == ["option", "name"] and "type" in words:
                at = words.index("type")
                self._offered[" ".join(words[2:at])] = " ".join(words[at:])

    def _set_option(self, name: str, value: Union[str, int, bool]) -> None:
        if name not in self._offered:
            raise ValueError(f"option {name!r}: want one of engine {self.name!r}: {', '.join(self._offered)}")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        bounds = re.search(r"\btype spin\b.* min (-?\d+) max (-?\d+)", self._offered[name])
        if bounds:
            least, most = map(int, bounds.groups())
            if not re.fullmatch(r"-?\d{1,18}", text) or not least <= int(text) <= most:
                raise ValueError(f"option {name} {value!r}: want a whole number from {least} to {most}")
        self._send(f"setoption name {name} value {text}")
        self._set[name] = text

    def _ready(self) -> None:
        """Waits until the program has done all it was told."""
        with self._closed_on_failure():
            self._send("isready")
            self._await("readyok")

    def _await(self, wanted: str) -> None:
        due = clock.monotonic() + self._timeout
        while self._read(wanted, due - clock.monotonic()) != wanted:
            pass

    def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise ValueError(f"line {line!r}: want one without a line break")
        if not self._end.alive:
            raise EngineError(f"engine {self.name!r} is closed")
        self._process.send(line)

    def _read(self, wanted: str, timeout: float) -> str:
        """Returns the program's next line."""
        try:
            line = self._process.read(timeout)
        except queue.Empty:
            self._fail(EngineTimeout, f"did not answer in time: want {wanted}")
        if line is None:
            status = self._process.end()
            self._fail(EngineError, f"ended with status {status}: want {wanted}{self._process.said()}")
        line = line.strip()
        if line.startswith("info string error"):
            self._complaint = line[len("info string ") :]
        return line

    def _fail(self, kind: Type[EngineError], what: str) -> NoReturn:
        said = f"; it said {self._complaint[:300]!r}" if self._complaint else ""
        raise kind(f"engine {self.name or self._process.argv[0]!r} {what}{said}")


class _Process:
    """A running program: lines to it and from it."""

    def __init__(self, argv: List[str]) -> None:
        self.argv = argv
        self.owner = os.getpid()
        # In a session of its own the program does not get Ctrl-C. It is ended instead, and
        # whatever it has started is killed with it.
        self.child = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=sys.platform != "win32",
        )
        self.lines: "queue.Queue[Optional[str]]" = queue.Queue(maxsize=10000)
        self.tail: Deque[bytes] = deque(maxlen=20)
        self.ended = threading.Event()
        assert self.child.stdout and self.child.stderr
        threading.Thread(target=self._read_lines, args=(self.child.stdout,), daemon=True).start()
        self.errors = threading.Thread(target=self._read_errors, args=(self.child.stderr,), daemon=True)
        self.errors.start()

    def send(self, line: str) -> None:
        if os.getpid() != self.owner:
            raise RuntimeError("an engine belongs to the process that started it: start another one here")
        assert self.child.stdin
        try:
            self.child.stdin.write(line.encode() + b"\n")
            self.child.stdin.flush()
        except (OSError, ValueError):
            pass  # it has ended, which reading will tell

    def read(self, timeout: float) -> Optional[str]:
        """Returns the next line, None if the program has ended; queue.Empty if none comes."""
        due = clock.monotonic() + timeout
        while True:
            left = due - clock.monotonic()
            if left <= 0.0:  # even if lines wait: a program may write them faster than they are read
                raise queue.Empty
            try:
                # In short waits, since Windows does not interrupt a longer one.
                return self.lines.get(timeout=min(left, 1.0))
            except queue.Empty:
                pass

    def said(self) -> str:
        """Returns what the program, which has ended, wrote to its standard error, as an addition to a text."""
        self.errors.join(2.0)  # longer only if a process that left the group still has the pipe
        text = b"".join(self.tail).decode(errors="replace").strip()
        return f"; it wrote {text[-500:]!r}" if text else ""

    def end(self) -> Optional[int]:
        """Ends the program: first it is asked. Returns its exit status."""
        self.ended.set()
        if os.getpid() != self.owner:
            return None
        self.send("quit")
        try:
            if self.child.stdin:
                self.child.stdin.close()
        except OSError:
            pass
        try:
            self.child.wait(2.0)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self._kill()
            status = self.child.wait()
        return status

    def _kill(self) -> None:
        """Kills the program if it still runs, and what it has started, which is its process group."""
        if sys.platform == "win32":
            self.child.kill()
            return
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # none is left; macOS refuses where only zombies are

    def _read_lines(self, stream: IO[bytes]) -> None:
        while not self.ended.is_set():
            line = stream.readline(_LONGEST_LINE)
            if not line:
                break
            self._put(line.decode(errors="replace"))
        self._put(None)
        # What comes after the end is of no interest, but must not block the program.
        while stream.read(1 << 16):
            pass
        stream.close()

    def _put(self, line: Optional[str]) -> None:
        while True:
            try:
                return self.lines.put(line, timeout=0.1)
            except queue.Full:
                if self.ended.is_set():
                    return

    def _read_errors(self, stream: IO[bytes]) -> None:
        for line in iter(lambda: stream.readline(4096), b""):
            self.tail.append(line)
        stream.close()


@dataclass
class _Said:
    """The content of an info line."""

    rank: int = 1
    depth: int = 0
    nodes: Optional[int] = None
    spent: Optional[float] = None
    #: The chance, whether it is proven, and the plies.
    score: Optional[Tuple[Optional[float], bool, Optional[int]]] = None
    line: List[str] = field(default_factory=list)


def _parse_info(words: List[str], ugi: bool) -> _Said:
    """Reads the words of an info line; those it doesn't know are skipped."""
    said, at, bound = _Said(), 0, False
    while at < len(words):
        word, at = words[at], at + 1
        if word in ("string", "refutation", "currline"):
            break
        if word == "pv":
            said.line = words[at:]
            break
        if word in ("lowerbound", "upperbound"):
            bound = True
        elif word in ("depth", "nodes", "time", "multipv"):
            number, at = int(words[at]), at + 1
            if number < 0:
                raise ValueError(number)
            if word == "time":
                said.spent = number / 1000
            else:
                setattr(said, {"multipv": "rank"}.get(word, word), number)
        elif word == "score":
            said.score, at = _parse_score(words[at], int(words[at + 1]), ugi), at + 2
    if bound:
        said.score = None
    return said


def _parse_score(kind: str, number: int, ugi: bool) -> Tuple[Optional[float], bool, Optional[int]]:
    if kind == "mate":
        # UCI counts moves of the seat to move, and its last move ends a game it wins.
        plies = abs(number) if ugi else max(2 * abs(number) - (number > 0), 0)
        return (1.0 if number > 0 else 0.0), True, plies
    if kind != "cp":
        raise ValueError(kind)
    return 1 / (1 + math.exp(-max(-20000, min(number, 20000)) / 100)), False, None


def _line(
    position: Position, chance: Optional[float], proven: bool, plies: Optional[int], words: List[str]
) -> Optional[Line]:
    """Returns a line of play up to the first move that isn't legal, None without any."""
    moves: List[str] = []
    for word in words:
        try:
            moves.append(position.read(word))
            position = position.play(moves[-1])
        except ValueError:
            break
    return Line(moves[0], chance, proven, plies, tuple(moves)) if moves else None
