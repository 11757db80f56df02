// What has failed at a place is not tried there again: without that a pattern can take longer than the
// universe exists. Only items whose matches depend on nothing but their place can be remembered.
#include "pattern_internal.h"

#include <stdlib.h>

// What a memory may take, of which only the pages that are used are real.
static const size_t most_bits = (size_t)1 << 31;

bool lp_can_remember(lp_matcher *matcher, const lp_item *item) {
  if ((size_t)(item - matcher->pattern->items) < matcher->pattern->independent) return false;
  if (matcher->failures != NULL) return true;
  size_t places = (size_t)(matcher->end - matcher->subject) + 1;
  if (places <= most_bits / matcher->pattern->count)
    matcher->failures = calloc(places * matcher->pattern->count / 64 + 1, sizeof(uint64_t));
  if (matcher->failures == NULL) matcher->patience = PTRDIFF_MIN;
  return matcher->failures != NULL;
}

void lp_remember(lp_matcher *matcher, const lp_item *item, const char *first, const char *last) {
  size_t bit = lp_bit(matcher, item, first), behind = lp_bit(matcher, item, last);
  for (; bit <= behind; bit++) matcher->failures[bit >> 6] |= (uint64_t)1 << (bit & 63);
}

void lp_matcher_finish(lp_matcher *matcher) { free(matcher->failures); }
