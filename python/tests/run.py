"""Tests the wheel: makes it, installs it into a fresh environment, and runs the tests there.

    python3 python/tests/run.py                          # all tests
    python3 python/tests/run.py test_engine              # some
    python3 python/tests/run.py dist/thera-….whl         # of a wheel that was made before

Nothing comes from a network. NumPy and mypy are those of the Python that runs this.
"""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

TESTS = Path(__file__).resolve().parent


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="thera-python-") as folder:
        made = [name for name in sys.argv[1:] if name.endswith(".whl")]
        if not made:
            subprocess.run([sys.executable, str(TESTS.parent / "wheel.py"), "--out", folder], check=True)
        wheel = Path(made[0]).resolve() if made else next(Path(folder).glob("*.whl"))
        home = Path(folder) / "venv"
        venv.create(home, with_pip=True, system_site_packages=True)
        python = str(home / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        # The package under test is the installed one, wherever this was started.
        env = {name: value for name, value in os.environ.items() if not name.startswith(("THERA_LIB", "THERA_PROG", "PYTHON"))}
        env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True, env=env)
        what = [name for name in sys.argv[1:] if name not in made] or ["discover", "-s", str(TESTS)]
        env["PYTHONPATH"] = str(TESTS)
        sys.exit(subprocess.run([python, "-W", "error", "-m", "unittest", *what], cwd=folder, env=env).returncode)


if __name__ == "__main__":
    main()
