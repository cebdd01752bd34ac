"""A method for each call of the scenario language. Generated from scenarios/schema.json by
`tests/pages/pages.py --write`; edit the schema, not this module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Optional, Union

Number = Union[int, str]  # an integer, or an expression: "rank + 1"


class Builders:
    """The base class of `Calls`. The arguments are those of scenario files (scenarios/SETTINGS.md). An argument that
    is omitted has its default."""

    def _append(self, name: str, arguments: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def _block(self, name: str, arguments: Mapping[str, Any]) -> AbstractContextManager[None]:
        raise NotImplementedError

    def put(self, *, target: Number, win: Optional[str] = None, disp: Optional[Number] = None,
            count: Optional[Number] = None, datatype: Optional[str] = None, block_length: Optional[Number] = None,
            stride: Optional[Number] = None, origin_derived: Optional[bool] = None, value: Optional[Number] = None,
            step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Put."""
        self._append("put", locals())

    def get(self, *, target: Number, win: Optional[str] = None, disp: Optional[Number] = None,
            count: Optional[Number] = None, datatype: Optional[str] = None, block_length: Optional[Number] = None,
            stride: Optional[Number] = None, origin_derived: Optional[bool] = None,
            into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Get. The data are stored in the caller's window or buffer, or in a variable, or are discarded."""
        self._append("get", locals())

    def accumulate(self, *, target: Number, win: Optional[str] = None, disp: Optional[Number] = None,
                   count: Optional[Number] = None, datatype: Optional[str] = None,
                   block_length: Optional[Number] = None, stride: Optional[Number] = None,
                   origin_derived: Optional[bool] = None, op: Optional[str] = None, value: Optional[Number] = None,
                   step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Accumulate."""
        self._append("accumulate", locals())

    def get_accumulate(self, *, target: Number, win: Optional[str] = None, disp: Optional[Number] = None,
                       count: Optional[Number] = None, datatype: Optional[str] = None,
                       block_length: Optional[Number] = None, stride: Optional[Number] = None,
                       origin_derived: Optional[bool] = None, op: Optional[str] = None, value: Optional[Number] = None,
                       step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                       into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Get_accumulate. The old values are stored in the caller's window or buffer, or in a variable, or are
        discarded."""
        self._append("get_accumulate", locals())

    def fetch_and_op(self, *, target: Number, win: Optional[str] = None, disp: Optional[Number] = None,
                     datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                     from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                     as_: Optional[str] = None) -> None:
        """MPI_Fetch_and_op: one element."""
        self._append("fetch_and_op", locals())

    def compare_and_swap(self, *, target: Number, win: Optional[str] = None, disp: Optional[Number] = None,
                         datatype: Optional[str] = None, value: Optional[Number] = None,
                         from_: Optional[Mapping[str, Any]] = None, compare: Optional[Number] = None,
                         into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Compare_and_swap: one element of an integer datatype is replaced by value if it is equal to compare."""
        self._append("compare_and_swap", locals())

    def rput(self, *, target: Number, request: str, win: Optional[str] = None, disp: Optional[Number] = None,
             count: Optional[Number] = None, datatype: Optional[str] = None, block_length: Optional[Number] = None,
             stride: Optional[Number] = None, origin_derived: Optional[bool] = None, value: Optional[Number] = None,
             step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Rput."""
        self._append("rput", locals())

    def rget(self, *, target: Number, request: str, win: Optional[str] = None, disp: Optional[Number] = None,
             count: Optional[Number] = None, datatype: Optional[str] = None, block_length: Optional[Number] = None,
             stride: Optional[Number] = None, origin_derived: Optional[bool] = None,
             into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Rget. The data are stored in the caller's window or buffer, or in a variable, or are discarded."""
        self._append("rget", locals())

    def raccumulate(self, *, target: Number, request: str, win: Optional[str] = None, disp: Optional[Number] = None,
                    count: Optional[Number] = None, datatype: Optional[str] = None,
                    block_length: Optional[Number] = None, stride: Optional[Number] = None,
                    origin_derived: Optional[bool] = None, op: Optional[str] = None, value: Optional[Number] = None,
                    step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Raccumulate."""
        self._append("raccumulate", locals())

    def rget_accumulate(self, *, target: Number, request: str, win: Optional[str] = None, disp: Optional[Number] = None,
                        count: Optional[Number] = None, datatype: Optional[str] = None,
                        block_length: Optional[Number] = None, stride: Optional[Number] = None,
                        origin_derived: Optional[bool] = None, op: Optional[str] = None, value: Optional[Number] = None,
                        step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                        into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Rget_accumulate. The old values are stored in the caller's window or buffer, or in a variable, or are
        discarded."""
        self._append("rget_accumulate", locals())

    def fence(self, *, win: Optional[str] = None, assert_: Optional[Sequence[Any]] = None) -> None:
        """MPI_Win_fence."""
        self._append("fence", locals())

    def lock(self, *, target: Number, type: str, win: Optional[str] = None,
             assert_: Optional[Sequence[Any]] = None) -> None:
        """MPI_Win_lock."""
        self._append("lock", locals())

    def unlock(self, *, target: Number, win: Optional[str] = None) -> None:
        """MPI_Win_unlock."""
        self._append("unlock", locals())

    def lock_all(self, *, win: Optional[str] = None, assert_: Optional[Sequence[Any]] = None) -> None:
        """MPI_Win_lock_all."""
        self._append("lock_all", locals())

    def unlock_all(self, *, win: Optional[str] = None) -> None:
        """MPI_Win_unlock_all."""
        self._append("unlock_all", locals())

    def flush(self, *, target: Number, win: Optional[str] = None) -> None:
        """MPI_Win_flush."""
        self._append("flush", locals())

    def flush_local(self, *, target: Number, win: Optional[str] = None) -> None:
        """MPI_Win_flush_local."""
        self._append("flush_local", locals())

    def flush_all(self, *, win: Optional[str] = None) -> None:
        """MPI_Win_flush_all."""
        self._append("flush_all", locals())

    def flush_local_all(self, *, win: Optional[str] = None) -> None:
        """MPI_Win_flush_local_all."""
        self._append("flush_local_all", locals())

    def sync(self, *, win: Optional[str] = None) -> None:
        """MPI_Win_sync."""
        self._append("sync", locals())

    def barrier(self, *, comm: Optional[str] = None) -> None:
        """MPI_Barrier over all ranks, or over those of a communicator."""
        self._append("barrier", locals())

    def post(self, *, group: Union[Sequence[Any], str], win: Optional[str] = None,
             assert_: Optional[Sequence[Any]] = None) -> None:
        """MPI_Win_post."""
        self._append("post", locals())

    def start(self, *, win: Optional[str] = None, request: Optional[Number] = None,
              group: Optional[Union[Sequence[Any], str]] = None, assert_: Optional[Sequence[Any]] = None) -> None:
        """MPI_Win_start. With request, MPI_Start."""
        self._append("start", locals())

    def complete(self, *, win: Optional[str] = None) -> None:
        """MPI_Win_complete."""
        self._append("complete", locals())

    def wait(self, *, win: Optional[str] = None, request: Optional[Number] = None,
             requests: Optional[Union[Sequence[Any], str]] = None, status: Optional[str] = None) -> None:
        """MPI_Win_wait. With request or requests, MPI_Wait, one after the other."""
        self._append("wait", locals())

    def test(self, *, as_: str, win: Optional[str] = None, request: Optional[Number] = None,
             status: Optional[str] = None) -> None:
        """MPI_Win_test. With request, MPI_Test."""
        self._append("test", locals())

    def send(self, *, target: Number, comm: Optional[str] = None, tag: Optional[Number] = None,
             count: Optional[Number] = None, datatype: Optional[str] = None,
             value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
             from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Send. It does not wait for the receiver."""
        self._append("send", locals())

    def recv(self, *, source: Number, comm: Optional[str] = None, tag: Optional[Number] = None,
             count: Optional[Number] = None, datatype: Optional[str] = None, into: Optional[Mapping[str, Any]] = None,
             as_: Optional[str] = None, status: Optional[str] = None) -> None:
        """MPI_Recv. The data are stored in the caller's window or buffer, or in a variable, or are discarded."""
        self._append("recv", locals())

    def waitall(self, *, requests: Union[Sequence[Any], str], status: Optional[str] = None) -> None:
        """MPI_Waitall."""
        self._append("waitall", locals())

    def waitany(self, *, requests: Union[Sequence[Any], str], as_: str, status: Optional[str] = None) -> None:
        """MPI_Waitany."""
        self._append("waitany", locals())

    def testall(self, *, requests: Union[Sequence[Any], str], as_: str, status: Optional[str] = None) -> None:
        """MPI_Testall."""
        self._append("testall", locals())

    def request_free(self, *, request: Number) -> None:
        """MPI_Request_free."""
        self._append("request_free", locals())

    def startall(self, *, requests: Union[Sequence[Any], str]) -> None:
        """MPI_Startall."""
        self._append("startall", locals())

    def isend(self, *, target: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
              count: Optional[Number] = None, datatype: Optional[str] = None,
              value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
              from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Isend. It does not wait for the receiver."""
        self._append("isend", locals())

    def irecv(self, *, source: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
              count: Optional[Number] = None, datatype: Optional[str] = None, into: Optional[Mapping[str, Any]] = None,
              as_: Optional[str] = None) -> None:
        """MPI_Irecv. The data are stored in the caller's window or buffer, or in a variable, or are discarded."""
        self._append("irecv", locals())

    def win_alloc_sync_objects(self, *, as_: str, win: Optional[str] = None, n: Optional[Number] = None) -> None:
        """MPI_Win_alloc_sync_objects."""
        self._append("win_alloc_sync_objects", locals())

    def win_free_sync_objects(self, *, counters: Union[Sequence[Any], str], win: Optional[str] = None) -> None:
        """MPI_Win_free_sync_objects."""
        self._append("win_free_sync_objects", locals())

    def win_sync_ops_init(self, *, target: Number, request: str, counter: Number, win: Optional[str] = None,
                          mode: Optional[Sequence[Any]] = None, info: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Win_sync_ops_init."""
        self._append("win_sync_ops_init", locals())

    def win_sync_object_init(self, *, request: str, counter: Number, count: Number, win: Optional[str] = None,
                             info: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Win_sync_object_init."""
        self._append("win_sync_object_init", locals())

    def win_change_comm(self, *, peer: Number, win: Optional[str] = None, comm: Optional[str] = None,
                        ranks: Optional[Number] = None) -> None:
        """MPI_Win_change_comm."""
        self._append("win_change_comm", locals())

    def waitsome(self, *, requests: Union[Sequence[Any], str], as_: str, indices: Optional[str] = None,
                 status: Optional[str] = None) -> None:
        """MPI_Waitsome."""
        self._append("waitsome", locals())

    def testany(self, *, requests: Union[Sequence[Any], str], as_: str, index: Optional[str] = None,
                status: Optional[str] = None) -> None:
        """MPI_Testany."""
        self._append("testany", locals())

    def testsome(self, *, requests: Union[Sequence[Any], str], as_: str, indices: Optional[str] = None,
                 status: Optional[str] = None) -> None:
        """MPI_Testsome."""
        self._append("testsome", locals())

    def bcast(self, *, comm: Optional[str] = None, root: Optional[Number] = None, count: Optional[Number] = None,
              datatype: Optional[str] = None, value: Optional[Union[Number, Sequence[Any]]] = None,
              step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
              into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Bcast over all ranks, or over those of a communicator."""
        self._append("bcast", locals())

    def reduce(self, *, comm: Optional[str] = None, root: Optional[Number] = None, count: Optional[Number] = None,
               datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
               step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
               into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Reduce over all ranks, or over those of a communicator."""
        self._append("reduce", locals())

    def allreduce(self, *, comm: Optional[str] = None, count: Optional[Number] = None, datatype: Optional[str] = None,
                  op: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                  from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                  as_: Optional[str] = None) -> None:
        """MPI_Allreduce over all ranks, or over those of a communicator."""
        self._append("allreduce", locals())

    def gather(self, *, comm: Optional[str] = None, root: Optional[Number] = None, count: Optional[Number] = None,
               datatype: Optional[str] = None, value: Optional[Union[Number, Sequence[Any]]] = None,
               step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
               into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Gather over all ranks, or over those of a communicator."""
        self._append("gather", locals())

    def allgather(self, *, comm: Optional[str] = None, count: Optional[Number] = None, datatype: Optional[str] = None,
                  value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
                  from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                  as_: Optional[str] = None) -> None:
        """MPI_Allgather over all ranks, or over those of a communicator."""
        self._append("allgather", locals())

    def scatter(self, *, comm: Optional[str] = None, root: Optional[Number] = None, count: Optional[Number] = None,
                datatype: Optional[str] = None, value: Optional[Union[Number, Sequence[Any]]] = None,
                step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Scatter over all ranks, or over those of a communicator."""
        self._append("scatter", locals())

    def alltoall(self, *, comm: Optional[str] = None, count: Optional[Number] = None, datatype: Optional[str] = None,
                 value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
                 from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                 as_: Optional[str] = None) -> None:
        """MPI_Alltoall over all ranks, or over those of a communicator."""
        self._append("alltoall", locals())

    def probe(self, *, source: Number, comm: Optional[str] = None, tag: Optional[Number] = None,
              status: Optional[str] = None) -> None:
        """MPI_Probe."""
        self._append("probe", locals())

    def iprobe(self, *, source: Number, as_: str, comm: Optional[str] = None, tag: Optional[Number] = None,
               status: Optional[str] = None) -> None:
        """MPI_Iprobe."""
        self._append("iprobe", locals())

    def mprobe(self, *, source: Number, message: str, comm: Optional[str] = None, tag: Optional[Number] = None,
               status: Optional[str] = None) -> None:
        """MPI_Mprobe."""
        self._append("mprobe", locals())

    def improbe(self, *, source: Number, as_: str, message: str, comm: Optional[str] = None,
                tag: Optional[Number] = None, status: Optional[str] = None) -> None:
        """MPI_Improbe."""
        self._append("improbe", locals())

    def mrecv(self, *, message: str, count: Optional[Number] = None, datatype: Optional[str] = None,
              into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None,
              status: Optional[str] = None) -> None:
        """MPI_Mrecv. The data are stored in the caller's window or buffer, or in a variable, or are discarded."""
        self._append("mrecv", locals())

    def imrecv(self, *, request: str, message: str, count: Optional[Number] = None, datatype: Optional[str] = None,
               into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Imrecv. The data are stored in the caller's window or buffer, or in a variable, or are discarded."""
        self._append("imrecv", locals())

    def ssend(self, *, target: Number, comm: Optional[str] = None, tag: Optional[Number] = None,
              count: Optional[Number] = None, datatype: Optional[str] = None,
              value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
              from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ssend. It waits for the receiver."""
        self._append("ssend", locals())

    def issend(self, *, target: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
               count: Optional[Number] = None, datatype: Optional[str] = None,
               value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
               from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Issend. It does not wait for the receiver."""
        self._append("issend", locals())

    def bsend(self, *, target: Number, comm: Optional[str] = None, tag: Optional[Number] = None,
              count: Optional[Number] = None, datatype: Optional[str] = None,
              value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
              from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Bsend. It does not wait for the receiver."""
        self._append("bsend", locals())

    def ibsend(self, *, target: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
               count: Optional[Number] = None, datatype: Optional[str] = None,
               value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
               from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ibsend. It does not wait for the receiver."""
        self._append("ibsend", locals())

    def rsend(self, *, target: Number, comm: Optional[str] = None, tag: Optional[Number] = None,
              count: Optional[Number] = None, datatype: Optional[str] = None,
              value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
              from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Rsend. It does not wait for the receiver."""
        self._append("rsend", locals())

    def irsend(self, *, target: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
               count: Optional[Number] = None, datatype: Optional[str] = None,
               value: Optional[Union[Number, Sequence[Any]]] = None, step: Optional[Number] = None,
               from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Irsend. It does not wait for the receiver."""
        self._append("irsend", locals())

    def cancel(self, *, request: Number) -> None:
        """MPI_Cancel."""
        self._append("cancel", locals())

    def buffer_attach(self, *, bytes: Number) -> None:
        """MPI_Buffer_attach."""
        self._append("buffer_attach", locals())

    def buffer_detach(self) -> None:
        """MPI_Buffer_detach."""
        self._append("buffer_detach", {})

    def scan(self, *, comm: Optional[str] = None, count: Optional[Number] = None, datatype: Optional[str] = None,
             op: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
             from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
             as_: Optional[str] = None) -> None:
        """MPI_Scan over all ranks, or over those of a communicator."""
        self._append("scan", locals())

    def exscan(self, *, comm: Optional[str] = None, count: Optional[Number] = None, datatype: Optional[str] = None,
               op: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
               from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
               as_: Optional[str] = None) -> None:
        """MPI_Exscan over all ranks, or over those of a communicator."""
        self._append("exscan", locals())

    def reduce_scatter_block(self, *, comm: Optional[str] = None, count: Optional[Number] = None,
                             datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                             step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                             into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Reduce_scatter_block over all ranks, or over those of a communicator."""
        self._append("reduce_scatter_block", locals())

    def reduce_scatter(self, *, counts: Union[Sequence[Any], str], comm: Optional[str] = None,
                       datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                       step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                       into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Reduce_scatter over all ranks, or over those of a communicator."""
        self._append("reduce_scatter", locals())

    def gatherv(self, *, comm: Optional[str] = None, root: Optional[Number] = None, count: Optional[Number] = None,
                datatype: Optional[str] = None, counts: Optional[Union[Sequence[Any], str]] = None,
                value: Optional[Number] = None, step: Optional[Number] = None,
                from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Gatherv over all ranks, or over those of a communicator."""
        self._append("gatherv", locals())

    def scatterv(self, *, comm: Optional[str] = None, root: Optional[Number] = None, count: Optional[Number] = None,
                 datatype: Optional[str] = None, counts: Optional[Union[Sequence[Any], str]] = None,
                 value: Optional[Number] = None, step: Optional[Number] = None,
                 from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                 as_: Optional[str] = None) -> None:
        """MPI_Scatterv over all ranks, or over those of a communicator."""
        self._append("scatterv", locals())

    def allgatherv(self, *, counts: Union[Sequence[Any], str], comm: Optional[str] = None,
                   datatype: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                   from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Allgatherv over all ranks, or over those of a communicator."""
        self._append("allgatherv", locals())

    def alltoallv(self, *, counts: Union[Sequence[Any], str], receive_counts: Union[Sequence[Any], str],
                  comm: Optional[str] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                  step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                  into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Alltoallv over all ranks, or over those of a communicator."""
        self._append("alltoallv", locals())

    def ibarrier(self, *, request: str, comm: Optional[str] = None) -> None:
        """MPI_Ibarrier over all ranks, or over those of a communicator. It does not wait."""
        self._append("ibarrier", locals())

    def ibcast(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
               count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
               step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
               into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Ibcast over all ranks, or over those of a communicator. It does not wait."""
        self._append("ibcast", locals())

    def ireduce(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                count: Optional[Number] = None, datatype: Optional[str] = None, op: Optional[str] = None,
                value: Optional[Number] = None, step: Optional[Number] = None,
                from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                as_: Optional[str] = None) -> None:
        """MPI_Ireduce over all ranks, or over those of a communicator. It does not wait."""
        self._append("ireduce", locals())

    def iallreduce(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                   datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                   step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                   into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Iallreduce over all ranks, or over those of a communicator. It does not wait."""
        self._append("iallreduce", locals())

    def igather(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Igather over all ranks, or over those of a communicator. It does not wait."""
        self._append("igather", locals())

    def iallgather(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                   datatype: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                   from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                   as_: Optional[str] = None) -> None:
        """MPI_Iallgather over all ranks, or over those of a communicator. It does not wait."""
        self._append("iallgather", locals())

    def iscatter(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                 count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                 step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                 into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Iscatter over all ranks, or over those of a communicator. It does not wait."""
        self._append("iscatter", locals())

    def ialltoall(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                  datatype: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                  from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                  as_: Optional[str] = None) -> None:
        """MPI_Ialltoall over all ranks, or over those of a communicator. It does not wait."""
        self._append("ialltoall", locals())

    def iscan(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
              datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
              step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
              into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Iscan over all ranks, or over those of a communicator. It does not wait."""
        self._append("iscan", locals())

    def iexscan(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Iexscan over all ranks, or over those of a communicator. It does not wait."""
        self._append("iexscan", locals())

    def ireduce_scatter_block(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                              datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                              step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                              into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Ireduce_scatter_block over all ranks, or over those of a communicator. It does not wait."""
        self._append("ireduce_scatter_block", locals())

    def ireduce_scatter(self, *, counts: Union[Sequence[Any], str], request: str, comm: Optional[str] = None,
                        datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                        step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                        into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ireduce_scatter over all ranks, or over those of a communicator. It does not wait."""
        self._append("ireduce_scatter", locals())

    def igatherv(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                 count: Optional[Number] = None, datatype: Optional[str] = None,
                 counts: Optional[Union[Sequence[Any], str]] = None, value: Optional[Number] = None,
                 step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                 into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Igatherv over all ranks, or over those of a communicator. It does not wait."""
        self._append("igatherv", locals())

    def iscatterv(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                  count: Optional[Number] = None, datatype: Optional[str] = None,
                  counts: Optional[Union[Sequence[Any], str]] = None, value: Optional[Number] = None,
                  step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                  into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Iscatterv over all ranks, or over those of a communicator. It does not wait."""
        self._append("iscatterv", locals())

    def iallgatherv(self, *, counts: Union[Sequence[Any], str], request: str, comm: Optional[str] = None,
                    datatype: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                    from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Iallgatherv over all ranks, or over those of a communicator. It does not wait."""
        self._append("iallgatherv", locals())

    def ialltoallv(self, *, counts: Union[Sequence[Any], str], receive_counts: Union[Sequence[Any], str], request: str,
                   comm: Optional[str] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                   step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                   into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ialltoallv over all ranks, or over those of a communicator. It does not wait."""
        self._append("ialltoallv", locals())

    def send_init(self, *, target: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
                  count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                  step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Send_init. It creates an inactive request, which start starts."""
        self._append("send_init", locals())

    def bsend_init(self, *, target: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
                   count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                   step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Bsend_init. It creates an inactive request, which start starts."""
        self._append("bsend_init", locals())

    def ssend_init(self, *, target: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
                   count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                   step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ssend_init. It creates an inactive request, which start starts."""
        self._append("ssend_init", locals())

    def rsend_init(self, *, target: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
                   count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                   step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Rsend_init. It creates an inactive request, which start starts."""
        self._append("rsend_init", locals())

    def recv_init(self, *, source: Number, request: str, comm: Optional[str] = None, tag: Optional[Number] = None,
                  count: Optional[Number] = None, datatype: Optional[str] = None,
                  into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Recv_init. It creates an inactive request, which start starts."""
        self._append("recv_init", locals())

    def alltoallw(self, *, counts: Union[Sequence[Any], str], receive_counts: Union[Sequence[Any], str],
                  datatypes: Union[Sequence[Any], str], receive_datatypes: Union[Sequence[Any], str],
                  comm: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                  from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Alltoallw over all ranks, or over those of a communicator."""
        self._append("alltoallw", locals())

    def neighbor_allgather(self, *, comm: str, count: Optional[Number] = None, datatype: Optional[str] = None,
                           value: Optional[Number] = None, step: Optional[Number] = None,
                           from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_allgather over the ranks of a communicator with cart or graph."""
        self._append("neighbor_allgather", locals())

    def neighbor_allgatherv(self, *, comm: str, counts: Union[Sequence[Any], str], count: Optional[Number] = None,
                            datatype: Optional[str] = None, value: Optional[Number] = None,
                            step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                            into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_allgatherv over the ranks of a communicator with cart or graph."""
        self._append("neighbor_allgatherv", locals())

    def neighbor_alltoall(self, *, comm: str, count: Optional[Number] = None, datatype: Optional[str] = None,
                          value: Optional[Number] = None, step: Optional[Number] = None,
                          from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_alltoall over the ranks of a communicator with cart or graph."""
        self._append("neighbor_alltoall", locals())

    def neighbor_alltoallv(self, *, comm: str, counts: Union[Sequence[Any], str],
                           receive_counts: Union[Sequence[Any], str], datatype: Optional[str] = None,
                           value: Optional[Number] = None, step: Optional[Number] = None,
                           from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_alltoallv over the ranks of a communicator with cart or graph."""
        self._append("neighbor_alltoallv", locals())

    def neighbor_alltoallw(self, *, comm: str, counts: Union[Sequence[Any], str],
                           receive_counts: Union[Sequence[Any], str], datatypes: Union[Sequence[Any], str],
                           receive_datatypes: Union[Sequence[Any], str], value: Optional[Number] = None,
                           step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                           into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_alltoallw over the ranks of a communicator with cart or graph."""
        self._append("neighbor_alltoallw", locals())

    def ialltoallw(self, *, counts: Union[Sequence[Any], str], receive_counts: Union[Sequence[Any], str],
                   datatypes: Union[Sequence[Any], str], receive_datatypes: Union[Sequence[Any], str], request: str,
                   comm: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                   from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ialltoallw over all ranks, or over those of a communicator. It does not wait."""
        self._append("ialltoallw", locals())

    def ineighbor_allgather(self, *, comm: str, request: str, count: Optional[Number] = None,
                            datatype: Optional[str] = None, value: Optional[Number] = None,
                            step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                            into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ineighbor_allgather over the ranks of a communicator with cart or graph. It does not wait."""
        self._append("ineighbor_allgather", locals())

    def ineighbor_allgatherv(self, *, comm: str, counts: Union[Sequence[Any], str], request: str,
                             count: Optional[Number] = None, datatype: Optional[str] = None,
                             value: Optional[Number] = None, step: Optional[Number] = None,
                             from_: Optional[Mapping[str, Any]] = None,
                             into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ineighbor_allgatherv over the ranks of a communicator with cart or graph. It does not wait."""
        self._append("ineighbor_allgatherv", locals())

    def ineighbor_alltoall(self, *, comm: str, request: str, count: Optional[Number] = None,
                           datatype: Optional[str] = None, value: Optional[Number] = None,
                           step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                           into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ineighbor_alltoall over the ranks of a communicator with cart or graph. It does not wait."""
        self._append("ineighbor_alltoall", locals())

    def ineighbor_alltoallv(self, *, comm: str, counts: Union[Sequence[Any], str],
                            receive_counts: Union[Sequence[Any], str], request: str, datatype: Optional[str] = None,
                            value: Optional[Number] = None, step: Optional[Number] = None,
                            from_: Optional[Mapping[str, Any]] = None,
                            into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ineighbor_alltoallv over the ranks of a communicator with cart or graph. It does not wait."""
        self._append("ineighbor_alltoallv", locals())

    def ineighbor_alltoallw(self, *, comm: str, counts: Union[Sequence[Any], str],
                            receive_counts: Union[Sequence[Any], str], datatypes: Union[Sequence[Any], str],
                            receive_datatypes: Union[Sequence[Any], str], request: str, value: Optional[Number] = None,
                            step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                            into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Ineighbor_alltoallw over the ranks of a communicator with cart or graph. It does not wait."""
        self._append("ineighbor_alltoallw", locals())

    def barrier_init(self, *, request: str, comm: Optional[str] = None) -> None:
        """MPI_Barrier_init over all ranks, or over those of a communicator. It creates an inactive request, which start
        starts."""
        self._append("barrier_init", locals())

    def bcast_init(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                   count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                   step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                   into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Bcast_init over all ranks, or over those of a communicator. It creates an inactive request, which start
        starts."""
        self._append("bcast_init", locals())

    def reduce_init(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                    count: Optional[Number] = None, datatype: Optional[str] = None, op: Optional[str] = None,
                    value: Optional[Number] = None, step: Optional[Number] = None,
                    from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                    as_: Optional[str] = None) -> None:
        """MPI_Reduce_init over all ranks, or over those of a communicator. It creates an inactive request, which start
        starts."""
        self._append("reduce_init", locals())

    def allreduce_init(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                       datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                       step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                       into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Allreduce_init over all ranks, or over those of a communicator. It creates an inactive request, which
        start starts."""
        self._append("allreduce_init", locals())

    def gather_init(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                    count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                    step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                    into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Gather_init over all ranks, or over those of a communicator. It creates an inactive request, which start
        starts."""
        self._append("gather_init", locals())

    def allgather_init(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                       datatype: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                       from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                       as_: Optional[str] = None) -> None:
        """MPI_Allgather_init over all ranks, or over those of a communicator. It creates an inactive request, which
        start starts."""
        self._append("allgather_init", locals())

    def scatter_init(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                     count: Optional[Number] = None, datatype: Optional[str] = None, value: Optional[Number] = None,
                     step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                     into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Scatter_init over all ranks, or over those of a communicator. It creates an inactive request, which start
        starts."""
        self._append("scatter_init", locals())

    def alltoall_init(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                      datatype: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                      from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                      as_: Optional[str] = None) -> None:
        """MPI_Alltoall_init over all ranks, or over those of a communicator. It creates an inactive request, which
        start starts."""
        self._append("alltoall_init", locals())

    def scan_init(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                  datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                  step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                  into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Scan_init over all ranks, or over those of a communicator. It creates an inactive request, which start
        starts."""
        self._append("scan_init", locals())

    def exscan_init(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                    datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                    step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                    into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Exscan_init over all ranks, or over those of a communicator. It creates an inactive request, which start
        starts."""
        self._append("exscan_init", locals())

    def reduce_scatter_block_init(self, *, request: str, comm: Optional[str] = None, count: Optional[Number] = None,
                                  datatype: Optional[str] = None, op: Optional[str] = None,
                                  value: Optional[Number] = None, step: Optional[Number] = None,
                                  from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None,
                                  as_: Optional[str] = None) -> None:
        """MPI_Reduce_scatter_block_init over all ranks, or over those of a communicator. It creates an inactive
        request, which start starts."""
        self._append("reduce_scatter_block_init", locals())

    def reduce_scatter_init(self, *, counts: Union[Sequence[Any], str], request: str, comm: Optional[str] = None,
                            datatype: Optional[str] = None, op: Optional[str] = None, value: Optional[Number] = None,
                            step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                            into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Reduce_scatter_init over all ranks, or over those of a communicator. It creates an inactive request,
        which start starts."""
        self._append("reduce_scatter_init", locals())

    def gatherv_init(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                     count: Optional[Number] = None, datatype: Optional[str] = None,
                     counts: Optional[Union[Sequence[Any], str]] = None, value: Optional[Number] = None,
                     step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                     into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Gatherv_init over all ranks, or over those of a communicator. It creates an inactive request, which start
        starts."""
        self._append("gatherv_init", locals())

    def scatterv_init(self, *, request: str, comm: Optional[str] = None, root: Optional[Number] = None,
                      count: Optional[Number] = None, datatype: Optional[str] = None,
                      counts: Optional[Union[Sequence[Any], str]] = None, value: Optional[Number] = None,
                      step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                      into: Optional[Mapping[str, Any]] = None, as_: Optional[str] = None) -> None:
        """MPI_Scatterv_init over all ranks, or over those of a communicator. It creates an inactive request, which
        start starts."""
        self._append("scatterv_init", locals())

    def allgatherv_init(self, *, counts: Union[Sequence[Any], str], request: str, comm: Optional[str] = None,
                        datatype: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                        from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Allgatherv_init over all ranks, or over those of a communicator. It creates an inactive request, which
        start starts."""
        self._append("allgatherv_init", locals())

    def alltoallv_init(self, *, counts: Union[Sequence[Any], str], receive_counts: Union[Sequence[Any], str],
                       request: str, comm: Optional[str] = None, datatype: Optional[str] = None,
                       value: Optional[Number] = None, step: Optional[Number] = None,
                       from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Alltoallv_init over all ranks, or over those of a communicator. It creates an inactive request, which
        start starts."""
        self._append("alltoallv_init", locals())

    def alltoallw_init(self, *, counts: Union[Sequence[Any], str], receive_counts: Union[Sequence[Any], str],
                       datatypes: Union[Sequence[Any], str], receive_datatypes: Union[Sequence[Any], str], request: str,
                       comm: Optional[str] = None, value: Optional[Number] = None, step: Optional[Number] = None,
                       from_: Optional[Mapping[str, Any]] = None, into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Alltoallw_init over all ranks, or over those of a communicator. It creates an inactive request, which
        start starts."""
        self._append("alltoallw_init", locals())

    def neighbor_allgather_init(self, *, comm: str, request: str, count: Optional[Number] = None,
                                datatype: Optional[str] = None, value: Optional[Number] = None,
                                step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                                into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_allgather_init over the ranks of a communicator with cart or graph. It creates an inactive
        request, which start starts."""
        self._append("neighbor_allgather_init", locals())

    def neighbor_allgatherv_init(self, *, comm: str, counts: Union[Sequence[Any], str], request: str,
                                 count: Optional[Number] = None, datatype: Optional[str] = None,
                                 value: Optional[Number] = None, step: Optional[Number] = None,
                                 from_: Optional[Mapping[str, Any]] = None,
                                 into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_allgatherv_init over the ranks of a communicator with cart or graph. It creates an inactive
        request, which start starts."""
        self._append("neighbor_allgatherv_init", locals())

    def neighbor_alltoall_init(self, *, comm: str, request: str, count: Optional[Number] = None,
                               datatype: Optional[str] = None, value: Optional[Number] = None,
                               step: Optional[Number] = None, from_: Optional[Mapping[str, Any]] = None,
                               into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_alltoall_init over the ranks of a communicator with cart or graph. It creates an inactive
        request, which start starts."""
        self._append("neighbor_alltoall_init", locals())

    def neighbor_alltoallv_init(self, *, comm: str, counts: Union[Sequence[Any], str],
                                receive_counts: Union[Sequence[Any], str], request: str, datatype: Optional[str] = None,
                                value: Optional[Number] = None, step: Optional[Number] = None,
                                from_: Optional[Mapping[str, Any]] = None,
                                into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_alltoallv_init over the ranks of a communicator with cart or graph. It creates an inactive
        request, which start starts."""
        self._append("neighbor_alltoallv_init", locals())

    def neighbor_alltoallw_init(self, *, comm: str, counts: Union[Sequence[Any], str],
                                receive_counts: Union[Sequence[Any], str], datatypes: Union[Sequence[Any], str],
                                receive_datatypes: Union[Sequence[Any], str], request: str,
                                value: Optional[Number] = None, step: Optional[Number] = None,
                                from_: Optional[Mapping[str, Any]] = None,
                                into: Optional[Mapping[str, Any]] = None) -> None:
        """MPI_Neighbor_alltoallw_init over the ranks of a communicator with cart or graph. It creates an inactive
        request, which start starts."""
        self._append("neighbor_alltoallw_init", locals())

    def win_attach(self, *, over: Mapping[str, Any], win: Optional[str] = None, bytes: Optional[Number] = None) -> None:
        """MPI_Win_attach for a dynamic window. The call is local."""
        self._append("win_attach", locals())

    def win_detach(self, *, over: Mapping[str, Any], win: Optional[str] = None) -> None:
        """MPI_Win_detach for a dynamic window. The call is local."""
        self._append("win_detach", locals())

    def win_create(self, *, win: Optional[str] = None) -> None:
        """MPI_Win_create over all ranks. All bytes of the window become 0."""
        self._append("win_create", locals())

    def win_free(self, *, win: Optional[str] = None) -> None:
        """MPI_Win_free over all ranks."""
        self._append("win_free", locals())

    def compute(self, *, ns: Number, poll: Optional[bool] = None) -> None:
        """Computation outside of MPI. It accesses no window."""
        self._append("compute", locals())

    def store(self, *, win: Optional[str] = None, buffer: Optional[str] = None, target: Optional[Number] = None,
              disp: Optional[Number] = None, count: Optional[Number] = None, datatype: Optional[str] = None,
              value: Optional[Number] = None, step: Optional[Number] = None) -> None:
        """A store to memory: to the caller's own window segment or, if the window is shared, to that of any rank of the
        node."""
        self._append("store", locals())

    def load(self, *, as_: str, win: Optional[str] = None, buffer: Optional[str] = None,
             target: Optional[Number] = None, disp: Optional[Number] = None, datatype: Optional[str] = None,
             expect: Optional[Number] = None) -> None:
        """A load of an element into a variable: from the caller's own window segment or, if the window is shared, from
        that of any rank of the node. Floats are truncated to integers."""
        self._append("load", locals())

    def let(self, **members: Number) -> None:
        """Assigns values to variables, in the order of the file. A new variable exists until the end of the innermost
        list of calls."""
        self._append("let", members)

    def get_address(self, *, as_: str, win: Optional[str] = None, buffer: Optional[str] = None,
                    disp: Optional[Number] = None) -> None:
        """MPI_Get_address: the address of a byte of the caller's memory, for displacements in dynamic windows."""
        self._append("get_address", locals())

    def array(self, **members: Number) -> None:
        """Creates arrays of variables with the given lengths. All elements become 0. An array exists until the end of
        the innermost list of calls."""
        self._append("array", members)

    def repeat(self, *, times: Number, as_: Optional[str] = None) -> AbstractContextManager[None]:
        """Executes calls repeatedly. The `with` block contains the calls."""
        return self._block("repeat", locals())

    def while_(self, *, when: Number, limit: Optional[Number] = None,
               as_: Optional[str] = None) -> AbstractContextManager[None]:
        """Executes calls as long as a condition holds. The variables of the condition must be defined before the loop,
        by let. The `with` block contains the calls."""
        return self._block("while", locals())

    def thread_barrier(self) -> None:
        """Waits until all threads of the rank have called thread_barrier."""
        self._append("thread_barrier", {})

    def join(self, *, thread: Number) -> None:
        """Waits until another thread of the rank has exited."""
        self._append("join", locals())

    def set_flag(self, *, flag: str, value: Optional[Number] = None) -> None:
        """Sets a flag of the rank, which all threads of the rank share. A flag starts at 0 and only grows."""
        self._append("set_flag", locals())

    def wait_flag(self, *, flag: str, value: Optional[Number] = None) -> None:
        """Waits until a flag of the rank has at least a given value."""
        self._append("wait_flag", locals())

    def if_(self, *, when: Number) -> AbstractContextManager[None]:
        """Executes one of two lists of calls. The `with` block contains the calls."""
        return self._block("if", locals())

    def generate(self, *, pattern: str, win: Optional[str] = None, comm: Optional[str] = None,
                 updates: Optional[Number] = None, table_entries_per_rank: Optional[Number] = None,
                 type: Optional[str] = None, target: Optional[Number] = None, bytes: Optional[Number] = None,
                 iterations: Optional[Number] = None, operation: Optional[str] = None, sync: Optional[str] = None,
                 neighbours: Optional[Sequence[Any]] = None, compute_ns: Optional[Number] = None,
                 signal: Optional[str] = None, restart: Optional[bool] = None, order: Optional[str] = None,
                 planes: Optional[Number] = None, rows: Optional[Number] = None, columns: Optional[Number] = None,
                 periodic: Optional[bool] = None, row_win: Optional[str] = None,
                 column_win: Optional[str] = None) -> None:
        """A pattern, which is expanded to calls. scenarios/README.md describes the patterns."""
        self._append("generate", locals())
