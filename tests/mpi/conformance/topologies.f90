! Topologies and calls of neighbours in Fortran, from chapter 8 of MPI 4.1.

! program f_cartesian: A grid of 2 x 2 processes, periodic in one dimension (8.5.1 to 8.5.5).
subroutine test_f_cartesian(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Comm) :: grid, row
  integer :: dims(2), coords(2), n, own, below, above
  logical :: periods(2)
  dims = 0
  call MPI_Dims_create(4, 2, dims)
  call check(all(dims == [2, 2]), 'balanced dimensions')
  dims = [0, 1]
  call MPI_Dims_create(4, 2, dims)
  call check(all(dims == [4, 1]), 'a dimension that is given')
  call MPI_Cart_create(MPI_COMM_WORLD, 2, [2, 2], [.true., .false.], .false., grid)
  n = 0
  call MPI_Topo_test(grid, n)
  call check(n == MPI_CART, 'the kind of topology')
  call MPI_Topo_test(MPI_COMM_WORLD, n)
  call check(n == MPI_UNDEFINED, 'no topology')
  n = 0
  call MPI_Cartdim_get(grid, n)
  call check(n == 2, 'the number of dimensions')
  coords = -1
  call MPI_Cart_coords(grid, rank, 2, coords)
  call check(all(coords == [rank / 2, mod(rank, 2)]), 'the coordinates')
  dims = 0
  periods = .false.
  call MPI_Cart_get(grid, 2, dims, periods, coords)
  call check(all(dims == 2) .and. periods(1) .and. .not. periods(2), 'the grid')
  n = -1
  call MPI_Cart_rank(grid, [3, 0], n)
  call check(n == 2, 'the rank at coordinates outside of a period')
  call MPI_Cart_shift(grid, 0, 1, below, above)
  call check(below == mod(rank + 2, 4) .and. above == mod(rank + 2, 4), 'neighbours in a period')
  call MPI_Cart_shift(grid, 1, 1, below, above)
  call check(below == merge(rank - 1, MPI_PROC_NULL, mod(rank, 2) == 1), 'the neighbour below')
  call check(above == merge(rank + 1, MPI_PROC_NULL, mod(rank, 2) == 0), 'the neighbour above')
  call MPI_Cart_sub(grid, [.false., .true.], row)
  call MPI_Comm_size(row, n)
  call MPI_Comm_rank(row, own)
  call check(n == 2 .and. own == mod(rank, 2), 'a row')
  call MPI_Cart_map(MPI_COMM_WORLD, 1, [3], [.false.], n)
  call check(n == merge(MPI_UNDEFINED, n, rank == 3) .or. n >= 0, 'a map')
  n = -7
  call MPI_Cart_map(MPI_COMM_WORLD, 2, [2, 2], [.false., .false.], n)
  call check(n >= 0 .and. n < 4, 'a map of all processes')
  call MPI_Comm_free(row)
  call MPI_Comm_free(grid)
  call say(rank, 'cartesian', [coords, merge(-9, below, below == MPI_PROC_NULL), &
                               merge(-9, above, above == MPI_PROC_NULL)])
end subroutine

! program f_graph: A graph that all processes know: 0 - 1, 1 - 2, 2 - 3 (8.5.3, 8.5.5).
subroutine test_f_graph(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Comm) :: graph
  integer :: n, edges, index(4), list(6), neighbours(2)
  call MPI_Graph_create(MPI_COMM_WORLD, 4, [1, 3, 5, 6], [1, 0, 2, 1, 3, 2], .false., graph)
  call MPI_Topo_test(graph, n)
  call check(n == MPI_GRAPH, 'the kind of topology')
  n = 0
  call MPI_Graphdims_get(graph, n, edges)
  call check(n == 4 .and. edges == 6, 'nodes and edges')
  index = 0
  call MPI_Graph_get(graph, 4, 6, index, list)
  call check(all(index == [1, 3, 5, 6]) .and. all(list == [1, 0, 2, 1, 3, 2]), 'the graph')
  n = 0
  call MPI_Graph_neighbors_count(graph, rank, n)
  call check(n == merge(1, 2, rank == 0 .or. rank == 3), 'the number of neighbours')
  neighbours = -1
  call MPI_Graph_neighbors(graph, 1, 2, neighbours)
  call check(all(neighbours == [0, 2]), 'the neighbours')
  n = -7
  call MPI_Graph_map(MPI_COMM_WORLD, 4, [1, 3, 5, 6], [1, 0, 2, 1, 3, 2], n)
  call check(n >= 0 .and. n < 4, 'a map')
  call MPI_Comm_free(graph)
  call say(rank, 'graph', [index, list])
