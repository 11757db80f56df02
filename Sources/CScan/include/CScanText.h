// Questions about text.
#ifndef LUNADIFF_CSCAN_TEXT_H
#define LUNADIFF_CSCAN_TEXT_H

#include <stddef.h>
#include <stdint.h>

// The length of the well-formed UTF-8 sequence at `at`; 0 if there is none before `end`, or a NUL.
static inline size_t lunadiff_utf8_length(const uint8_t *at, const uint8_t *end) {
  size_t left = (size_t)(end - at);
  uint8_t lead = at[0];
  if (lead < 0x80) return lead != 0;
  if (left < 2 || lead < 0xC2 || lead > 0xF4) return 0;
  uint8_t second = at[1], low = 0x80, high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  if (second < low || second > high) return 0;
  if (lead < 0xE0) return 2;
  if (left < 3 || (at[2] & 0xC0) != 0x80) return 0;
  if (lead < 0xF0) return 3;
  return left >= 4 && (at[3] & 0xC0) == 0x80 ? 4 : 0;
}

// How many lines end in `count` bytes: at LF, and at CR unless LF follows. `next` is the byte behind
// them, or 0.
size_t lunadiff_line_ends(const uint8_t *text, size_t count, uint8_t next);

// Has up to 512 bytes brought near the processor, which goes on meanwhile.
static inline void lunadiff_prefetch(const uint8_t *text, size_t count) {
  if (count > 512) count = 512;
  for (size_t at = 0; at < count; at += 64) __builtin_prefetch(text + at);
}

#endif
