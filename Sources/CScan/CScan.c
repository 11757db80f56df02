#include "CScan.h"

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
