// Finds where members, strings and containers of JSON end.
#include "CScan.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

// How a text is read, and with which cursor, if any.
//
// With a cursor, few places are compared with the end of the text: what jumps ahead, over a string, a number or white
// space, lands only where ROOM bytes follow, and fewer than that are passed before the next jump. What stands too near
// the end is not found, and left to the careful scanner. Without a cursor, every place is compared with the end.
typedef struct {
  const uint8_t *end;
  bool is_one_line;
  lunadiff_json_cursor *cursor;
  uint32_t next;  // the cursor's, which is written back at the end
} reader;

#define ROOM 8

INLINE bool is_end(const uint8_t *at, const reader *in) { return !in->cursor && at == in->end; }

// Where a jump has led, if it may be read on from there.
INLINE const uint8_t *landed(const uint8_t *at, const reader *in) {
  return in->cursor && in->end - at < ROOM ? NULL : at;
}

// Behind white space that a place begins with, and how much of it is not plain. Never inlined: it is rare.
static __attribute__((noinline)) const uint8_t *skip_spaces(
    const uint8_t *at, const uint8_t *end, bool is_one_line, uint32_t *odd) {
  for (; at < end && *at <= ' '; at++) {
    bool is_space = *at == ' ' || *at == '\t' || *at == '\r' || (*at == '\n' && !is_one_line);
    if (!is_space) break;
    *odd += *at != ' ';
  }
  return at;
}

// Behind white space; NULL if there is nothing to read.
INLINE const uint8_t *skip_space(const uint8_t *at, reader *in) {
  if (__builtin_expect(!is_end(at, in) && *at > ' ', 1)) return at;
  uint32_t odd = 0;
  at = skip_spaces(at, in->end, in->is_one_line, &odd);
  in->next += odd;
  return at == in->end ? NULL : landed(at, in);
}

// Behind a byte that stands at a place, or behind white space there; NULL if another one does.
INLINE const uint8_t *pass(uint8_t byte, const uint8_t *at, reader *in) {
  if (__builtin_expect(!is_end(at, in) && *at == byte, 1)) return at + 1;
  at = skip_space(at, in);
  return at && *at == byte ? at + 1 : NULL;
}

INLINE bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') <= 9; }

// Behind the digits at a place: most numbers have fewer than 16, whose count nobody can guess.
INLINE const uint8_t *skip_digits(const uint8_t *at, const uint8_t *end) {
#if defined(__SSE2__)
  if (end - at >= 16) {
    __m128i value = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)(const void *)at), _mm_set1_epi8('0'));
    __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(9)), value);
    at += __builtin_ctz(~(unsigned)_mm_movemask_epi8(digits));
  }
#endif
  while (at < end && is_digit(*at)) at++;
  return at;
}

INLINE const uint8_t *number(const uint8_t *at, const uint8_t *end) {
  if (*at == '-') at++;
  const uint8_t *first = at;
  at = skip_digits(at, end);
  if (at == first || (*first == '0' && at - first > 1)) return NULL;
  if (at < end && *at == '.') {
    first = at + 1;
    at = skip_digits(first, end);
    if (at == first) return NULL;
  }
  if (at < end && (*at | 0x20) == 'e') {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    first = at;
    at = skip_digits(first, end);
    if (at == first) return NULL;
  }
  return at;
}

INLINE const uint8_t *word(const uint8_t *at, const uint8_t *end, const char *spelling, size_t count) {
  return (size_t)(end - at) >= count && memcmp(at, spelling, count) == 0 ? at + count : NULL;
}

INLINE const uint8_t *scalar(const uint8_t *at, const uint8_t *end) {
  switch (*at) {
  case 't': return word(at, end, "true", 4);
  case 'f': return word(at, end, "false", 5);
  case 'n': return word(at, end, "null", 4);
  default: return number(at, end);
  }
}

INLINE bool is_hexadecimal(uint8_t byte) { return is_digit(byte) || (uint8_t)((byte | 0x20) - 'a') <= 5; }

