"""The functions of libc whose loads and stores `cc --watch` reports (sim/mpi/library_functions.inc). Each
function accesses the buffer of an operation that is not complete. A load of the result of a get, and a store to the
source of a put, are findings at the line of the function. A load of the source of a put is none."""

import json
import pathlib
import re
import subprocess

import pytest
from mpi_runner import FOLDER, ROOT, rmasim

TABLE = (ROOT / "sim/mpi/library_functions.inc").read_text()
HEAD = """#define _GNU_SOURCE
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#undef sleep
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunused-result"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#pragma GCC diagnostic ignored "-Wrestrict"
static char o[256], window[256], *save;
static struct { char small[8]; long long more[1023]; } memory;
static char* const b = (char*)&memory;
static MPI_Win win;
static FILE *zero, *null;
static int rank, descriptor;
static size_t n = 64;
static volatile long sum;
static int compare(const void* x, const void* y) { (void)x, (void)y; return 0; }
static void begin(int puts, const char* text) {
    memset(o, 0, sizeof(o)), strcpy(o, "xyz"), strcpy(b, text);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    if (puts) MPI_Put(b, 64, MPI_BYTE, 0, 0, 64, MPI_BYTE, win);
    else MPI_Get(b, 64, MPI_BYTE, 0, 0, 64, MPI_BYTE, win);
}
static void end(void) { MPI_Win_unlock(0, win); }
int __vprintf_chk(int flag, const char* format, va_list list);  /* headers call it only with -Os */
static void by_list(int which, const char* format, ...) {
    va_list list;
    va_start(list, format);
    if (which == 0) vprintf(format, list);
    if (which == 1) vfprintf(null, format, list);
    if (which == 2) vsprintf(b, format, list);
    if (which == 3) vsnprintf(b, n, format, list);
    if (which == 4) vdprintf(descriptor, format, list);
    if (which == 5) vasprintf(&save, format, list);
    if (which == 6) vsscanf(o, format, list);
    if (which == 7) vfscanf(zero, format, list);
    if (which == 8) __vprintf_chk(1, format, list);
    va_end(list);
}
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Win_create(window, sizeof(window), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    zero = fopen("/dev/zero", "r"), null = fopen("/dev/null", "w");
    descriptor = fileno(null);
"""
TAIL = """    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
"""

# The calls that load bytes of b. A text in front is the contents of b, by default "abc".
LOADS = ["memcpy(o, b, n);", "memmove(o, b, n);", "save = mempcpy(o, b, n);", "bcopy(b, o, n);", "swab(b, o, n);",
         "memccpy(o, b, 'q', n);", "sum += memcmp(o, b, n);", "sum += bcmp(b, o, n);",
         "save = memchr(b, 'b', n);", "save = rawmemchr(b, 'b');", "save = memrchr(b, 'b', n);",
         "save = memmem(b, n, \"bc\", 2);", "sum += strlen(b);", "save = strdup(b);", "sum += strnlen(b, n);",
         "save = strndup(b, n);", "save = strrchr(b, 'b');", "save = rindex(b, 'b');", "save = strchr(b, 'b');",
         "save = strchrnul(b, 'b');", "save = index(b, 'b');", "sum += strspn(b, o);", "sum += strcspn(b, o);",
         "save = strpbrk(b, o);", "save = strstr(b, o);", "save = strcasestr(b, o);", "strcpy(o, b);",
         "save = stpcpy(o, b);", "strncpy(o, b, n);", "save = stpncpy(o, b, n);", "strcat(o, b);",
         "strncat(o, b, n);", "sum += strcmp(o, b);",
         "sum += strncmp(b, o, n);", "sum += strcasecmp(o, b);", "sum += strncasecmp(o, b, n);",
         "sum += strcoll(o, b);", "sum += strverscmp(b, o);", "sum += strxfrm(o, b, n);", "save = basename(b);",
         "puts(b);", "fputs(b, null);", "fputs_unlocked(b, null);", "perror(b);", "remove(b);", "save = getenv(b);",
         "save = secure_getenv(b);", "unsetenv(b);", "setenv(\"rmasim_test\", b, 1);", "sum += a64l(b);",
         "sum += rpmatch(b);", "save = canonicalize_file_name(b);", "sum += access(b, R_OK);",
         "sum += euidaccess(b, R_OK);", "sum += eaccess(b, R_OK);", "sum += faccessat(3, b, R_OK, 0);",
         "sum += pathconf(b, 1);", "rmdir(b);", "unlink(b);", "unlinkat(3, b, 0);", "truncate(b, 0);", "chdir(b);",
         "rename(b, \"/no/x\");", "link(b, \"/no/x\");", "symlink(b, \"/no/x\");", "linkat(3, b, 3, \"/no/x\", 0);",
         "symlinkat(b, 3, \"/no/x\");", "renameat(3, b, 3, \"/no/x\");", "chown(b, 0, 0);", "lchown(b, 0, 0);",
         "fchownat(3, b, 0, 0, 0);", "readlink(b, o, n);", "readlinkat(3, b, o, n);", "realpath(b, NULL);",
         "sum += fopen(b, \"r\") != NULL;", "sum += (save = tempnam(b, \"x\")) != NULL;",
         "fwrite(b, 1, n, null);", "fwrite_unlocked(b, 8, 2, null);", "write(descriptor, b, n);",
         "pwrite(descriptor, b, n, 0);", "printf(\"%s\", b);", "fprintf(null, \"%f%d%s\", 0.5, 1, b);",
         "dprintf(descriptor, \"%*d %.2s\", 3, 1, b);", "sprintf(o, \"%s\", b);", "snprintf(o, n, \"%5s\", b);",
         "sum += asprintf(&save, \"%d%d%d%d%d%d%s\", 1, 2, 3, 4, 5, 6, b);",
         "snprintf(o, n, \"%2$d %1$s\", b, 7);", "sprintf(o, \"%3$Lg %2$*1$d %4$.*1$s\", 3, 4, 1.5L, b);",
         "by_list(0, \"%s\", b);",
         "by_list(1, \"%s\", b);", "by_list(4, \"%s\", b);", "by_list(8, \"%s\", b);", "by_list(5, \"%g%s\", 1.5, b);",
         ("12 4", "sscanf(b, \"%d\", (int*)o);"), ("12", "sum += atoi(b);"), ("12", "sum += atol(b);"),
         ("12", "sum += atoll(b);"), ("12", "sum += strtol(b, NULL, 10);"), ("12", "sum += strtoll(b, NULL, 0);"),
         ("12", "sum += strtoul(b, NULL, 10);"), ("12", "sum += strtoull(b, NULL, 10);"),
         ("1.5", "sum += atof(b);"), ("1.5", "sum += strtod(b, NULL);"), ("1.5", "sum += strtof(b, NULL);"),
         ("1.5", "sum += strtold(b, NULL);"), "sum += mblen(b, n);", "mbtowc(NULL, b, n);",
         "mbstowcs((wchar_t*)o, b, 8);", "sum += *seed48((unsigned short*)b);", "lcong48((unsigned short*)b);"]
