/* Sleeps take virtual time: 10 s by three functions, of which real time would notice. Then rank 0 closes its streams.
 */
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "tests/process/programs/testapi.h"

int main(void) {
    struct timespec begin, end;
    struct timeval now;
    const struct timespec three = {3, 0};
    clock_gettime(CLOCK_MONOTONIC, &begin);
    sleep(5);
    usleep(2000000);
    nanosleep(&three, NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    gettimeofday(&now, NULL);
    if (end.tv_sec - begin.tv_sec != 10 || now.tv_sec != end.tv_sec || time(NULL) != end.tv_sec) return 1;
    printf("rank %d\n", test_rank());
    if (test_rank() == 0) {
        fclose(stdout);
        close(1);
        close(2);
    }
    test_yield();
    return 0;
}
