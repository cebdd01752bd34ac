"""The options of all subcommands whose work can be distributed."""

from ..errors import BadInput
from ..options import add_jobs, whole
from .local import Local


def add_distribution(parser):
    add_jobs(parser)
    add_dask(parser)
    add_parts(parser)


def add_dask(parser):
    parser.add_argument("--dask", metavar="ADDRESS", help="run on the workers of this Dask scheduler, tcp://HOST:8786")
    parser.add_argument("--dask-wait-s", metavar="S", type=whole(1), default=30,
                        help="seconds to wait for the scheduler's answer, and for a worker if the scheduler has none "
                        "(%(default)s)")


def add_parts(parser):
    parser.add_argument("--parts", metavar="DIR", help="a folder for partial results, from which an interrupted "
                        "subcommand continues")
    parser.add_argument("--shard", metavar="K/N", type=shard, help="with --parts: execute only the K-th of N shards, "
                        "for job arrays; without --shard, combine all partial results")


def shard(text):
    this, of = map(int, text.split("/"))
    if not 1 <= this <= of:
        raise ValueError
    return this, of


shard.__name__ = "K/N with K from 1 to N"


def refuse_shard_alone(arguments):
    if arguments.shard and not arguments.parts:
        raise BadInput("--shard", "no --parts",
                       "--shard together with --parts DIR, a folder for the finished parts of all shards")


def advice(arguments):
    """The text for errors on how to continue after the loss of the cluster."""
    return "the same command " + ("resumes the work" if arguments.parts else "starts again; with --parts DIR resumes")


def pool_of(arguments):
    """The pool that the options select."""
    if not arguments.dask:
        return Local(arguments.jobs)
    from .dask_pool import Dask  # imported late because the import is slow
    return Dask(arguments.dask, arguments.dask_wait_s, advice(arguments))
