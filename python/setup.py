"""Tags the wheel with the platform of the library and the program in it; see wheel.py."""

import os

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    """A wheel for any Python 3 on one platform."""

    def get_tag(self):
        return "py3", "none", os.environ["THERA_WHEEL_PLATFORM"]


class Package(Distribution):
    """What is in the package is not for all platforms."""

    def has_ext_modules(self):
        return True


setup(distclass=Package, cmdclass={"bdist_wheel": Wheel})
