// The two inner loops of the JSON scanner that want 16 bytes at a time.
#ifndef LUNADIFF_CSCANJSON_H
#define LUNADIFF_CSCANJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

// True for a byte that means only itself inside a JSON string: printable ASCII but `"` and `\`.
static inline bool cscan_json_is_plain(uint8_t byte) {
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

// The first byte in [p, end) that is not plain, or end.
static inline const uint8_t *cscan_json_skip_plain(const uint8_t *p, const uint8_t *end) {
#if defined(__SSE2__)
  const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
  const __m128i space = _mm_set1_epi8(0x20);
  while (end - p >= 16) {
    __m128i block = _mm_loadu_si128((const __m128i *)(const void *)p);
    // The comparison is signed, so bytes from 0x80 up are "less than a space" too.
    __m128i odd = _mm_or_si128(_mm_cmplt_epi8(block, space),
                               _mm_or_si128(_mm_cmpeq_epi8(block, quote),
                                            _mm_cmpeq_epi8(block, slash)));
    unsigned mask = (unsigned)_mm_movemask_epi8(odd);
    if (mask) return p + __builtin_ctz(mask);
    p += 16;
  }
#elif defined(__ARM_NEON) && defined(__aarch64__)
  while (end - p >= 16) {
    uint8x16_t block = vld1q_u8(p);
    uint8x16_t odd = vorrq_u8(
        vcltq_s8(vreinterpretq_s8_u8(block), vdupq_n_s8(0x20)),
        vorrq_u8(vceqq_u8(block, vdupq_n_u8('"')), vceqq_u8(block, vdupq_n_u8('\\'))));
    uint64_t mask =
        vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(odd), 4)), 0);
    if (mask) return p + (__builtin_ctzll(mask) >> 2);
    p += 16;
  }
#endif
  while (p < end && cscan_json_is_plain(*p)) p++;
  return p;
}

// True if the `count` bytes at p and at q are equal and no white space follows them at p. At least 16
// bytes are readable at q, and up to `end` at p.
static inline bool cscan_json_matches(const uint8_t *p, const uint8_t *end, const uint8_t *q,
                                      size_t count) {
  if ((size_t)(end - p) <= count || p[count] <= 0x20) return false;
#if defined(__SSE2__)
  if (count <= 16 && end - p >= 16) {
    __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)p),
                                   _mm_loadu_si128((const __m128i *)(const void *)q));
    unsigned wanted = (1u << count) - 1;
    return ((unsigned)_mm_movemask_epi8(equal) & wanted) == wanted;
  }
#endif
  return memcmp(p, q, count) == 0;
}

#endif
