#include "CScan.h"

size_t lunadiff_line_ends(const uint8_t *text, size_t count, uint8_t next) {
  if (count == 0) return 0;
  size_t lines = 0, last = count - 1;
  // Short runs in bytes, which vectorize.
  for (size_t at = 0; at < last;) {
    size_t run = last - at < 255 ? last - at : 255;
    uint8_t sum = 0;
    for (size_t i = 0; i < run; i++) {
      sum += (text[at + i] == '\n') | ((text[at + i] == '\r') & (text[at + i + 1] != '\n'));
    }
    lines += sum;
    at += run;
  }
  return lines + (text[last] == '\n' || (text[last] == '\r' && next != '\n'));
}
