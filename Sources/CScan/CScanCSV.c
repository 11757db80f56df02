#include "CScan.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

// Where the bytes that matter are in one block.
typedef struct {
  uint64_t quotes, delimiters, line_feeds, returns, high, zeros;
} masks;

typedef masks (*masker)(const uint8_t *block, const lunadiff_csv_state *state);

// Says where the ends in a block are, if it has delimiters, line feeds and plain text alone; 0 if it has more.
typedef int (*glance)(const uint8_t *block, const lunadiff_csv_state *state, lunadiff_csv_block *out);

// Says so of any block; 0 if something is odd.
typedef int (*look)(const uint8_t *block, lunadiff_csv_state *state, lunadiff_csv_block *out);

// Whether every sequence that starts in a block is well-formed.
INLINE int check_utf8(const uint8_t *block, uint64_t high, lunadiff_csv_state *state) {
  const uint8_t *at = state->checked;
  while (1) {
    if (at > block) {
      size_t done = (size_t)(at - block);
      high = done > 63 ? 0 : high & ~0ull << done;
    }
    if (high == 0) break;
    at = block + __builtin_ctzll(high);
    size_t length = lunadiff_utf8_length(at, state->end);
    if (length == 0) return 0;
    at += length;
  }
  state->checked = at;
  return 1;
}

// One block's ends; 0 if something is odd.
INLINE int describe(
    const uint8_t *block, masks m, lunadiff_csv_state *state, lunadiff_csv_block *out) {
  uint64_t inside = state->in_quotes;
  if (m.quotes) inside ^= cscan_prefix_xor(m.quotes);
  uint64_t delimiters = m.delimiters & ~inside, ends = m.line_feeds & ~inside;
  uint64_t returns = m.returns & ~inside, closing = m.quotes & ~inside;
  uint64_t borders = delimiters | ends | m.quotes;
  uint64_t may_open = borders << 1 | state->may_open;
  uint64_t closed = closing << 1 | state->has_closed;
  uint64_t odd = m.quotes & inside & ~may_open;
  odd |= closed & ~(borders | returns);
  odd |= (returns << 1 | state->has_cr) & ~ends;
  odd |= m.zeros;
  state->in_quotes = (uint64_t)((int64_t)inside >> 63);
  state->may_open = borders >> 63;
  state->has_closed = closing >> 63;
  state->has_cr = returns >> 63;
  out->delimiters = delimiters;
  out->ends = ends;
  if (__builtin_expect(((m.line_feeds | m.returns) & inside) != 0, 0)) state->has_inner = 1;
  if (odd) return 0;
  return m.high == 0 || check_utf8(block, m.high, state);
}

// How many bytes ahead memory is asked for: farther than the processor looks by itself, which is to the page's end.
#define AHEAD 2048

// A block, of which the end of the text may leave but a part, under all masks.
INLINE int look_closely(
    const uint8_t *block, lunadiff_csv_state *state, lunadiff_csv_block *out, masker mask) {
  size_t left = (size_t)(state->end - block);
  if (left >= 64) return describe(block, mask(block, state), state, out);
  uint8_t filled[64];
  memset(filled, '\n', sizeof filled);
  memcpy(filled, block, left);
  return describe(block, mask(filled, state), state, out);
}

INLINE int scan(
    const uint8_t *text, size_t count, lunadiff_csv_state *state, lunadiff_csv_block *blocks,
    glance glance, look look) {
  state->has_inner = 0;
  uint64_t carried = state->in_quotes | state->has_closed | state->has_cr;
  for (size_t i = 0; i < count; i++) {
    const uint8_t *block = text + 64 * i;
    __builtin_prefetch(block + AHEAD);
    // Most blocks have nothing more, and nothing goes on from the one before.
    if (glance && carried == 0 && state->end - block >= 64 && glance(block, state, &blocks[i])) {
      state->may_open = (blocks[i].delimiters | blocks[i].ends) >> 63;
    } else {
      if (!look(block, state, &blocks[i])) return 0;
      carried = state->in_quotes | state->has_closed | state->has_cr;
    }
  }
  return 1;
}

INLINE masks masks_portable(const uint8_t *block, const lunadiff_csv_state *state) {
  masks m;
  m.quotes = state->is_quoting ? lunadiff_byte_mask(block, state->quote) : 0;
  m.delimiters = lunadiff_byte_mask(block, state->delimiter);
  m.line_feeds = lunadiff_byte_mask(block, '\n');
  m.returns = lunadiff_byte_mask(block, '\r');
  m.zeros = lunadiff_byte_mask(block, 0);
#if defined(__SSE2__)
  m.high = 0;
  for (int i = 0; i < 4; i++) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)block + i);
    m.high |= (uint64_t)(uint32_t)_mm_movemask_epi8(bytes) << (16 * i);
  }
#else
  m.high = 0;
  for (int i = 0; i < 64; i++) m.high |= (uint64_t)(block[i] >> 7) << i;