INLINE const uint8_t *escape(const uint8_t *at, const uint8_t *end) {
  if (end - at < 2) return NULL;
  if (at[1] == 'u') {
    if (end - at < 6) return NULL;
    for (int i = 2; i < 6; i++) {
      if (!is_hexadecimal(at[i])) return NULL;
    }
    return at + 6;
  }
  return at[1] && strchr("\"\\/bfnrt", at[1]) ? at + 2 : NULL;
}

// Behind a string's closing quote, from a place inside it, whatever stands there.
static const uint8_t *odd_string(const uint8_t *at, const uint8_t *end) {
  for (;;) {
    at = cscan_json_skip_plain(at, end);
    if (at == end) return NULL;
    if (*at == '"') return at + 1;
    if (*at == '\\') {
      at = escape(at, end);
      if (!at) return NULL;
    } else if (*at < 0x80) {
      return NULL;
    }
    while (at < end && *at >= 0x80) {
      size_t length = lunadiff_utf8_length(at, end);
      if (!length) return NULL;
      at += length;
    }
  }
}

static void find_places(lunadiff_json_cursor *cursor, const uint8_t *at);

// Whether a place is the next one, and another one is known behind it.
INLINE bool is_next(const lunadiff_json_cursor *cursor, const uint8_t *at, uint32_t next) {
  return next + 1 < cursor->count && cursor->window + cursor->places[next] == at;
}

// The number of the first place from `at` on; another one is known behind it, unless it is far.
static uint32_t look_ahead(lunadiff_json_cursor *cursor, const uint8_t *at, uint32_t next) {
  if (cursor->window <= at && at < cursor->known) {
    while (next < cursor->count && cursor->window + cursor->places[next] < at) next++;
    if (next + 1 < cursor->count) return next;
  }
  find_places(cursor, at);
  return 0;
}

// Behind a string of which no end is known, or another one than its closing quote.
static const uint8_t *unknown_string(const uint8_t *at, const reader *in) {
  at = odd_string(at, in->end);
  return at ? landed(at, in) : NULL;
}

// Behind a string, from its opening quote on.
INLINE const uint8_t *string(const uint8_t *at, reader *in) {
  lunadiff_json_cursor *cursor = in->cursor;
  if (!cursor) {
    const uint8_t *stop = cscan_json_skip_plain(at + 1, in->end);
    return stop < in->end && *stop == '"' ? stop + 1 : odd_string(stop, in->end);
  }
  if (__builtin_expect(!is_next(cursor, at, in->next), 0)) {
    in->next = look_ahead(cursor, at, in->next);
    if (!is_next(cursor, at, in->next)) return unknown_string(at + 1, in);
  }
  const uint8_t *stop = cursor->window + cursor->places[in->next + 1];
  in->next += 2;
  return __builtin_expect(*stop == '"', 1) ? stop + 1 : unknown_string(stop, in);
}

// From a member's name to its value.
INLINE const uint8_t *name(const uint8_t *at, reader *in) {
  if (*at != '"' || !(at = string(at, in)) || !(at = pass(':', at, in))) return NULL;
  return skip_space(at, in);
}

// Behind a string, a number or a word.
INLINE const uint8_t *simple(const uint8_t *at, reader *in) {
  if (*at == '"') return string(at, in);
  at = scalar(at, in->end);
  return at ? landed(at, in) : NULL;
}

INLINE const uint8_t *container(const uint8_t *at, reader *in) {
  uint64_t objects = 0;  // which of the containers around this place are; the innermost one is bit 0
  int depth = 0;
  while (at) {
    // Here a value begins.
    if (*at == '{' || *at == '[') {
      uint8_t opening = *at;
      if (!landed(at, in) || !(at = skip_space(at + 1, in))) return NULL;
      if (*at != opening + 2) {
        if (depth++ == LUNADIFF_JSON_LEVELS) return NULL;
        objects = objects << 1 | (opening == '{');
        if (opening == '{') at = name(at, in);
        continue;
      }
      at++;
    } else {
      at = simple(at, in);
      if (!at) return NULL;
    }
    // Here it has ended.
    for (; depth; depth--, objects >>= 1) {
      if (!is_end(at, in) && *at == ',') break;
      at = skip_space(at, in);
      if (!at || *at == ',') break;
      if (*at++ != (objects & 1 ? '}' : ']') || (depth > 1 && !landed(at, in))) return NULL;
    }
    if (!depth || !at) return at;
    at = skip_space(at + 1, in);
    if (at && objects & 1) at = name(at, in);
  }
  return NULL;
}

