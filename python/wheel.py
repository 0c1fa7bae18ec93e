"""Makes the wheel: builds library and program with Go, and packs them with the package.

    python3 python/wheel.py                         # for this machine, into dist/
    python3 python/wheel.py --goarch arm64          # for another one

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
    parser.add_argument("--goarch", default=go("env", "GOARCH"), help="the processor, as Go names it")
    parser.add_argument("--version", default="", help="the version, such as v1.2.0 (default by the commit and its tag)")
    parser.add_argument("--out", default=str(ROOT / "dist"), help="the folder for the wheel")
    args = parser.parse_args()
    version = args.version or describe()
    with tempfile.TemporaryDirectory(prefix="thera-wheel-") as folder:
        name = make(Path(folder), Path(args.out), args.goarch, version)
    print(f"{Path(args.out) / name}")


def make(folder: Path, out: Path, arch: str, version: str) -> str:
    """Makes a wheel by way of a folder, and returns its name."""
    source = folder / "python"
    shutil.copytree(ROOT / "python", source, ignore=shutil.ignore_patterns("tests", "__pycache__", "wheel.py"))
    shutil.copy(ROOT / "LICENSE", source)
    python_version = pep440(version)
    (source / "thera/version.py").write_text(f'"""The version of the package."""\n\n__version__ = "{python_version}"\n')
    commit, date, stamp = git("show", "-s", "--format=%H %cI %ct", "HEAD").split()
    link = f"-s -w -X main.version={version}"
    host = go("env", "GOOS")
    suffix = ".exe" if host == "windows" else ""
    utc = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(stamp)))
    build(source / f"thera/bin/thera{suffix}", arch, "0", f"{link} -X main.commit={commit} -X main.date={utc}", "./cmd/thera")
    name = {"windows": "thera.dll", "darwin": "libthera.dylib"}.get(host, "libthera.so")
    library: Optional[Path] = None
    compiler = c_compiler(arch)
    if compiler:
        library = source / "thera/lib" / name
        build(library, arch, "1", link, "-buildmode=c-shared", "./cmd/thera-c", CC=compiler)
        shutil.copy(ROOT / "cmd/thera-c/thera.h", library.parent)
        library.with_suffix(".h").unlink()  # cgo's, which is not for people
    else:
        print(f"The wheel for {arch} has the program alone, NOT the library: that needs a C compiler for {arch}.")
    for path in source.rglob("*"):
        path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
    env = {"THERA_WHEEL_PLATFORM": platform(host, arch, library), "SOURCE_DATE_EPOCH": stamp}
    made = folder / "made"
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(made), str(source)]
    run(command, env, quiet=True)
    wheel = next(made.glob("*.whl"))
    out.mkdir(parents=True, exist_ok=True)
    shutil.copy(wheel, out)
    return wheel.name


def c_compiler(arch: str) -> str:
    """Returns a C compiler for a processor, "" if there is none."""
    names = [f"{MACHINES.get(arch, arch)}-linux-gnu-gcc"]
    if arch == go("env", "GOHOSTARCH"):
        names.insert(0, os.environ.get("CC") or go("env", "CC"))
    return next((name for name in names if shutil.which(name.split()[0])), "")


def build(target: Path, arch: str, cgo: str, link: str, *args: str, **env: str) -> None:
    """Builds a Go command into a file."""
    command = ["go", "build", "-trimpath", "-buildvcs=false", f"-ldflags={link}", "-o", str(target), *args]
    run(command, {"CGO_ENABLED": cgo, "GOARCH": arch, **env})


def platform(system: str, arch: str, library: Optional[Path]) -> str:
    """Returns the wheel's tag for the platform."""
    if system != "linux":
        return re.sub(r"[-.]", "_", sysconfig.get_platform())
    machine = MACHINES.get(arch, arch)
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