#endif
  return m;
}

static int look_portable(const uint8_t *block, lunadiff_csv_state *state, lunadiff_csv_block *out) {
  return look_closely(block, state, out, masks_portable);
}

static int scan_portable(
    const uint8_t *text, size_t count, lunadiff_csv_state *state, lunadiff_csv_block *blocks) {
  return scan(text, count, state, blocks, NULL, look_portable);
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2,bmi")))
#define AVX512 __attribute__((target("avx512f,avx512bw,bmi")))

AVX2 INLINE uint64_t equal_avx2(__m256i low, __m256i high, uint8_t byte) {
  __m256i wanted = _mm256_set1_epi8((char)byte);
  uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
  uint32_t second = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
  return (uint64_t)second << 32 | first;
}

AVX2 INLINE masks masks_avx2(const uint8_t *block, const lunadiff_csv_state *state) {
  __m256i low = _mm256_loadu_si256((const __m256i *)block);
  __m256i high = _mm256_loadu_si256((const __m256i *)(block + 32));
  masks m;
  m.quotes = state->is_quoting ? equal_avx2(low, high, state->quote) : 0;
  m.delimiters = equal_avx2(low, high, state->delimiter);
  m.line_feeds = equal_avx2(low, high, '\n');
  m.returns = equal_avx2(low, high, '\r');
  m.zeros = equal_avx2(low, high, 0);
  m.high = (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 |
           (uint32_t)_mm256_movemask_epi8(low);
  return m;
}

// The highest bit of each byte that is neither plain text nor a delimiter or a line feed.
AVX2 INLINE __m256i unusual_avx2(__m256i bytes, uint8_t quote) {
  __m256i quotes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8((char)quote));
  __m256i returns = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\r'));
  __m256i zeros = _mm256_cmpeq_epi8(bytes, _mm256_setzero_si256());
  return _mm256_or_si256(_mm256_or_si256(quotes, returns), _mm256_or_si256(zeros, bytes));
}

AVX2 INLINE int glance_avx2(const uint8_t *block, const lunadiff_csv_state *state, lunadiff_csv_block *out) {
  __m256i low = _mm256_loadu_si256((const __m256i *)block);
  __m256i high = _mm256_loadu_si256((const __m256i *)(block + 32));
  __m256i unusual = _mm256_or_si256(unusual_avx2(low, state->quote), unusual_avx2(high, state->quote));
  if (_mm256_movemask_epi8(unusual) != 0) return 0;
  out->delimiters = equal_avx2(low, high, state->delimiter);
  out->ends = equal_avx2(low, high, '\n');
  return 1;
}

AVX2 static __attribute__((noinline)) int look_avx2(
    const uint8_t *block, lunadiff_csv_state *state, lunadiff_csv_block *out) {
  return look_closely(block, state, out, masks_avx2);
}

AVX2 static int scan_avx2(
    const uint8_t *text, size_t count, lunadiff_csv_state *state, lunadiff_csv_block *blocks) {
  return scan(text, count, state, blocks, glance_avx2, look_avx2);
}

AVX512 INLINE masks masks_avx512(const uint8_t *block, const lunadiff_csv_state *state) {
  __m512i bytes = _mm512_loadu_si512(block);
  masks m;
  m.quotes = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8((char)state->quote));
  m.quotes &= (uint64_t)0 - state->is_quoting;
  m.delimiters = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8((char)state->delimiter));
  m.line_feeds = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\n'));
  m.returns = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\r'));
  m.zeros = _mm512_testn_epi8_mask(bytes, bytes);
  m.high = _mm512_movepi8_mask(bytes);
  return m;
}

AVX512 INLINE int glance_avx512(const uint8_t *block, const lunadiff_csv_state *state, lunadiff_csv_block *out) {
  masks m = masks_avx512(block, state);
  *out = (lunadiff_csv_block){m.delimiters, m.line_feeds};
  return (m.quotes | m.returns | m.high | m.zeros) == 0;
}

AVX512 static __attribute__((noinline)) int look_avx512(
    const uint8_t *block, lunadiff_csv_state *state, lunadiff_csv_block *out) {
  return look_closely(block, state, out, masks_avx512);
}

AVX512 static int scan_avx512(
    const uint8_t *text, size_t count, lunadiff_csv_state *state, lunadiff_csv_block *blocks) {
  return scan(text, count, state, blocks, glance_avx512, look_avx512);
}
#endif

int lunadiff_csv_scan(
    const uint8_t *text, size_t count, lunadiff_csv_state *state, lunadiff_csv_block *blocks) {
#if defined(__x86_64__)
  if (lunadiff_vector_bytes() == 64) return scan_avx512(text, count, state, blocks);
  if (lunadiff_vector_bytes() == 32) return scan_avx2(text, count, state, blocks);
#endif
  return scan_portable(text, count, state, blocks);
}
