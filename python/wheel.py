"""Makes the wheel: builds library and program with Go, and packs them with the package.

    python3 python/wheel.py                         # for this machine, into dist/
    python3 python/wheel.py --goarch arm64          # for another processor, with Linux

The library needs a C compiler: $CC, or for another machine one such as
aarch64-linux-gnu-gcc. Without it the wheel has the program alone, which is said.

The name of the wheel has the oldest C library that it runs with, as the library demands it.
Two wheels of one commit are the same to the last byte. Nothing is fetched.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Dict, List, Optional

ROOT = Path(__file__).resolve().parent.parent
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--goos", default=go("env", "GOOS"), help="the system, as Go names it")
    parser.add_argument("--goarch", default=go("env", "GOARCH"), help="the processor, as Go names it")
    parser.add_argument("--version", default="", help="the version, such as v1.2.0 (default by the commit and its tag)")
    parser.add_argument("--program", default="", help="the program, if it is built already")
    parser.add_argument("--out", default=str(ROOT / "dist"), help="the folder for the wheel")
    args = parser.parse_args()
    if args.goos != "linux" and (args.goos, args.goarch) != (go("env", "GOHOSTOS"), go("env", "GOHOSTARCH")):
        parser.error(f"{args.goos} {args.goarch}: want linux or this machine's own: only this Python knows how other wheels are named")
    wheel = Wheel(args.goos, args.goarch, args.version or describe())
    with tempfile.TemporaryDirectory(prefix="thera-wheel-") as folder:
        source = Path(folder) / "python"
        wheel.copy(source)
        wheel.add_program(source / "thera/bin", args.program)
        library = wheel.add_library(source / "thera/lib")
        made = wheel.pack(source, library)
        Path(args.out).mkdir(parents=True, exist_ok=True)
        print(shutil.copy(made, args.out))


class Wheel:
    """A wheel for a system and a processor, made of the commit that is checked out."""

    def __init__(self, system: str, processor: str, version: str) -> None:
        self.system, self.processor, self.version = system, processor, version
        self.python_version = pep440(version)
        self.commit, self.stamp = git("show", "-s", "--format=%H %ct", "HEAD").split()
        self.link = f"-s -w -X main.version={version}"

    def copy(self, source: Path) -> None:
        """Copies the package into a folder, with its version."""
        shutil.copytree(ROOT / "python", source, ignore=shutil.ignore_patterns("tests", "__pycache__", "wheel.py"))
        shutil.copy(ROOT / "LICENSE", source)
        text = f'"""The version of the package."""\n\n__version__ = "{self.python_version}"\n'
        (source / "thera/version.py").write_text(text)

    def add_program(self, folder: Path, built: str) -> None:
        """Puts the program into a folder."""
        folder.mkdir()
        target = folder / ("thera.exe" if self.system == "windows" else "thera")
        if built:
            shutil.copy(built, target)
            return
        date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(self.stamp)))
        link = f"{self.link} -X main.commit={self.commit} -X main.date={date}"
        self.build({"CGO_ENABLED": "0"}, f"-ldflags={link}", "-o", str(target), "./cmd/thera")

    def add_library(self, folder: Path) -> Optional[Path]:
        """Puts the library into a folder and returns its path, None if it can't be built."""
        compiler = self.c_compiler()
        if not compiler:
            print(f"The wheel for {self.system} {self.processor} has the program alone, NOT the library: that needs a C compiler for it.")
            return None
        folder.mkdir()
        target = folder / {"windows": "thera.dll", "darwin": "libthera.dylib"}.get(self.system, "libthera.so")
        env = {"CGO_ENABLED": "1", "CC": compiler}
        self.build(env, f"-ldflags={self.link}", "-buildmode=c-shared", "-o", str(target), "./cmd/thera-c")
        target.with_suffix(".h").unlink()  # cgo's, which is not for people
        shutil.copy(ROOT / "cmd/thera-c/thera.h", folder)
        return target

    def build(self, env: Dict[str, str], *args: str) -> None:
        """Builds a Go command."""
        env = {"GOOS": self.system, "GOARCH": self.processor, **env}
        run(["go", "build", "-trimpath", "-buildvcs=false", *args], env)

    def c_compiler(self) -> str:
        """Returns a C compiler for the platform, "" if there is none."""
        names = []
        if (self.system, self.processor) == (go("env", "GOHOSTOS"), go("env", "GOHOSTARCH")):
            names.append(os.environ.get("CC") or go("env", "CC"))
        if self.system == "linux":
            names.append(f"{MACHINES.get(self.processor, self.processor)}-linux-gnu-gcc")
        return next((name for name in names if shutil.which(name.split()[0])), "")

    def pack(self, source: Path, library: Optional[Path]) -> Path:
        """Packs the folder of the package."""
        for path in source.rglob("*"):
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
        made = source.parent / "made"
        env = {"THERA_WHEEL_PLATFORM": self.platform(library), "SOURCE_DATE_EPOCH": self.stamp}
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(made), str(source)]
        run(command, env, quiet=True)
        return next(made.glob("*.whl"))

    def platform(self, library: Optional[Path]) -> str:
        """Returns the wheel's tag: the platform with the oldest C library that will do."""
        if self.system != "linux":
            return re.sub(r"[-.]", "_", sysconfig.get_platform())
        machine = MACHINES.get(self.processor, self.processor)
        if library is None:  # the program needs nothing
            return f"manylinux2014_{machine}.manylinux_2_17_{machine}.musllinux_1_1_{machine}"
        needed = re.findall(rb"GLIBC_(\d+)\.(\d+)", library.read_bytes())
        major, minor = max((int(major), int(minor)) for major, minor in needed)
        return f"manylinux_{major}_{minor}_{machine}"


