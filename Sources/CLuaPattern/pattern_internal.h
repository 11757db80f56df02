// Compiled Lua patterns: a pattern is a row of items that all have to match, one after the other. There
// is no alternative and no group that repeats, so an item is on the way to a match at most once: there
// is one place for each to remember how to go back, and captures never have to be restored.
#ifndef CLUAPATTERN_INTERNAL_H
#define CLUAPATTERN_INTERNAL_H

#include "CLuaPattern.h"

typedef enum lp_item_kind {
  LP_TEXT,        // these bytes
  LP_ONE,         // one byte of the set
  LP_RUN,         // as many bytes of the set as there are; fewer could not match
  LP_MOST,        // as many bytes of the set as the rest allows
  LP_LEAST,       // as few bytes of the set as the rest allows
  LP_TRIM,        // anything up to the bytes of the set that end the subject
  LP_OPEN,        // a capture begins
  LP_CLOSE,       // a capture ends
  LP_PLACE,       // a capture of the position
  LP_SAME,        // the bytes of a capture again
  LP_BALANCE,     // %b
  LP_FRONTIER,    // %f
  LP_FINISH,      // the end of the subject
  LP_NEVER,       // matches nothing
  LP_WRONG,       // the pattern is malformed from here; only an error when it gets this far
  LP_DONE,
} lp_item_kind;

typedef struct lp_item {
  uint8_t kind;
  uint8_t capture;
  uint8_t opening, closing;     // of %b
  uint8_t minimum;              // of runs: 0 or 1
  bool single;                  // of runs: at most one byte
  bool everything;              // the set holds all bytes
  bool lone_follower;           // `followers` holds one byte only, `follower`
  bool follows_end;             // what comes behind can match at the subject's end
  uint8_t follower;
  uint32_t length;
  const char *bytes;            // of texts
  lp_flaw flaw;                 // of malformed items
  lp_byteset set;
  lp_byteset followers;         // of runs: the bytes at which what comes behind can match
} lp_item;

static inline bool lp_set_has(const lp_byteset *set, char byte) {
  uint8_t value = (uint8_t)byte;
  return set->words[value >> 6] >> (value & 63) & 1;
}

static inline void lp_set_add(lp_byteset *set, uint8_t byte) {
  set->words[byte >> 6] |= (uint64_t)1 << (byte & 63);
}

// The place of an item and a byte of the subject in the memory of failures.
static inline size_t lp_bit(const lp_matcher *matcher, const lp_item *item, const char *at) {
  size_t places = (size_t)(matcher->end - matcher->subject) + 1;
  return (size_t)(item - matcher->pattern->items) * places + (size_t)(at - matcher->subject);
}

static inline bool lp_has_failed(const lp_matcher *matcher, const lp_item *item, const char *at) {
  if (matcher->failures == NULL) return false;
  size_t bit = lp_bit(matcher, item, at);
  return matcher->failures[bit >> 6] >> (bit & 63) & 1;
}

// pattern_class.c
const char *lp_class_end(const char *at, const char *end, lp_problem *problem);
lp_byteset lp_class_set(const char *at, const char *class_end);
int lp_set_count(const lp_byteset *set);
uint8_t lp_set_lowest(const lp_byteset *set);

// pattern_plan.c
void lp_pattern_plan(lp_pattern *pattern);

// pattern_memory.c
bool lp_can_remember(lp_matcher *matcher, const lp_item *item);
void lp_remember(lp_matcher *matcher, const lp_item *item, const char *first, const char *last);

// Whether failures of the item are remembered by now; most searches end before any are.
static inline bool lp_remembers(lp_matcher *matcher, const lp_item *item) {
  return matcher->fuel <= matcher->patience && lp_can_remember(matcher, item);
}

#endif
