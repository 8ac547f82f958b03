# SPDX-License-Identifier: MIT
"""Conan 2 builds gdv from the tree that this file is in: `conan create ci/packaging/conan`.

No gate runs Conan itself, which no Debian package has. //ci:packaging_test runs what needs nothing of Conan: the version,
the sources that are exported, and whether CMake knows each variable that is set.
"""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Gdv(ConanFile):
    name = "gdv"
    license = "MIT"
    description = "Decides whether a packet of Godot variants from a stranger is safe and well-formed"
    topics = ("godot", "variant", "validation", "parser", "security")
    package_type = "library"
    languages = "C"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "command": [True, False]}
    default_options = {"shared": False, "fPIC": True, "command": False}
    implements = ["auto_shared_fpic"]

    def _top(self):
        return os.path.join(self.recipe_folder, "..", "..", "..")

    def set_version(self):
        with open(os.path.join(self._top(), "lib", "include", "gdv", "version.h"), encoding="ascii") as header:
            numbers = dict(re.findall(r"^#define GDV_VERSION_(MAJOR|MINOR|PATCH) (\d+)$", header.read(), re.MULTILINE))
        self.version = "{MAJOR}.{MINOR}.{PATCH}".format(**numbers)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "lib/*", "cli/*"):
            copy(self, pattern, self._top(), self.export_sources_folder)

    def requirements(self):
        if self.options.command:
            self.requires("jansson/[>=2.13 <3]", visible=False)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["GDV_INSTALL"] = True
        toolchain.cache_variables["GDV_TESTS"] = False
        toolchain.cache_variables["GDV_COMMAND"] = bool(self.options.command)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["gdv"]
        self.cpp_info.set_property("cmake_file_name", "gdv")
        self.cpp_info.set_property("cmake_target_name", "gdv::gdv")
        self.cpp_info.set_property("pkg_config_name", "gdv")
        if self.options.shared and self.settings.os == "Windows":
            self.cpp_info.defines = ["GDV_SHARED"]
