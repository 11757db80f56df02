// Text in text.
#define _GNU_SOURCE
#include "CLuaPattern.h"

#include <string.h>

enum { HASTY_TRIES = 8 };

// Where the text of at least one byte begins first, or null. Most texts are found at one of the first
// places that have their first byte; the library's search, which takes time to set out, is for
// the others and keeps all of it linear.
const char *lp_find_text(const char *at, const char *end, const char *text, size_t length) {
  if ((size_t)(end - at) < length) return NULL;
  const char *last = end - length;
  for (int tries = 0; tries < HASTY_TRIES; tries++) {
    at = memchr(at, *text, (size_t)(last - at) + 1);
    if (at == NULL || memcmp(at, text, length) == 0) return at;
    if (at++ == last) return NULL;
  }
  return memmem(at, (size_t)(end - at), text, length);
}
