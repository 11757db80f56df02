#define _GNU_SOURCE
#include "CPlatform.h"

#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#endif

int lunadiff_core_count(void) {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) {
    return CPU_COUNT(&set);
  }
#endif
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}
