// Runs of bytes that are compared many at a time.
#ifndef LUNADIFF_BYTES_H
#define LUNADIFF_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// Of the 32 bytes at two places one bit each, set where they are not the same.
static inline uint32_t lunadiff_unequal_bytes(const uint8_t *first, const uint8_t *second) {
  uint32_t equal = 0;
#if defined(__SSE2__)
  for (int i = 0; i < 32; i += 16) {
    __m128i mine = _mm_loadu_si128((const __m128i *)(const void *)(first + i));
    __m128i theirs = _mm_loadu_si128((const __m128i *)(const void *)(second + i));
    equal |= (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(mine, theirs)) << i;
  }
#else
  if (memcmp(first, second, 32) == 0) return 0;
  for (int i = 0; i < 32; i++) equal |= (uint32_t)(first[i] == second[i]) << i;
#endif
  return ~equal;
}

// How many bytes from the first on are the same at two places, of so many that there are at both.
static inline size_t lunadiff_common_prefix(const uint8_t *first, const uint8_t *second, size_t count) {
  size_t same = 0;
  for (; count - same >= 32; same += 32) {
    // Of bytes that are the same for long the C library compares more at once.
    if (same == 256) {
      while (count - same >= 512 && memcmp(first + same, second + same, 256) == 0) same += 256;
    }
    uint32_t unequal = lunadiff_unequal_bytes(first + same, second + same);
    if (unequal) return same + (size_t)__builtin_ctz(unequal);
  }
  while (same < count && first[same] == second[same]) same++;
  return same;
}

#endif
