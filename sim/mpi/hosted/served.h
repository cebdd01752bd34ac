// The functions of MPI for messages and the collective functions, once for all their forms: `allgather` makes the call
// of MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, and of their forms with large counts. The functions that a
// program calls are generated from functions.inc (generate_api.py), with the parameters of MPI.
#pragma once

#include "sim/mpi/hosted/collective_arguments.h"

namespace rmasim::sim::served {

using mpi::Library;

// ---- Messages (MPI 4.1, chapter 3).
void send(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
void ssend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
void bsend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
void rsend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
void isend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
           MPI_Request* request);
void issend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request* request);
void ibsend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request* request);
void irsend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request* request);
void recv(Library& own, void* to, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
          MPI_Status* status);
void irecv(Library& own, void* to, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
           MPI_Request* request);
void sendrecv(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, int dest, int sent_tag, void* to,
              MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status);
void sendrecv_replace(Library& own, void* buffer, MPI_Count count, MPI_Datatype type, int dest, int sent_tag,
                      int source, int tag, MPI_Comm comm, MPI_Status* status);
void isendrecv(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, int dest, int sent_tag, void* to,
               MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request);
void isendrecv_replace(Library& own, void* buffer, MPI_Count count, MPI_Datatype type, int dest, int sent_tag,
                       int source, int tag, MPI_Comm comm, MPI_Request* request);
void probe(Library& own, int source, int tag, MPI_Comm comm, MPI_Status* status);
void iprobe(Library& own, int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status);
void mprobe(Library& own, int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status);
void improbe(Library& own, int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status);
void mrecv(Library& own, void* to, MPI_Count count, MPI_Datatype type, MPI_Message* message, MPI_Status* status);
void imrecv(Library& own, void* to, MPI_Count count, MPI_Datatype type, MPI_Message* message, MPI_Request* request);
void send_init(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request);
void ssend_init(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request);
void bsend_init(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request);
void rsend_init(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request);
void recv_init(Library& own, void* to, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request* request);
void buffer_attach(Library& own, void* buffer, MPI_Count bytes);
void buffer_detach(Library& own, void* address, MPI_Count* bytes);
void buffer_detach(Library& own, void* address, int* bytes);

// ---- Collective calls (MPI 4.1, chapter 6). `Numbers` are the counts and displacements of a form.
CollectiveRequest barrier(Library& own, MPI_Comm comm);
CollectiveRequest bcast(Library& own, void* data, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
CollectiveRequest gather(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                         MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
CollectiveRequest gatherv(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                          Numbers counts, Numbers disps, MPI_Datatype type, int root, MPI_Comm comm);
CollectiveRequest scatter(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                          MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
CollectiveRequest scatterv(Library& own, const void* from, Numbers counts, Numbers disps, MPI_Datatype sent_type,
                           void* to, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
CollectiveRequest allgather(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                            MPI_Count count, MPI_Datatype type, MPI_Comm comm);
CollectiveRequest allgatherv(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                             Numbers counts, Numbers disps, MPI_Datatype type, MPI_Comm comm);
CollectiveRequest alltoall(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                           MPI_Count count, MPI_Datatype type, MPI_Comm comm);
CollectiveRequest alltoallv(Library& own, const void* from, Numbers sent, Numbers sent_disps, MPI_Datatype sent_type,
                            void* to, Numbers counts, Numbers disps, MPI_Datatype type, MPI_Comm comm);
CollectiveRequest alltoallw(Library& own, const void* from, Numbers sent, Numbers sent_disps,
                            const MPI_Datatype sent_types[], void* to, Numbers counts, Numbers disps,
                            const MPI_Datatype types[], MPI_Comm comm);
CollectiveRequest reduce(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                         int root, MPI_Comm comm);
CollectiveRequest allreduce(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm);
CollectiveRequest scan(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm);
CollectiveRequest exscan(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm);
CollectiveRequest reduce_scatter_block(Library& own, const void* from, void* to, MPI_Count count, MPI_Datatype type,
                                       MPI_Op op, MPI_Comm comm);
CollectiveRequest reduce_scatter(Library& own, const void* from, void* to, Numbers counts, MPI_Datatype type, MPI_Op op,
                                 MPI_Comm comm);

// ---- Collective calls of neighbours (MPI 4.1, chapter 8).
CollectiveRequest neighbor_allgather(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                                     MPI_Count count, MPI_Datatype type, MPI_Comm comm);
CollectiveRequest neighbor_allgatherv(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                                      Numbers counts, Numbers disps, MPI_Datatype type, MPI_Comm comm);
CollectiveRequest neighbor_alltoall(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, void* to,
                                    MPI_Count count, MPI_Datatype type, MPI_Comm comm);
CollectiveRequest neighbor_alltoallv(Library& own, const void* from, Numbers sent, Numbers sent_disps,
                                     MPI_Datatype sent_type, void* to, Numbers counts, Numbers disps, MPI_Datatype type,
                                     MPI_Comm comm);
CollectiveRequest neighbor_alltoallw(Library& own, const void* from, Numbers sent, Numbers sent_disps,
                                     const MPI_Datatype sent_types[], void* to, Numbers counts, Numbers disps,
                                     const MPI_Datatype types[], MPI_Comm comm);

}  // namespace rmasim::sim::served
