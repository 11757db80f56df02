// Where cells and records of delimited text end, 64 bytes at a time.
#ifndef LUNADIFF_CSCAN_CSV_H
#define LUNADIFF_CSCAN_CSV_H

#include <stddef.h>
#include <stdint.h>

// What ends in a block of 64 bytes: bit n stands for its byte n.
typedef struct {
  uint64_t delimiters;  // outside quotes
  uint64_t ends;        // LF outside quotes
} lunadiff_csv_block;

// What one block has to know of those before it, and the dialect.
typedef struct {
  uint64_t in_quotes;      // all ones inside quotes, else zero
  uint64_t may_open;       // 1 if a quote may open at the next byte
  uint64_t has_closed;     // 1 if the previous byte closed a quote
  uint64_t has_cr;         // 1 if the previous byte is CR outside quotes
  uint64_t has_inner;      // 1 if quotes hold LF or CR in one of the blocks described last
  const uint8_t *checked;  // up to where UTF-8 is known to be well-formed
  const uint8_t *end;      // the end of the text
  uint8_t delimiter;
  uint8_t quote;
  uint8_t is_quoting;
} lunadiff_csv_state;

// A state at the start of a record.
static inline lunadiff_csv_state lunadiff_csv_start(
    const uint8_t *text, const uint8_t *end, uint8_t delimiter, uint8_t quote, int is_quoting) {
  lunadiff_csv_state state = {0, 1, 0, 0, 0, text, end, delimiter, quote, (uint8_t)is_quoting};
  return state;
}

// Describes the blocks from `text` on, at most `count`; the last one may reach beyond the text and is
// then filled up with LF.
//
// Returns 1, or 0 if there is anything that only the careful reader can judge: quotes in odd places,
// a lone CR, NUL, malformed UTF-8.
int lunadiff_csv_scan(
    const uint8_t *text, size_t count, lunadiff_csv_state *state, lunadiff_csv_block *blocks);

// Bit n: the number of set bits up to and with n is odd.
static inline uint64_t cscan_prefix_xor(uint64_t bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ bits << 32;
}

// Where a byte occurs in 64 bytes.
static inline uint64_t lunadiff_byte_mask(const uint8_t *text, uint8_t byte);

#if defined(__SSE2__)
#include <emmintrin.h>
static inline uint64_t lunadiff_byte_mask(const uint8_t *text, uint8_t byte) {
  const __m128i *vectors = (const __m128i *)text;
  __m128i wanted = _mm_set1_epi8((char)byte);
  uint64_t mask = 0;
  for (int i = 0; i < 4; i++) {
    __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128(vectors + i), wanted);
    mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(equal) << (16 * i);
  }
  return mask;
}
#else
#include <string.h>
static inline uint64_t lunadiff_byte_mask(const uint8_t *text, uint8_t byte) {
  const uint64_t ones = 0x0101010101010101u, low = 0x7F7F7F7F7F7F7F7Fu;
  uint64_t mask = 0;
  for (int i = 0; i < 8; i++) {
    uint64_t word;
    memcpy(&word, text + 8 * i, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    word ^= ones * byte;
    uint64_t zero = ~(((word & low) + low) | word | low);
    mask |= (((zero >> 7) * 0x0102040810204080u) >> 56) << (8 * i);
  }
  return mask;
}
#endif

#endif