const uint8_t *lunadiff_json_container(const uint8_t *at, const uint8_t *end, bool is_one_line) {
  reader in = {end, is_one_line, NULL, 0};
  return container(at, &in);
}

static const uint8_t *container_ahead(const uint8_t *at, lunadiff_json_cursor *cursor) {
  reader in = {cursor->end, cursor->is_one_line, cursor, cursor->next};
  at = container(at, &in);
  cursor->next = in.next;
  return at;
}

const uint8_t *lunadiff_json_members(
    const uint8_t *at, lunadiff_json_cursor *cursor, lunadiff_json_column *columns, intptr_t record,
    intptr_t *previous) {
  intptr_t last = *previous;
  reader in = {cursor->end, cursor->is_one_line, cursor, look_ahead(cursor, at, cursor->next)};
  for (;;) {
    intptr_t next = columns[last].next;
    if (next < 0 || !landed(at, &in) || *at != ',') break;
    lunadiff_json_column *column = &columns[next];
    const uint8_t *value = skip_space(at + 1, &in);
    size_t length = (size_t)column->token_length;
    if (!value || column->is_kept || column->record == record || !length) break;
    if (!cscan_json_matches(value, in.end, column->token, length)) break;
    value += length;
    in.next += (uint32_t)column->odd;
    if (*value == '{' || *value == '[') {
      cursor->next = in.next;
      value = container_ahead(value, cursor);
      in.next = cursor->next;
    } else {
      value = simple(value, &in);
    }
    if (!value) break;
    column->record = record;
    last = next;
    at = value;
  }
  cursor->next = in.next;
  *previous = last;
  return at;
}

// The bytes of a block that are not plain, one bit each.
INLINE uint64_t odd_portable(const uint8_t *block) {
  uint64_t odd = 0;
#if defined(__SSE2__)
  for (int i = 0; i < 4; i++) {
    odd |= (uint64_t)(uint32_t)_mm_movemask_epi8(cscan_json_odd(block + 16 * i)) << (16 * i);
  }
#elif defined(__ARM_NEON) && defined(__aarch64__)
  // Each byte keeps the bit of its place among eight; neighbours are added up three times.
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t parts[4];
  for (int i = 0; i < 4; i++) parts[i] = vandq_u8(cscan_json_odd(block + 16 * i), bits);
  uint8x16_t sums = vpaddq_u8(vpaddq_u8(parts[0], parts[1]), vpaddq_u8(parts[2], parts[3]));
  odd = vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
#else
  for (int i = 0; i < 64; i++) odd |= (uint64_t)!cscan_json_is_plain(block[i]) << i;
#endif
  return odd;
}

// How many bytes ahead memory is asked for: farther than the processor looks by itself.
#define AHEAD 2048

// The masks of all blocks of a window.
INLINE void mask(const uint8_t *at, size_t size, uint64_t *masks, uint64_t (*odd)(const uint8_t *)) {
  for (; size >= 64; size -= 64, at += 64) {
    __builtin_prefetch(at + AHEAD);
    *masks++ = odd(at);
  }
  if (!size) return;
  uint8_t filled[64];
  memset(filled, 'a', sizeof filled);
  memcpy(filled, at, size);
  *masks = odd(filled);
}

static void mask_portable(const uint8_t *at, size_t size, uint64_t *masks) { mask(at, size, masks, odd_portable); }

// Writes down which bits are set, and returns how many.
//
// Four at a time, in one word: what compilers make of single ones to store them at once is slower.
INLINE uint32_t list(const uint64_t *masks, size_t size, uint16_t *places) {
  uint16_t *to = places;
  for (size_t offset = 0; offset < size; offset += 64) {
    uint64_t odd = *masks++;
    uint16_t *end = to + __builtin_popcountll(odd);
    for (; to < end; to += 4) {
      uint64_t four = 0;
      for (int i = 0; i < 64; i += 16) {
        uint64_t place = offset + (uint64_t)__builtin_ctzll(odd | 1ull << 63);
        four |= place << (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 48 - i : i);
        odd &= odd - 1;
      }
      memcpy(to, &four, sizeof four);
    }
    to = end;
  }
  return (uint32_t)(to - places);
}

