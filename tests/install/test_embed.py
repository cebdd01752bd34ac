"""The installed libraries in another program. The tests build scenarios/embed outside of the checkout, with CMake and
with pkg-config, by g++ and by clang, with static and with shared libraries."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import done

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
COMPILERS = ("g++", "clang++")
STRICT = "-Wall -Wextra -Wpedantic -Werror"

# By hand: NR-OPT-1 makes one packet of LOCK, PUT and UNLOCK; without it LOCK asks and is granted first (NR-LOCK-2). In
# both the acknowledgement of UNLOCK is the last packet. Packets are printed when they are sent, calls when they return.
DRIVEN = """\
lock, put, unlock
  lock returns
  put returns
  0>1 PUT+LOCK.X+UNLOCK
  1>0 RMA_DONE_ACK
  unlock returns
  the window of rank 1 has 42
the same, without single_op
  lock returns
  0>1 LOCK
  put returns
  1>0 LOCK_GRANTED
  0>1 PUT+UNLOCK
  1>0 RMA_DONE_ACK
  unlock returns
  the window of rank 1 has 42
"""


@pytest.fixture(scope="session")
def shared_prefix(tmp_path_factory):
    """Returns the prefix of shared libraries, from a build of their own. The tests inspect and run them without
    measuring, so the build has no optimisation."""
    build, folder = tmp_path_factory.mktemp("shared"), tmp_path_factory.mktemp("shared_prefix")
    done("cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "-DBUILD_SHARED_LIBS=ON", "-DRMASIM_TESTS=OFF",
         "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O0", "-DRMASIM_LTO=OFF",
         f"-DCMAKE_INSTALL_PREFIX={folder}")
    done("ninja", "-C", build, "libraries")
    done("cmake", "--install", build, "--component", "development")
    done("cmake", "--install", build, "--component", "module")
    return folder


@pytest.fixture(params=["static", pytest.param("shared", marks=pytest.mark.long)])
def installed(request):
    return request.getfixturevalue("prefix" if request.param == "static" else "shared_prefix")


@pytest.fixture(params=COMPILERS)
def compiler(request):
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    return request.param


@pytest.fixture
def sources(tmp_path):
    return shutil.copytree(ROOT / "scenarios/embed", tmp_path / "embed")


def by_cmake(installed, compiler, sources, folder):
    done("cmake", "-S", sources, "-B", folder, f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_PREFIX_PATH={installed}",
         f"-DCMAKE_CXX_FLAGS={STRICT}")
    done("cmake", "--build", folder)


def by_pkg_config(installed, compiler, sources, folder):
    folder.mkdir()
    for program, package in (("drive_two_processes", "rmasim-protocol"), ("run_scenario", "rmasim")):
        done("sh", "-c", f"{compiler} -std=c++20 {STRICT} -o {folder}/{program} {sources}/{program}.cpp "
             f"$(pkg-config --cflags --libs {package} | tr -d \"'\\\\\\\\\") -Wl,-rpath,{installed}/lib",
             env={"PATH": "/usr/bin:/bin", "PKG_CONFIG_PATH": str(installed / "lib/pkgconfig")})


@pytest.mark.parametrize("build", [by_cmake, by_pkg_config])
def test_the_examples_build_and_run(installed, compiler, sources, tmp_path, build):
    build(installed, compiler, sources, tmp_path / "build")
    assert done(tmp_path / "build/drive_two_processes", cwd=tmp_path) == DRIVEN

    run = tmp_path / "build/run_scenario"
    scenario = ROOT / "scenarios/newrma/lock/lock-put-unlock.json"
    printed = done(run, scenario, "protocol.optimizations.single_op=false", cwd=tmp_path)
    assert re.fullmatch(r"finished after \d+ ns, 4 packets\n  LOCK: 1\n  LOCK_GRANTED: 1\n  PUT\+UNLOCK: 1\n"
                        r"  RMA_DONE_ACK: 1\n", printed), printed
    # A torus needs the SimGrid module, which has to be found where it is installed.
    assert "194560 packets" in done(run, ROOT / "scenarios/quickstart.json", cwd=tmp_path)

    wrong = subprocess.run([run, scenario, "ranks=0"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "ranks: found 0; allowed: " in wrong.stderr


def test_a_run_is_that_of_the_program(prefix, tmp_path):
    """The same scenario gives the same bytes, except for the duration."""
    (tmp_path / "same.cpp").write_text("""
        #include <rmasim/run.h>
        #include <iostream>
        int main(int, char** argv) {
            std::cout << rmasim::library::run_file(argv[1], {.seed = 7, .by_rank = true}).json;
        }
    """)
    (tmp_path / "CMakeLists.txt").write_text("""
        cmake_minimum_required(VERSION 3.25)
        project(same LANGUAGES CXX)
        find_package(rmasim REQUIRED)
        add_executable(same same.cpp)
        target_link_libraries(same rmasim::sim)
    """)
    by_cmake(prefix, "g++", tmp_path, tmp_path / "build")
    scenario = ROOT / "scenarios/workloads/shared-counter.json"
    printed = done(prefix / "bin/rmasim", "run", scenario, "--seed", 7, "--breakdown", "rank", "--format", "json")
    assert done(tmp_path / "build/same", scenario) == re.sub(r',\n  "wall_s": [^\n]*', "", printed)


def test_static_libraries_suit_any_version_of_the_compiler(prefix):
    for name in ("protocol", "sim"):
        sections = done("readelf", "--sections", "--wide", prefix / f"lib/librmasim-{name}.a")
        assert ".text" in sections and ".gnu.lto" not in sections


@pytest.mark.long
def test_each_header_stands_alone(prefix, tmp_path):
    include = prefix / "include"
    headers = sorted(str(path.relative_to(include)) for path in include.rglob("*.h"))
    assert "rmasim/run.h" in headers and "rmasim/protocol/newrma/make_process.h" in headers
    for header in headers:
        (tmp_path / f"{header.replace('/', '_')}.cpp").write_text(f"#include <{header}>\n")
    done("g++", "-std=c++20", *STRICT.split(), "-fsyntax-only", f"-I{include}", f"-I{include}/rmasim",
         *tmp_path.glob("*.cpp"))


def test_other_versions_are_refused(prefix, sources, tmp_path):
    text, changed = re.subn(r"find_package\(rmasim \S+", "find_package(rmasim 99.0",
                            (sources / "CMakeLists.txt").read_text())
    assert changed == 1
    (sources / "CMakeLists.txt").write_text(text)
    refused = subprocess.run(["cmake", "-S", sources, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
                             capture_output=True, text=True, check=False)
    assert refused.returncode != 0
    assert 'compatible with requested version "99.0"' in " ".join(refused.stderr.split())


@pytest.mark.long
def test_shared_libraries_show_only_what_is_promised(shared_prefix):
    version = re.search(r"^project\(rmasim VERSION ([0-9]+\.[0-9]+)", (ROOT / "CMakeLists.txt").read_text(),
                        re.MULTILINE)[1]
    for name, shown in (("protocol", r"rmasim::|(vtable|typeinfo|typeinfo name) for rmasim::"),
                        ("sim", r"rmasim::library::|(vtable|typeinfo|typeinfo name) for rmasim::(library|sim)::")):
        library = shared_prefix / f"lib/librmasim-{name}.so"
        assert f"[librmasim-{name}.so.{version}]" in done("readelf", "-d", library)
        symbols = [line.split(maxsplit=2)[2] for line in
                   done("nm", "--demangle", "--dynamic", "--defined-only", library).splitlines()]
        assert symbols and [symbol for symbol in symbols if not re.match(shown, symbol)] == []
