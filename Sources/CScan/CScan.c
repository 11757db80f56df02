// How wide the steps of the scanners are, and where lines end.
#include "CScan.h"

#include <stdlib.h>

// 0: nobody has said anything yet.
static int most_vector_bytes;

int lunadiff_vector_bytes(void) {
  int most = __atomic_load_n(&most_vector_bytes, __ATOMIC_RELAXED);
  if (most == 0) {
    const char *said = getenv("LUNADIFF_VECTOR_BYTES");
    most = said && atoi(said) > 0 ? atoi(said) : 64;
    lunadiff_limit_vectors(most);
  }
#if defined(__x86_64__)
  if (most >= 64 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2")) return 64;
  if (most >= 32 && __builtin_cpu_supports("avx2")) return 32;
#endif
  return 16;
}

void lunadiff_limit_vectors(int bytes) { __atomic_store_n(&most_vector_bytes, bytes, __ATOMIC_RELAXED); }

size_t lunadiff_line_ends(const uint8_t *text, size_t count, uint8_t next) {
  if (count == 0) return 0;
  size_t lines = 0, last = count - 1;
  // Short runs in bytes, which vectorize; those with a CR are rare.
  for (size_t at = 0; at < last;) {
    size_t run = last - at < 255 ? last - at : 255;
    const uint8_t *bytes = text + at;
    uint8_t sum = 0, returns = 0;
    for (size_t i = 0; i < run; i++) {
      sum += bytes[i] == '\n';
      returns |= bytes[i] == '\r';
    }
    for (size_t i = 0; returns && i < run; i++) sum += (bytes[i] == '\r') & (bytes[i + 1] != '\n');
    lines += sum;
    at += run;
  }
  return lines + (text[last] == '\n' || (text[last] == '\r' && next != '\n'));
}
