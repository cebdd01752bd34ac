"""Files that are no programs, or are programs in an unusual form, and the sentences that refuse them. Each function
makes the file in a folder and returns its path."""

import os
import pathlib
import socket

from hostile_programs import built, compile_by

API = pathlib.Path(os.environ["RMASIM_BINARY"]).resolve().parent
PROGRAM = "children.c"
NO_PROGRAM = "int main(void) { return 0; }\n"


def copied(folder, change=None, name="changed program", mode=0o755):
    """Copies the program of children.c; `change` gets its bytes and returns others."""
    contents = built(PROGRAM).read_bytes()
    file = folder / name
    file.write_bytes(change(contents) if change else contents)
    file.chmod(mode)
    return file


def text(folder, contents):
    return copied(folder, lambda _: contents)


def special(make):
    def file(folder):
        path = folder / "special file"
        make(path)
        return path
    return file


def link(*options, source=NO_PROGRAM, compiler="gcc"):
    """A file that another compiler makes, with mpi.h and the library of rmasim if the source uses MPI."""
    def file(folder):
        (folder / "source.c").write_text(source)
        path = folder / "linked program"
        library = [API / "libmpi_abi.so.1", f"-Wl,-rpath,{API}"] if "mpi.h" in source and "-c" not in options else []
        compile_by(compiler, "-isystem", API / "generated/mpi", *options, "-o", path, folder / "source.c", *library)
        (folder / "source.c").unlink()
        return path
    return file


