"""The definitions to which the events of an archive refer: locations, regions, communicators, windows, metrics."""

from otf2.enums import GroupType, Paradigm, RegionRole, RmaWinFlag, Type

from ...packet_words import explain

ROLES = {"MPI_Barrier": RegionRole.BARRIER, "MPI_Send": RegionRole.POINT2POINT, "MPI_Recv": RegionRole.POINT2POINT,
         "MPI_Isend": RegionRole.POINT2POINT, "MPI_Irecv": RegionRole.POINT2POINT,
         "MPI_Bcast": RegionRole.COLL_ONE2ALL, "MPI_Scatter": RegionRole.COLL_ONE2ALL,
         "MPI_Reduce": RegionRole.COLL_ALL2ONE, "MPI_Gather": RegionRole.COLL_ALL2ONE,
         "MPI_Allreduce": RegionRole.COLL_ALL2ALL, "MPI_Allgather": RegionRole.COLL_ALL2ALL,
         "MPI_Alltoall": RegionRole.COLL_ALL2ALL}
WAITED = "The library of the rank was idle, for the cause that `time_spent` of a result calls so."


class Definitions:
    def __init__(self, archive, trace):
        self.registry = archive.definitions
        self.trace = trace
        self.call_location = self.registry.attribute("place", "where the scenario makes the call", Type.STRING)
        if trace.stuck:
            self.stuck = self.registry.attribute("stuck", "why the call never returned", Type.STRING)
        self.state = self.registry.parameter("state")
        self.regions = {}
        self.first_tracks = {}  # tracks are sorted by rank; the first track of a rank is that of the rank itself
        for index, track in enumerate(trace.tracks):
            self.first_tracks.setdefault(track.rank, index)
        self.locations = self.locations_of_tracks()
        main = [self.locations[self.main_track(rank)] for rank in trace.ranks]
        self.registry.group("MPI processes", GroupType.COMM_LOCATIONS, Paradigm.MPI, members=main)
        self.main = main
        self.groups = {}
        self.world = self.registry.comm("MPI_COMM_WORLD", self.group(trace.ranks))
        self.packets = self.registry.comm("packets", self.group(trace.ranks))
        self.communicators = {}  # (name, rank): (communicator, communicator rank of each of its ranks)
        for name, groups in trace.communicators.items():
            self.add_communicators(name, groups)
        self.windows = {window["name"]: window for window in trace.windows}
        self.rma_windows = {name: self.rma_window(name, ranks) for name, ranks in self.sizes_of_windows().items()}
        self.windows_of_some = {}  # (name, rank): (window, communicator rank of each of its ranks)
        for window in trace.windows:
            if "comm" in window:
                self.add_windows(window["name"], window["comm"])

    def locations_of_tracks(self):
        machine = self.registry.system_tree_node(self.trace.scenario, class_name="simulated machine")
        processes = {rank: self.registry.location_group(f"rank {rank}", system_tree_parent=machine)
                     for rank in self.trace.ranks}
        return [self.registry.location(track.name, group=processes[track.rank]) for track in self.trace.tracks]

    def main_track(self, rank):
        return self.first_tracks[rank]

    def windows_from_start(self, rank):
        return [name for name, window in self.windows.items() if window["from_start"] and self.has(rank, window)]

    def has(self, rank, window):
        return (window["name"], rank) in self.windows_of_some if "comm" in window else rank < window["ranks"]

    def sizes_of_windows(self):
        """The number of ranks of each window of all ranks. They are the ranks that have the window at the start, and
        those that use it later."""
        of_some = {name for name, window in self.windows.items() if "comm" in window}
        sizes = {name: window["ranks"] for name, window in self.windows.items() if name not in of_some}
        for call in self.trace.calls:
            if (name := call.arguments.get("win")) is not None and name not in of_some:
                concerned = (self.trace.tracks[call.track].rank, call.arguments.get("target", 0))
                sizes[name] = max(sizes[name], 1 + max(concerned))
        return sizes

    def rma_window(self, name, ranks):
        of_window = self.registry.comm(f"group of {name}", self.group(range(ranks)))
        return self.registry.rma_win(name, of_window, RmaWinFlag.CREATE_DESTROY_EVENTS)

    def add_windows(self, name, comm):
        """Adds a window for each communicator of this name."""
        made = {}
        for (of, rank), (communicator, comm_ranks) in self.communicators.items():
            if of != comm:
                continue
            first = min(comm_ranks)
            if first not in made:
                made[first] = self.registry.rma_win(f"{name} of {comm} {len(made)}", communicator,
                                                    RmaWinFlag.CREATE_DESTROY_EVENTS)
            self.windows_of_some[name, rank] = (made[first], comm_ranks)

    def window(self, rank, name):
        """The rank's window with this name, and the communicator rank of each of its ranks. The second value is None if
        communicator ranks are equal to ranks."""
        return self.windows_of_some.get((name, rank)) or (self.rma_windows[name], None)

    def add_communicators(self, name, groups):
        present = set(self.trace.ranks)
        for number, ranks in enumerate(groups):
            members = [rank for rank in ranks if rank in present]
            if not members:
                continue
            made = self.registry.comm(f"{name} {number}", self.group(members), parent=self.world)
            comm_ranks = {rank: comm_rank for comm_rank, rank in enumerate(members)}
            self.communicators.update({(name, rank): (made, comm_ranks) for rank in members})

    def communicator(self, rank, name):
        """The rank's communicator with this name, and the communicator rank of each of its ranks. Without a name, the
        communicator of all ranks.
        """
        return self.communicators[name, rank] if name else (self.world, None)

    def group(self, ranks):
        ranks = tuple(ranks)
        if ranks not in self.groups:
            name = f"group {len(self.groups)}"
            self.groups[ranks] = self.registry.group(name, GroupType.COMM_GROUP, Paradigm.MPI,
                                                     members=[self.main[rank] for rank in ranks])
        return self.groups[ranks]

    def region(self, name, role, paradigm, description=""):
        if name not in self.regions:
            self.regions[name] = self.registry.region(name, description=description, region_role=role,
                                                      paradigm=paradigm)
        return self.regions[name]

    def region_of_call(self, name):
        # A program may also call MPI functions that SMPI executes. Their regions have the names of the functions.
        mpi_name = name if name.startswith("MPI_") else self.trace.mpi_names.get(name)
        if mpi_name is None:
            return self.region(name, RegionRole.FUNCTION, Paradigm.USER)
        return self.region(mpi_name, ROLES.get(mpi_name, RegionRole.RMA), Paradigm.MPI)

    def region_of_wait(self, cause):
        return self.region(cause, RegionRole.ARTIFICIAL, Paradigm.MPI, WAITED)

    def region_of_packet(self, verb, kind):
        """The region of a packet. `verb` is "send" or "handle"."""
        name = f"{verb} {kind}"
        if name in self.regions:
            return self.regions[name]
        return self.region(name, RegionRole.DATA_TRANSFER, Paradigm.MPI, explain(kind, self.trace.protocol))

    def metric(self, name, unit):
        return self.registry.metric(name, value_type=Type.INT64, unit=unit)