end subroutine

! program f_dist_graph: Graphs of which each process knows a part, with and without weights (8.5.4).
subroutine test_f_dist_graph(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Comm) :: ring
  integer :: left, right, ins, outs, sources(2), destinations(2), in_weights(2), out_weights(2), kind
  logical :: weighted
  right = mod(rank + 1, size)
  left = mod(rank + size - 1, size)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, [left, right], [10, 20], 1, [right], [30], MPI_INFO_NULL, &
                                      .false., ring)
  call MPI_Topo_test(ring, kind)
  call check(kind == MPI_DIST_GRAPH, 'the kind of topology')
  ins = 0
  call MPI_Dist_graph_neighbors_count(ring, ins, outs, weighted)
  call check(ins == 2 .and. outs == 1 .and. weighted, 'the numbers of neighbours')
  sources = -1
  call MPI_Dist_graph_neighbors(ring, 2, sources, in_weights, 1, destinations, out_weights)
  call check(all(sources == [left, right]) .and. all(in_weights == [10, 20]), 'the sources')
  call check(destinations(1) == right .and. out_weights(1) == 30, 'the destinations')
  call MPI_Comm_free(ring)
  ! Process 0 describes the whole ring.
  if (rank == 0) then
    call MPI_Dist_graph_create(MPI_COMM_WORLD, 4, [0, 1, 2, 3], [1, 1, 1, 1], [1, 2, 3, 0], MPI_UNWEIGHTED, &
                               MPI_INFO_NULL, .false., ring)
  else
    call MPI_Dist_graph_create(MPI_COMM_WORLD, 0, [0], [0], [0], MPI_UNWEIGHTED, MPI_INFO_NULL, .false., ring)
  end if
  call MPI_Dist_graph_neighbors_count(ring, ins, outs, weighted)
  call check(ins == 1 .and. outs == 1 .and. .not. weighted, 'a ring')
  call MPI_Dist_graph_neighbors(ring, 1, sources, MPI_UNWEIGHTED, 1, destinations, MPI_UNWEIGHTED)
  call check(sources(1) == left .and. destinations(1) == right, 'the neighbours in the ring')
  call MPI_Comm_free(ring)
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, sources, MPI_WEIGHTS_EMPTY, 0, destinations, &
                                      MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, .false., ring)
  call MPI_Dist_graph_neighbors_count(ring, ins, outs, weighted)
  call check(ins == 0 .and. outs == 0 .and. weighted, 'no neighbours')
  call MPI_Comm_free(ring)
  call say(rank, 'dist graph', [sources(1), destinations(1)])
end subroutine