def bound(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


USES_MPI = "#include <mpi.h>\n#include <stdio.h>\nstatic int count = 1;\n__thread int own = 2;\n" \
           "int main(int argc, char** argv) {\n    int rank = 0;\n    MPI_Init(&argc, &argv);\n" \
           "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Barrier(MPI_COMM_WORLD);\n" \
           "    printf(\"rank %d: %d\\n\", rank, count++ + own++);\n    MPI_Finalize();\n    return 0;\n}\n"

# Files that are not for our own host are refused as programs of SMPI.
UNREADABLE = "found no file that can be read"
NOT_EXECUTABLE = "found a file that is no executable"
WITHOUT_MPI = "found an executable that does not use MPI"

# Kind, name, the function that makes the file, and the sentence; all are refused with code 2.
REFUSED = [
    ("name of no file", "absent", lambda folder: folder / "absent", UNREADABLE + r" \(No such file"),
    ("name of no file", "dangling link", special(lambda path: path.symlink_to("nowhere")),
     UNREADABLE + r" \(No such file"),
    ("name of no file", "link to itself", special(lambda path: path.symlink_to(path)),
     UNREADABLE + r" \(Too many levels"),
    ("name of no file", "below a file", lambda folder: copied(folder) / "x", UNREADABLE + r" \(Not a directory"),
    ("name of no file", "empty name", lambda folder: "", 'name: found ""'),
    ("name of no file", "long name", lambda folder: folder / ("x" * 300), UNREADABLE + r" \(File name too long"),
    ("special file", "directory", lambda folder: folder / "temporary files", NOT_EXECUTABLE),
    ("special file", "device", lambda folder: "/dev/null", NOT_EXECUTABLE),
    ("special file", "FIFO", special(os.mkfifo), NOT_EXECUTABLE),
    ("special file", "socket", special(bound), NOT_EXECUTABLE),
    ("text", "empty", lambda folder: text(folder, b""), NOT_EXECUTABLE),
    ("text", "script", lambda folder: text(folder, b"#!/bin/sh\nexit 0\n"), NOT_EXECUTABLE),
    ("text", "words", lambda folder: text(folder, b"words, and no program\n"), NOT_EXECUTABLE),
    ("permissions", "not executable", lambda folder: copied(folder, mode=0o644), "no permission to be executed"),
    ("permissions", "setuid", lambda folder: copied(folder, mode=0o4755), "It changes its user or group"),
    ("broken executable", "cut", lambda folder: copied(folder, lambda all_: all_[:5000]), WITHOUT_MPI),
    ("broken executable", "cut in its header", lambda folder: copied(folder, lambda all_: all_[:40]), NOT_EXECUTABLE),
    ("broken executable", "no segments", lambda folder: copied(folder, lambda all_: all_[:56] + b"\0\0" + all_[58:]),
     "Its segment table is broken"),
    ("broken executable", "wild table", lambda folder: copied(folder, lambda all_: all_[:32] + b"\xff" * 8 + all_[40:]),
     "It has no segment to load"),
    ("foreign machine", "32 bits", lambda folder: copied(folder, lambda all_: all_[:4] + b"\1" + all_[5:]),
     "It is an executable of 32 bits"),
    ("foreign machine", "ARM", lambda folder: copied(folder, lambda all_: all_[:18] + b"\xb7" + all_[19:]),
     "It is made for another processor than x86-64"),
    ("foreign machine", "big-endian", lambda folder: copied(folder, lambda all_: all_[:5] + b"\2" + all_[6:]),
     "It is made for another processor than x86-64"),
    ("foreign machine", "core file", lambda folder: copied(folder, lambda all_: all_[:16] + b"\4" + all_[17:]),
     "It is a core file"),
    ("form of an executable", "no PIE", link("-no-pie", "-fno-pie", source=USES_MPI), "It is linked with -no-pie"),
    ("form of an executable", "static", link("-static"), WITHOUT_MPI),
    ("form of an executable", "static PIE", link("-static-pie"), WITHOUT_MPI),
    ("form of an executable", "object file", lambda folder: executable(link("-c", source=USES_MPI)(folder)),
     WITHOUT_MPI),
    ("form of an executable", "library", link("-shared", "-fPIC", source=USES_MPI),
     "It is a shared library, and no program"),
    ("form of an executable", "sanitizer", link("-fPIE", "-pie", "-fsanitize=address", source=USES_MPI),
     r"It is built with a sanitizer \(libasan"),
]


def executable(path):
    path.chmod(0o755)
    return path


def without_library(folder):
    """A program whose library was deleted after it was linked."""
    (folder / "gone.c").write_text("int gone(void) { return 0; }\n")
    compile_by("gcc", "-shared", "-fPIC", "-o", folder / "libgone.so", folder / "gone.c")
    path = link("-fPIE", "-pie", f"-L{folder}", "-Wl,--no-as-needed", "-lgone", f"-Wl,-rpath,{folder}",
                source=USES_MPI)(folder)
    (folder / "gone.c").unlink()
    (folder / "libgone.so").unlink()
    return path


def with_broken_library(folder):
    path = without_library(folder)
    (folder / "libgone.so").write_bytes(built(PROGRAM).read_bytes()[:5000])
    return path


def without_function(folder):
    """A program that was linked with a library that had one function more."""
    (folder / "gone.c").write_text("int gone(void) { return 0; }\n")
    compile_by("gcc", "-shared", "-fPIC", "-o", folder / "libgone.so", folder / "gone.c")
    source = USES_MPI.replace("count++", "count++ + gone()").replace("static", "int gone(void);\nstatic")
    path = link("-fPIE", "-pie", f"-L{folder}", "-Wl,--no-as-needed", "-lgone", f"-Wl,-rpath,{folder}",
                source=source)(folder)
    (folder / "gone.c").write_text("int other(void) { return 0; }\n")
    compile_by("gcc", "-shared", "-fPIC", "-o", folder / "libgone.so", folder / "gone.c")
    (folder / "gone.c").unlink()
    return path


REFUSED += [
    ("library of a program", "deleted", without_library, "It needs libgone.so, which is not found"),
    ("library of a program", "broken", with_broken_library, r"It needs \S*libgone.so. It is cut off"),
    ("library of a program", "without a function", without_function, "It uses gone, which no library has"),
]

# Kind, name, and the function that makes a program that runs.
RUN = [
    ("executable of another compiler", "gcc", link("-fPIE", "-pie", "-O2", source=USES_MPI)),
    ("executable of another compiler", "gcc, stripped", link("-fPIE", "-pie", "-s", source=USES_MPI)),
    ("executable of another compiler", "gcc, now", link("-fPIE", "-pie", "-Wl,-z,now,-z,relro", source=USES_MPI)),
    ("executable of another compiler", "gcc, lazy", link("-fPIE", "-pie", "-Wl,-z,lazy,-z,norelro", source=USES_MPI)),
    ("executable of another compiler", "clang", link("-fPIE", "-pie", "-O2", source=USES_MPI, compiler="clang")),
    ("executable of another compiler", "clang, lld",
     link("-fPIE", "-pie", "-fuse-ld=lld", source=USES_MPI, compiler="clang")),
    ("name of a program", "blanks and quotes", lambda folder: copied(folder, name="a 'program' \"of\" $mine;*")),
    ("name of a program", "new line", lambda folder: copied(folder, name="two\nlines")),
    ("name of a program", "letters", lambda folder: copied(folder, name="größe-数")),
    ("name of a program", "no UTF-8", lambda folder: copied(folder, name=os.fsdecode(b"latin-\xe4"))),
    ("name of a program", "long", lambda folder: copied(folder, name="x" * 255)),
    ("name of a program", "percent", lambda folder: copied(folder, name="%s%n{}")),
    ("path of a program", "link", lambda folder: linked_by(folder, os.symlink)),
    ("path of a program", "hard link", lambda folder: linked_by(folder, os.link)),
    ("path of a program", "without a slash", lambda folder: pathlib.Path(copied(folder, name="program").name)),
    ("path of a program", "dots", lambda folder: folder / "temporary files" / ".." / "." / copied(folder).name),
    ("path of a program", "deep", lambda folder: copied(deep(folder))),
    ("path of a program", "begins with a dash", lambda folder: f"./{copied(folder, name='-n').name}"),
]


def linked_by(folder, make):
    make(copied(folder), folder / "link")
    return folder / "link"


def deep(folder):
    for _ in range(15):
        folder = folder / ("deep" * 50)
    folder.mkdir(parents=True)
    return folder