def describe() -> str:
    """Returns the version of the commit, as a release names it."""
    try:
        return git("describe", "--tags", "--match", "v*", "--dirty")
    except subprocess.CalledProcessError:
        commit, stamp = git("show", "-s", "--format=%H %ct", "HEAD").split()
        return time.strftime("v0.0.0-%Y%m%d%H%M%S-", time.gmtime(int(stamp))) + commit[:12]


def pep440(version: str) -> str:
    """Returns a version as Python writes it: 1.2.0rc1 for v1.2.0-rc.1.

    A commit after a release is 1.2.0.post3+g1234abc, and one without 0.0.0.dev2026….
    """
    match = re.fullmatch(r"v(\d+\.\d+\.\d+)(?:-(.*))?", version)
    if match is None:
        sys.exit(f"wheel.py: version {version!r}: want one such as v1.2.0 or v1.2.0-rc.1")
    number, rest = match.group(1), match.group(2) or ""
    for pattern, form in (
        (r"(alpha|beta|rc)\.?(\d+)", r"\1\2"),
        (r"(\d{14})-(\w+)(?:-dirty)?", r".dev\1+\2"),
        (r"(\d+)-(g\w+)", r".post\1+\2"),
        (r"(\d+)-(g\w+)-dirty", r".post\1+\2.dirty"),
        (r"", r""),
    ):
        match = re.fullmatch(pattern, rest)
        if match:
            return number + match.expand(form).replace("alpha", "a").replace("beta", "b")
    return number + "+" + re.sub(r"[^0-9A-Za-z]+", ".", rest)


def git(*args: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *args], check=True, text=True, capture_output=True).stdout.strip()


def go(*args: str) -> str:
    return subprocess.run(["go", *args], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()


def run(command: List[str], env: Dict[str, str], quiet: bool = False) -> None:
    """Runs a command in the repository; one that fails ends this program."""
    output = subprocess.PIPE if quiet else None
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, stdout=output, stderr=output, text=True)
    if done.returncode:
        sys.exit(f"wheel.py: {' '.join(command)}: exit status {done.returncode}\n{done.stdout or ''}{done.stderr or ''}")


if __name__ == "__main__":
    main()
