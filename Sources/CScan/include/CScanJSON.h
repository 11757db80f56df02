// The inner loops of the JSON scanner.
//
// What is declared here says where something ends that is JSON, and nothing about what is not, nor about what nests
// deeper than 64 levels: of that the careful scanner speaks.
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

// How deep what is declared here looks into containers.
#define LUNADIFF_JSON_LEVELS 64

// A column as its records spell it.
typedef struct {
  const uint8_t *token;   // from the name's opening quote to the value
  intptr_t token_length;  // 0 if it must not be compared
  intptr_t odd;           // how many bytes of the token are not plain
  intptr_t next;          // the column that followed last time; -1: none did
  intptr_t record;        // the last record that had it
  intptr_t first_record;
  intptr_t key_slot;      // its place in the key; -1: none
  bool is_kept;           // its value is more than checked
} lunadiff_json_column;

// How many bytes of a text are looked at for those that are not plain, before any of them is read.
#define LUNADIFF_JSON_WINDOW 8192

// A text that is read in order, and where bytes are in a part of it that are not plain.
typedef struct {
  const uint8_t *end;
  bool is_one_line;
  uint32_t next;          // the first place that was not passed, as far as is known
  uint32_t count;
  const uint8_t *window;  // what places are counted from
  const uint8_t *known;   // up to where they are known
  uint16_t places[LUNADIFF_JSON_WINDOW + 64];
} lunadiff_json_cursor;

// Sets a cursor to the start of a text.
static inline void lunadiff_json_start(
    lunadiff_json_cursor *cursor, const uint8_t *text, const uint8_t *end, bool is_one_line) {
  cursor->end = end;
  cursor->is_one_line = is_one_line;
  cursor->next = cursor->count = 0;
  cursor->window = cursor->known = text;
}

// Reads members from behind the value of the column `previous`, as long as they come in the order and the spelling that
// the columns remember, and no value is kept. Sets `previous` to the last one's column, and their `record`.
//
// Returns the position behind the last one's value; `at` if it has read none.
const uint8_t *lunadiff_json_members(
    const uint8_t *at, lunadiff_json_cursor *cursor, lunadiff_json_column *columns, intptr_t record,
    intptr_t *previous);

// The position behind the array or object that opens at `at`; NULL if it is not known.
const uint8_t *lunadiff_json_container(const uint8_t *at, const uint8_t *end, bool is_one_line);

// The same, where it is known to be well-formed, as it was read before: a few times as fast.
const uint8_t *lunadiff_json_behind(const uint8_t *at, const uint8_t *end);

// True for a byte that means only itself inside a JSON string: printable ASCII but `"` and `\`.
static inline bool cscan_json_is_plain(uint8_t byte) {
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

// Of 16 bytes, all ones in those that are not plain. The comparison with a space is signed, so bytes from 0x80 up are less
// than one, too.
#if defined(__SSE2__)
static inline __m128i cscan_json_odd(const uint8_t *p) {
  __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
  __m128i odd = _mm_cmplt_epi8(bytes, _mm_set1_epi8(' '));
  odd = _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
  return _mm_or_si128(odd, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
static inline uint8x16_t cscan_json_odd(const uint8_t *p) {
  uint8x16_t bytes = vld1q_u8(p);
  uint8x16_t odd = vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(' '));
  odd = vorrq_u8(odd, vceqq_u8(bytes, vdupq_n_u8('"')));
  return vorrq_u8(odd, vceqq_u8(bytes, vdupq_n_u8('\\')));
}
#endif

// The first byte in [p, end) that is not plain, or end.
static inline const uint8_t *cscan_json_skip_plain(const uint8_t *p, const uint8_t *end) {
#if defined(__SSE2__)
  while (end - p >= 16) {
    unsigned mask = (unsigned)_mm_movemask_epi8(cscan_json_odd(p));
    if (mask) return p + __builtin_ctz(mask);
    p += 16;
  }
#elif defined(__ARM_NEON) && defined(__aarch64__)
  while (end - p >= 16) {
    uint16x8_t odd = vreinterpretq_u16_u8(cscan_json_odd(p));
    uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(odd, 4)), 0);
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
