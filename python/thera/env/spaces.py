"""The sets of actions and observations that PettingZoo's interface describes.

They are Gymnasium's where that is installed, and otherwise small ones with the same use.
"""

from __future__ import annotations

import importlib
from typing import Any, Dict, Optional, Tuple

from ._numpy import np


def optional(name: str) -> Any:
    """Returns a module, or None if it isn't installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


_gymnasium: Any = optional("gymnasium.spaces")


class _Space:
    """What all spaces share."""

    def __init__(self) -> None:
        self._random = np.random.default_rng()

    def contains(self, x: Any) -> bool:
        """Reports whether x belongs to the space."""
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def seed(self, seed: Optional[int] = None) -> None:
        """Makes later samples the same for the same seed."""
        self._random = np.random.default_rng(seed)


class Discrete(_Space):
    """The whole numbers from 0 to n-1."""

    def __init__(self, n: int) -> None:
        super().__init__()
        self.n = n
        self.shape: Tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)

    def contains(self, x: Any) -> bool:
        """Reports whether x is one of the numbers."""
        return isinstance(x, (int, np.integer)) and not isinstance(x, bool) and 0 <= int(x) < self.n

    def sample(self, mask: Any = None) -> int:
        """Returns a random number, where the mask is not 0 if there is one."""
        numbers = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        return int(self._random.choice(numbers)) if len(numbers) else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and other.n == self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class Binary(_Space):
    """Arrays of zeros and ones of one shape and type: a Box from 0 to 1."""

    def __init__(self, shape: Tuple[int, ...], dtype: Any) -> None:
        super().__init__()
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self.low, self.high = np.zeros(shape, dtype), np.ones(shape, dtype)

    def contains(self, x: Any) -> bool:
        """Reports whether x is one of the arrays."""
        if not isinstance(x, np.ndarray) or (x.shape, x.dtype) != (self.shape, self.dtype):
            return False
        return bool(((x == 0) | (x == 1)).all())

    def sample(self) -> Any:
        """Returns a random array."""
        return self._random.integers(0, 2, self.shape).astype(self.dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Binary) and (other.shape, other.dtype) == (self.shape, self.dtype)

    def __repr__(self) -> str:
        return f"Box(0, 1, {self.shape}, {self.dtype})"


class Named(_Space):
    """Dicts that have a member of a space for each name."""

    def __init__(self, spaces: Dict[str, Any]) -> None:
        super().__init__()
        self.spaces = spaces

    def contains(self, x: Any) -> bool:
        """Reports whether x is one of the dicts."""
        if not isinstance(x, dict) or x.keys() != self.spaces.keys():
            return False
        return all(space.contains(x[name]) for name, space in self.spaces.items())

    def __getitem__(self, name: str) -> Any:
        return self.spaces[name]

    def seed(self, seed: Optional[int] = None) -> None:
        """Makes later samples the same for the same seed."""
        for space in self.spaces.values():
            space.seed(seed)

    def sample(self) -> Dict[str, Any]:
        """Returns a random dict."""
        return {name: space.sample() for name, space in self.spaces.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Named) and other.spaces == self.spaces

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"


def actions(n: int) -> Any:
    """Returns the space of n actions."""
    return _gymnasium.Discrete(n) if _gymnasium else Discrete(n)


def observations(shape: Tuple[int, ...], n: int) -> Any:
    """Returns the space of observations, each with a mask of n actions."""
    if _gymnasium:
        planes = _gymnasium.Box(0, 1, shape, np.uint8)
        return _gymnasium.Dict({"observation": planes, "action_mask": _gymnasium.Box(0, 1, (n,), np.int8)})
    return Named({"observation": Binary(shape, np.uint8), "action_mask": Binary((n,), np.int8)})