static uint32_t list_portable(const uint64_t *masks, size_t size, uint16_t *places) {
  return list(masks, size, places);
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2,bmi,popcnt")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi2,bmi,popcnt")))

AVX2 INLINE uint64_t odd_avx2(const uint8_t *block) {
  uint64_t odd = 0;
  for (int i = 0; i < 2; i++) {
    __m256i bytes = _mm256_loadu_si256((const __m256i *)block + i);
    __m256i is_odd = _mm256_cmpgt_epi8(_mm256_set1_epi8(' '), bytes);
    is_odd = _mm256_or_si256(is_odd, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"')));
    is_odd = _mm256_or_si256(is_odd, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\')));
    odd |= (uint64_t)(uint32_t)_mm256_movemask_epi8(is_odd) << (32 * i);
  }
  return odd;
}

AVX2 static void mask_avx2(const uint8_t *at, size_t size, uint64_t *masks) { mask(at, size, masks, odd_avx2); }

AVX2 static uint32_t list_avx2(const uint64_t *masks, size_t size, uint16_t *places) {
  return list(masks, size, places);
}

AVX512 INLINE uint64_t odd_avx512(const uint8_t *block) {
  __m512i bytes = _mm512_loadu_si512(block);
  uint64_t odd = _mm512_cmplt_epi8_mask(bytes, _mm512_set1_epi8(' '));
  odd |= _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"'));
  return odd | _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\'));
}

AVX512 static void mask_avx512(const uint8_t *at, size_t size, uint64_t *masks) {
  mask(at, size, masks, odd_avx512);
}

AVX512 static uint32_t list_avx512(const uint64_t *masks, size_t size, uint16_t *places) {
  uint8_t counted[64];
  for (int i = 0; i < 64; i++) counted[i] = (uint8_t)i;
  __m512i numbers = _mm512_loadu_si512(counted);
  uint16_t *to = places;
  for (uint32_t offset = 0; offset < size; offset += 64) {
    uint64_t odd = *masks++;
    __m512i base = _mm512_set1_epi16((short)offset);
    __m512i packed = _mm512_maskz_compress_epi8(odd, numbers);
    __m512i first = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(packed));
    _mm512_storeu_si512(to, _mm512_add_epi16(first, base));
    int count = __builtin_popcountll(odd);
    if (count > 32) {
      __m512i rest = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(packed, 1));
      _mm512_storeu_si512(to + 32, _mm512_add_epi16(rest, base));
    }
    to += count;
  }
  return (uint32_t)(to - places);
}
#endif

// How many bytes are looked at behind a jump; more as long as reading goes on from there.
#define LEAST_WINDOW 512

static void find_places(lunadiff_json_cursor *cursor, const uint8_t *at) {
  uint64_t masks[LUNADIFF_JSON_WINDOW / 64];
  bool goes_on = cursor->window <= at && at <= cursor->known + LEAST_WINDOW;
  size_t size = goes_on ? 2 * (size_t)(cursor->known - cursor->window) : 0;
  if (size < LEAST_WINDOW) size = LEAST_WINDOW;
  if (size > LUNADIFF_JSON_WINDOW) size = LUNADIFF_JSON_WINDOW;
  // A string whose end is known may be read on from without a look at the end of the text.
  size_t left = cursor->end - at < ROOM ? 0 : (size_t)(cursor->end - at - ROOM);
  if (size > left) size = left;
  cursor->window = at;
  cursor->known = at + size;
#if defined(__x86_64__)
  if (lunadiff_vector_bytes() == 64) {
    mask_avx512(at, size, masks);
    cursor->count = list_avx512(masks, size, cursor->places);
    return;
  }
  if (lunadiff_vector_bytes() == 32) {
    mask_avx2(at, size, masks);
    cursor->count = list_avx2(masks, size, cursor->places);
    return;
  }
#endif
  mask_portable(at, size, masks);
  cursor->count = list_portable(masks, size, cursor->places);
}
