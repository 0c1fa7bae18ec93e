"""Tags the wheel with the platform of the library and the program in it; see wheel.py."""

import os

from setuptools import setup
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    """A wheel for any Python 3 on one platform."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", os.environ["THERA_WHEEL_PLATFORM"]


setup(cmdclass={"bdist_wheel": Wheel})