# The calls that store to b.
STORES = ["memcpy(b, o, n);", "memmove(b, o, n);", "save = mempcpy(b, o, n);", "bcopy(o, b, n);", "swab(o, b, n);",
          "memccpy(b, o, 'q', n);", "memset(b, 0, n);", "bzero(b, n);", "explicit_bzero(b, n);", "memfrob(b, n);",
          "getentropy(b, 8);", "strcpy(b, o);", "save = stpcpy(b, o);", "strncpy(b, o, n);",
          "save = stpncpy(b, o, n);", "strcat(b, o);", "strncat(b, o, n);", "strfry(b);", "sum += strxfrm(b, o, n);",
          ("a,b", "save = strtok(b, \",\");"), ("a,b", "save = strtok_r(b, \",\", &save);"),
          ("a,b", "char* text = b; save = strsep(&text, \",\");"), "sum += strerror_r(12345, b, n) != NULL;",
          "fread(b, 1, n, zero);", "fread_unlocked(b, 1, n, zero);", "fgets(b, (int)n, zero);",
          "fgets_unlocked(b, (int)n, zero);", "tmpnam(b);", "ctermid(b);",
          "getcwd(b, n);", "getwd(b);", "sprintf(b, \"%d %s\", 7, o);", "snprintf(b, n, \"%d\", 7);",
          "printf(\"%n\", (int*)b);",
          "fprintf(null, \"x%ln\", (long*)b);", "asprintf((char**)b, \"x\");", "by_list(2, \"%d\", 7);",
          "by_list(3, \"%d\", 7);", "by_list(6, \"%s\", b);", "by_list(7, \"%c\", b);", "sscanf(o, \"%s\", b);",
          "sscanf(\"1 2.5\", \"%*d %lf\", (double*)b);", "sscanf(\"1 2\", \"%2$d %1$d\", (int*)b, (int*)o);",
          "sum += fscanf(zero, \"%c\", b);",
          "sum += strtol(\"12\", (char**)b, 10);", "sum += strtod(\"1.5\", (char**)b);",
          "qsort(b, 8, 8, compare);", "qsort_r(b, 8, 8, (void*)compare, NULL);", "posix_memalign((void**)b, 64, 64);",
          "sum += rand_r((unsigned*)b);", "sum += erand48((unsigned short*)b);", "sum += nrand48((unsigned short*)b);",
          "sum += jrand48((unsigned short*)b);", "drand48_r((struct drand48_data*)o, (double*)b);",
          "initstate(1, b, n), setstate(initstate(1, (char*)window, 64));", "sum += wctomb(memory.small, L'x');",
          "mbtowc((wchar_t*)b, \"x\", 1);", "mbstowcs((wchar_t*)b, \"x\", n);", "wcstombs(b, L\"x\", n);",
          "getloadavg((double*)b, 1);", "fgetpos(zero, (fpos_t*)b);", ("/no/XXXXXX", "mkstemp(b);"),
          ("/no/XXXXXX", "mkdtemp(b);"), ("/no/XXXXXX.c", "mkstemps(b, 2);"), "realpath(\"/\", b);",
          "read(fileno(zero), b, n);", "pread(fileno(zero), b, n, 0);", "pread64(fileno(zero), b, n, 0);",
          "readlink(\"/proc/self/exe\", b, n);",
          "readlinkat(3, \"/proc/self/exe\", b, n);", "gethostname(b, n);", "getdomainname(b, n);",
          "confstr(_CS_PATH, b, n);",
          "getresuid((uid_t*)b, (uid_t*)o, (uid_t*)o);", "getresgid((gid_t*)o, (gid_t*)b, (gid_t*)o);",
          "sum += pipe((int*)b);", "sum += pipe2((int*)b, 0);", "getdelim((char**)b, &n, 0, null);",
          "strfromd(b, n, \"%g\", 1.5);"]
