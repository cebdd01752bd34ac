// OpenMP: loops, sections and tasks.
#include "tests/mpi/programs/check.h"

#include <omp.h>

// program omp_depend: Tasks in the order of their dependences.
// compile: -fopenmp
// SMPI's own: it has no threads
PROGRAM(omp_depend) {
    int value = 1, sum = 0, last = 0, chain = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task depend(out : value) shared(value)
        {
#pragma omp taskyield
            value = 2;
        }
        for (int i = 0; i < 3; ++i) {
#pragma omp task depend(in : value) shared(value, sum)
#pragma omp atomic
            sum += value;
        }
#pragma omp task depend(inout : value) shared(value, sum, last)
        {
            last = sum;
            value = 5;
        }
#pragma omp taskwait depend(in : value)
        EXPECT(last == 6 && value == 5);
        for (int i = 0; i < 10; ++i) {
#pragma omp task depend(inout : chain) firstprivate(i) shared(chain)
            chain = chain == i ? i + 1 : -100;
        }
#pragma omp task if (0) depend(in : chain) shared(chain, last)
        last = chain;
        EXPECT(last == 10);
    }
    EXPECT(chain == 10 && rank < size);
}

// program omp_for: Each iteration of a loop is done once, whatever the schedule; a sum is a sum.
// compile: -fopenmp
// SMPI's own: it has no threads
enum { count = 101 };
static int done[count];

static void expect_each_once(void) {
    for (int i = 0; i < count; ++i) EXPECT(done[i] == 1);
    memset(done, 0, sizeof(done));
}

PROGRAM(omp_for) {
    long sum = 0;
    int most = -1, i;
#pragma omp parallel for num_threads(3)
    for (i = 0; i < count; ++i) ++done[i];
    expect_each_once();
#pragma omp parallel for num_threads(3) schedule(static, 7)
    for (i = 0; i < count; ++i) ++done[i];
    expect_each_once();
#pragma omp parallel for num_threads(5) schedule(dynamic, 4)
    for (i = count - 1; i >= 0; --i) ++done[i];
    expect_each_once();
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(guided) nowait
        for (i = 0; i < count; ++i) ++done[i];
#pragma omp for schedule(dynamic) reduction(+ : sum) reduction(max : most)
        for (i = 0; i < count; i += 2) {
            sum += i;
            most = i > most ? i : most;
        }
    }
    expect_each_once();
    EXPECT(sum == 50 * 51 && most == 100);
    omp_set_schedule(omp_sched_guided, 3);
#pragma omp parallel for schedule(runtime)
    for (unsigned long long k = 0; k < count; ++k) ++done[k];
    expect_each_once();
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int a = 0; a < 1; ++a)
        for (int b = 0; b < count; ++b) ++done[a + b];
    expect_each_once();
    EXPECT(size == 4 && rank < size);
}

// program omp_ordered: Ordered parts run in the order of the iterations.
// compile: -fopenmp
// SMPI's own: it has no threads
PROGRAM(omp_ordered) {
    int next = 0, in_order = 1;
#pragma omp parallel for ordered schedule(dynamic, 2) num_threads(4)
    for (int i = 0; i < 37; ++i) {
#pragma omp ordered
        {
            in_order = in_order && next == i;
            ++next;
        }
    }
    EXPECT(in_order && next == 37);
    next = 0;
#pragma omp parallel for ordered schedule(static) num_threads(3)
    for (int i = 10; i > 0; --i) {
        if (i % 3 == 0) continue;
#pragma omp ordered
        in_order = in_order && ++next <= 7;
    }
    EXPECT(in_order && next == 7 && rank < size);
}

// program omp_sections: Sections, single with copyprivate, master, barriers.
// compile: -fopenmp
// SMPI's own: it has no threads
PROGRAM(omp_sections) {
    int section[3] = {0, 0, 0}, singles = 0, masters = 0, seen = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        ++section[0];
#pragma omp section
        ++section[1];
#pragma omp section
        ++section[2];
    }
    EXPECT(section[0] == 1 && section[1] == 1 && section[2] == 1);
#pragma omp parallel num_threads(4)
    {
        int mine = -1;
#pragma omp single copyprivate(mine)
        {
            ++singles;
            mine = 40 + rank;
        }
#pragma omp atomic
        seen += mine == 40 + rank;
#pragma omp master
        ++masters;
#pragma omp barrier
        if (omp_get_thread_num() == 3) EXPECT(seen == 4 && masters == 1);
#pragma omp single nowait
        ++singles;
    }
    EXPECT(singles == 2 && size == 4);
}

// program omp_taskloop: Loops of tasks, and reductions of tasks.
// compile: -fopenmp
// SMPI's own: it has no threads
PROGRAM(omp_taskloop) {
    int done[50] = {0}, sum = 0, product = 1, groups = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp taskloop grainsize(7)
        for (int i = 0; i < 50; ++i) ++done[i];
#pragma omp taskloop num_tasks(3)
        for (int i = 49; i >= 0; i -= 2) ++done[i];
#pragma omp taskloop reduction(+ : sum)
        for (unsigned long long i = 0; i < 50; ++i) sum += done[i];
#pragma omp taskgroup task_reduction(* : product) task_reduction(+ : groups)
        {
            for (int i = 1; i < 6; ++i) {
#pragma omp task in_reduction(* : product) in_reduction(+ : groups) firstprivate(i)
                {
                    product *= i;
                    ++groups;
                }
            }
        }
    }
    EXPECT(sum == 75 && product == 120 && groups == 5 && rank < size);
}

// program omp_tasks: Tasks: children are waited for, groups too; they see what they were given.
// compile: -fopenmp
// SMPI's own: it has no threads
static int fibonacci(int n) {
    int a, b;
    if (n < 2) return n;
#pragma omp task shared(a) if (n > 4)
    a = fibonacci(n - 1);
#pragma omp task shared(b) final(n < 6)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}

PROGRAM(omp_tasks) {
    int result = 0, grandchildren = 0, by[4] = {0, 0, 0, 0}, sum = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        result = fibonacci(12);
#pragma omp single
        {
#pragma omp taskgroup
            {
#pragma omp task
                for (int i = 0; i < 6; ++i) {
#pragma omp task
#pragma omp atomic
                    ++grandchildren;
                }
            }
            EXPECT(grandchildren == 6);
            for (int i = 0; i < 40; ++i) {
#pragma omp task firstprivate(i) priority(i)
                {
#pragma omp taskyield
#pragma omp atomic
                    sum += i;
#pragma omp atomic
                    ++by[omp_get_thread_num()];
                }
            }
        }
    }
    EXPECT(result == 144 && sum == 40 * 39 / 2);
    EXPECT(by[0] + by[1] + by[2] + by[3] == 40 && by[0] < 40 && by[1] < 40);
#pragma omp task shared(sum)
    sum = -1;
#pragma omp taskwait
    EXPECT(sum == -1 && rank < size);
}
