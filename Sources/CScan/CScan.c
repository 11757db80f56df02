// How wide the steps of the scanners are, where lines end, and where JSON ends that is known to be well-formed.
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

// How a text that is known to be JSON is passed.
typedef struct {
  uint64_t inside;  // all ones inside of a string
  bool is_escaped;
  size_t depth;
} passing;

// Passes 64 bytes in which nothing is escaped; returns where the container ends, or NULL if it goes on behind them.
static const uint8_t *pass_block(const uint8_t *at, passing *state) {
  // One bit tells square brackets from braces.
  uint8_t braces[64];
  for (int i = 0; i < 64; i++) braces[i] = at[i] | 0x20;
  uint64_t within = cscan_prefix_xor(lunadiff_byte_mask(at, '"')) ^ state->inside;
  uint64_t opens = lunadiff_byte_mask(braces, '{') & ~within;
  uint64_t ends = (lunadiff_byte_mask(braces, '}') & ~within) | opens;
  for (; ends; ends &= ends - 1) {
    if (opens & ends & (0 - ends)) {
      state->depth++;
    } else if (--state->depth == 0) {
      return at + __builtin_ctzll(ends) + 1;
    }
  }
  state->inside = 0 - (within >> 63);
  return NULL;
}

// Passes one byte; true if the container ends there.
static inline bool pass_byte(uint8_t byte, passing *state) {
  if (state->is_escaped) {
    state->is_escaped = false;
  } else if (byte == '"') {
    state->inside = ~state->inside;
  } else if (state->inside) {
    state->is_escaped = byte == '\\';
  } else if ((byte | 0x20) == '{') {
    state->depth++;
  } else if ((byte | 0x20) == '}') {
    return --state->depth == 0;
  }
  return false;
}

const uint8_t *lunadiff_json_behind(const uint8_t *at, const uint8_t *end) {
  passing state = {0, false, 1};
  at++;
  while (at < end) {
    if (end - at >= 64 && !state.is_escaped && !lunadiff_byte_mask(at, '\\')) {
      const uint8_t *behind = pass_block(at, &state);
      if (behind) return behind;
      at += 64;
      continue;
    }
    const uint8_t *next = end - at < 64 ? end : at + 64;
    while (at < next) {
      if (pass_byte(*at++, &state)) return at;
    }
  }
  return NULL;
}
