// Compiled Lua patterns: a pattern is a row of items that all have to match, one after the other. There
// is no alternative and no group that repeats, so an item is on the way to a match at most once: what
// the matcher has to remember for going back fits into the item itself, and captures never have to
// be restored.
#ifndef LUNADIFF_BRIDGE_PATTERN_H
#define LUNADIFF_BRIDGE_PATTERN_H

#include "bridge_internal.h"

enum {
  LB_CAPTURES = 32,            // Lua's own limit
  LB_PATTERN_FUEL = 20000,     // steps until the limits are looked at
  LB_PATTERN_CACHED = 512,     // longer patterns are not kept
};

typedef struct lb_byteset {
  uint64_t words[4];
} lb_byteset;

typedef enum lb_item_kind {
  LB_TEXT,        // these bytes
  LB_ONE,         // one byte of the set
  LB_RUN,         // as many bytes of the set as there are; fewer could not match
  LB_MOST,        // as many bytes of the set as the rest allows
  LB_LEAST,       // as few bytes of the set as the rest allows
  LB_TRIM,        // anything up to the bytes of the set that end the subject
  LB_OPEN,        // a capture begins
  LB_CLOSE,       // a capture ends
  LB_PLACE,       // a capture of the position
  LB_SAME,        // the bytes of a capture again
  LB_BALANCE,     // %b
  LB_FRONTIER,    // %f
  LB_FINISH,      // the end of the subject
  LB_NEVER,       // matches nothing
  LB_WRONG,       // the pattern is malformed from here; only an error when it gets this far
  LB_DONE,
} lb_item_kind;

typedef struct lb_item {
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
  const char *bytes;            // of texts; of malformed items the message
  lb_byteset set;
  lb_byteset followers;         // of runs: the bytes at which what comes behind can match
  // Where to go on when what comes behind did not match; only of use while a match is looked for.
  const char *low, *at;
  struct lb_item *outer;
} lb_item;

typedef enum lb_capture_state { LB_UNFINISHED, LB_FINISHED, LB_POSITION } lb_capture_state;

typedef struct lb_pattern {
  bool anchored;
  bool plain;                   // string.find takes the text as it is
  bool first_everywhere;        // a match can begin at any byte
  bool first_at_end;            // a match can begin at the subject's end
  bool lone_first;              // `first` holds one byte only, `first_byte`
  uint8_t first_byte;
  uint8_t captures;
  uint8_t states[LB_CAPTURES];
  lb_byteset first;             // the bytes at which a match can begin
  size_t count;
  lb_item items[];
} lb_pattern;

typedef struct lb_matcher {
  lua_State *L;
  lb_pattern *pattern;
  const char *subject, *end;
  const char *start;            // where the match begins
  ptrdiff_t fuel;
  lb_item *choice;              // the innermost item with another way to match
  const char *from[LB_CAPTURES], *to[LB_CAPTURES];
} lb_matcher;

static inline bool lb_set_has(const lb_byteset *set, char byte) {
  uint8_t value = (uint8_t)byte;
  return set->words[value >> 6] >> (value & 63) & 1;
}

static inline void lb_set_add(lb_byteset *set, uint8_t byte) {
  set->words[byte >> 6] |= (uint64_t)1 << (byte & 63);
}

// bridge_pattern_class.c
const char *lb_class_end(const char *at, const char *end, const char **error);
lb_byteset lb_class_set(const char *at, const char *class_end);
int lb_set_count(const lb_byteset *set);
uint8_t lb_set_lowest(const lb_byteset *set);

// bridge_pattern_compile.c
lb_pattern *lb_pattern_compile(lua_State *L, const char *bytes, size_t length, bool anchors);

// bridge_pattern_plan.c
void lb_pattern_plan(lb_pattern *pattern);

// bridge_pattern_cache.c
lb_pattern *lb_pattern_get(lua_State *L, int index, bool anchors, bool hold);

// bridge_pattern_match.c
void lb_matcher_start(
  lb_matcher *matcher, lua_State *L, lb_pattern *pattern, const char *subject, size_t length);
const char *lb_matcher_search(lb_matcher *matcher, const char *from, const char *refused);
void lb_matcher_settle(lb_matcher *matcher);

// bridge_pattern_text.c
const char *lb_find_text(const char *at, const char *end, const char *text, size_t length);

// bridge_pattern_library.c
void lb_push_capture(lb_matcher *matcher, int number, const char *end);
int lb_push_captures(lb_matcher *matcher, const char *end, bool whole);

// bridge_pattern_replace.c
int lb_string_gsub(lua_State *L);

#endif