! program f_neighbours: Each call of neighbours, in all its forms, in a periodic line (8.6 to 8.9).
! openmpi: 4.1 lacks these functions
! mpich: its persistent calls want another topology
subroutine test_f_neighbours(rank, size)
  use mpi_f08
  use checks
  integer, intent(in) :: rank, size
  type(MPI_Comm) :: line
  type(MPI_Request) :: requests(5)
  type(MPI_Datatype) :: types(2)
  integer, parameter :: ones(2) = 1, disps(2) = [1, 0], forward(2) = [0, 1]
  integer(kind=MPI_ADDRESS_KIND), parameter :: bytes(2) = [4, 0], forward_bytes(2) = [0, 4]
  integer :: own, pair(2), left, right, i, form
  integer, asynchronous :: gather(2), gatherv(2), to(2), tov(2), tow(2)
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [4], [.true.], .false., line)
  call MPI_Cart_shift(line, 0, 1, left, right)
  types = MPI_INTEGER
  call MPI_Neighbor_allgather_init(own, 1, MPI_INTEGER, gather, 1, MPI_INTEGER, line, MPI_INFO_NULL, requests(1))
  call MPI_Neighbor_allgatherv_init(own, 1, MPI_INTEGER, gatherv, ones, disps, MPI_INTEGER, line, MPI_INFO_NULL, &
                                    requests(2))
  call MPI_Neighbor_alltoall_init(pair, 1, MPI_INTEGER, to, 1, MPI_INTEGER, line, MPI_INFO_NULL, requests(3))
  call MPI_Neighbor_alltoallv_init(pair, ones, disps, MPI_INTEGER, tov, ones, disps, MPI_INTEGER, line, &
                                   MPI_INFO_NULL, requests(4))
  call MPI_Neighbor_alltoallw_init(pair, ones, forward_bytes, types, tow, ones, bytes, types, line, MPI_INFO_NULL, &
                                   requests(5))
  do form = 1, 3
    own = 10 * form + rank
    pair = 100 * form + 10 * rank + [1, 2]  ! to the left, to the right
    gather = -1; gatherv = -1; to = -1; tov = -1; tow = -1
    if (form == 1) then
      call MPI_Startall(5, requests)
      call MPI_Waitall(5, requests, MPI_STATUSES_IGNORE)
      do i = 1, 5
        call MPI_Request_free(requests(i))
      end do
    else if (form == 2) then
      call MPI_Ineighbor_allgather(own, 1, MPI_INTEGER, gather, 1, MPI_INTEGER, line, requests(1))
      call MPI_Ineighbor_allgatherv(own, 1, MPI_INTEGER, gatherv, ones, disps, MPI_INTEGER, line, requests(2))
      call MPI_Ineighbor_alltoall(pair, 1, MPI_INTEGER, to, 1, MPI_INTEGER, line, requests(3))
      call MPI_Ineighbor_alltoallv(pair, ones, disps, MPI_INTEGER, tov, ones, disps, MPI_INTEGER, line, requests(4))
      call MPI_Ineighbor_alltoallw(pair, ones, forward_bytes, types, tow, ones, bytes, types, line, requests(5))
      call MPI_Waitall(5, requests, MPI_STATUSES_IGNORE)
    else
      call MPI_Neighbor_allgather(own, 1, MPI_INTEGER, gather, 1, MPI_INTEGER, line)
      call MPI_Neighbor_allgatherv(own, 1, MPI_INTEGER, gatherv, ones, disps, MPI_INTEGER, line)
      call MPI_Neighbor_alltoall(pair, 1, MPI_INTEGER, to, 1, MPI_INTEGER, line)
      call MPI_Neighbor_alltoallv(pair, ones, disps, MPI_INTEGER, tov, ones, disps, MPI_INTEGER, line)
      call MPI_Neighbor_alltoallw(pair, ones, forward_bytes, types, tow, ones, bytes, types, line)
    end if
    call check(all(gather == 10 * form + [left, right]), 'allgather')
    call check(all(gatherv == 10 * form + [right, left]), 'allgatherv')
    call check(all(to == 100 * form + 10 * [left, right] + [2, 1]), 'alltoall')
    call check(all(tov == 100 * form + 10 * [right, left] + [2, 1]), 'alltoallv')
    call check(all(tow == 100 * form + 10 * [right, left] + [1, 2]), 'alltoallw')
  end do
  call MPI_Comm_free(line)
  call say(rank, 'neighbours', [gather, gatherv, to, tov, tow, forward])
end subroutine