# Functions that change the system, that wait for input, that need a terminal or groups, or that are as others.
NOT_CALLED = {"system", "acct", "chroot", "setlogin", "sethostname", "setdomainname", "popen", "freopen", "scanf",
              "vscanf", "fopen64", "putenv", "crypt", "free", "realloc", "reallocarray", "getline",
              "tmpnam_r", "fgetpos64", "fsetpos", "fsetpos64", "strtoq", "strtouq", "strfromf", "mktemp",
              "mkstemp64", "mkostemp", "mkostemps", "lrand48_r", "mrand48_r", "getsubopt", "pwrite64",
              "truncate64", "getlogin_r", "getgroups", "ttyname_r", "ptsname_r", "arc4random_buf", "copy_file_range"}


def statements():
    """Each line of main: the operation ("put" or "get"), the contents of b, the call, and whether it is a finding."""
    for some, operations in ((LOADS, (("get", True), ("put", False))), (STORES, (("put", True),))):
        for one in some:
            text, call = one if isinstance(one, tuple) else ("abc", one)
            for operation, found in operations:
                yield operation, text, call, found


# The functions that check the size of a buffer and that need a terminal or groups, as their forms without the check.
NOT_CHECKED = {"__getlogin_r_chk", "__ttyname_r_chk", "__ptsname_r_chk", "__getgroups_chk"}


def build(name, *options):
    folder = pathlib.Path(FOLDER.name) / "library"
    folder.mkdir(exist_ok=True)
    lines = [f'    {{ begin({int(operation == "put")}, "{text}"); {call} end(); }}'
             for operation, text, call, _ in statements()]
    source, program = folder / "library.c", folder / name
    source.write_text(HEAD + "\n".join(lines) + "\n" + TAIL)
    compiled = rmasim("cc", "-w", "--watch", *options, "-o", program, source)
    assert compiled.returncode == 0, compiled.stderr
    return program


def lines_of_findings(program):
    """Returns the lines of library.c with a load or a store of a finding."""
    options = ["--semantics", "unified", "--semantics-limit", 10000, "--format", "json"]
    finished = rmasim("exec", "-n", 1, *options, program)
    assert finished.returncode == 4, finished.stderr
    found = set()
    for finding in json.loads(finished.stdout)["semantics"]["findings"]:
        for access in finding["accesses"]:
            if access["what"] in ("load", "store"):
                found |= {int(line) for line in re.findall(r"library\.c:(\d+) in (?:main|by_list)", access["place"])}
    return found


def expect_all(found):
    first = HEAD.count("\n") + 1
    assert [(operation, call, expected) for number, (operation, _, call, expected) in enumerate(statements(), first)
            if not call.startswith("by_list") and (number in found) != expected] == []
    lines = HEAD.split("\n")
    assert [line for number, line in enumerate(lines, 1) if "if (which ==" in line and number not in found] == []


@pytest.mark.parametrize("which", [[], ["--clang"]], ids=["gcc", "clang"])
def test_each_function_of_the_table_loads_and_stores(which):
    expect_all(lines_of_findings(build(f"library{len(which)}", "-O1", *which)))


def test_each_function_that_checks_the_size_loads_and_stores():
    """With _FORTIFY_SOURCE the headers call functions that have the size of the buffer as a further argument."""
    program = build("fortified", "-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2")
    symbols = subprocess.run(["nm", "--undefined-only", program], capture_output=True, text=True, check=True).stdout
    checking = set(re.findall(r"^RMASIM_LIBRARY_FUNCTION\(\w+, (__\w+_chk), \w+\)", TABLE, re.MULTILINE))
    assert checking - set(re.findall(r"\b(__\w+_chk)\b", symbols)) == NOT_CHECKED
    expect_all(lines_of_findings(program))


def test_each_function_of_the_table_is_called():
    functions = {name for name in re.findall(r"^RMASIM_LIBRARY_FUNCTION\(\w+, (\w+), \w+\)", TABLE, re.MULTILINE)
                 if not name.startswith(("_", "smpi_"))}
    calls = " ".join(call for _, _, call, _ in statements()) + HEAD
    called = {name for name in functions if re.search(rf"\b{name}\(", calls)}
    assert functions - called == NOT_CALLED
