#define _GNU_SOURCE
#include "CScan.h"

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

size_t lunadiff_line_ends(const uint8_t *text, size_t count, uint8_t next) {
  if (count == 0) return 0;
  size_t lines = 0, last = count - 1;
  // Short runs in bytes, which vectorize.
  for (size_t at = 0; at < last;) {
    size_t run = last - at < 255 ? last - at : 255;
    uint8_t sum = 0;
    for (size_t i = 0; i < run; i++) {
      sum += (text[at + i] == '\n') | ((text[at + i] == '\r') & (text[at + i + 1] != '\n'));
    }
    lines += sum;
    at += run;
  }
  return lines + (text[last] == '\n' || (text[last] == '\r' && next != '\n'));
}
