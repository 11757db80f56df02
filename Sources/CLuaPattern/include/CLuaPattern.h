// Lua's patterns without Lua: the caller says how much work a match may be, and gets no errors but
// answers.
#ifndef CLUAPATTERN_H
#define CLUAPATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LP_CAPTURES = 32 };  // Lua's own limit

/// What is wrong with a pattern. Lua only finds out when matching gets there.
typedef enum lp_problem {
  LP_FINE,
  LP_ENDS_WITH_PERCENT,
  LP_UNCLOSED_SET,
  LP_UNCLOSED_CAPTURE,
  LP_UNOPENED_CAPTURE,
  LP_TOO_MANY_CAPTURES,
  LP_UNKNOWN_CAPTURE,
  LP_INCOMPLETE_BALANCE,
  LP_INCOMPLETE_FRONTIER,
} lp_problem;

/// A problem, and the number of the capture that it is about.
typedef struct lp_flaw {
  lp_problem problem;
  int number;
} lp_flaw;

typedef enum lp_capture_state { LP_UNFINISHED, LP_FINISHED, LP_POSITION } lp_capture_state;

typedef struct lp_byteset {
  uint64_t words[4];
} lp_byteset;

struct lp_item;

/// A compiled pattern, which any number of threads may match with.
typedef struct lp_pattern {
  size_t size;                  // in bytes, all of it; a multiple of what anything is aligned to
  bool anchored;
  bool plain;                   // string.find takes the text as it is
  bool first_everywhere;        // a match can begin at any byte
  bool first_at_end;            // a match can begin at the subject's end
  bool lone_first;              // `first` holds one byte only, `first_byte`
  uint8_t first_byte;
  uint8_t captures;
  uint8_t states[LP_CAPTURES];
  lp_byteset first;             // the bytes at which a match can begin
  size_t independent;           // from this item on a match depends on nothing but its place
  size_t count;
  struct lp_item *items;
} lp_pattern;

/// What a compiled pattern takes: bytes, and items.
typedef struct lp_measure {
  size_t size, count;
} lp_measure;

/// Where an item that has another way to match goes on.
typedef struct lp_choice {
  const char *first;            // where it was tried
  const char *low, *at, *high;
  const struct lp_item *outer;
} lp_choice;

/// A search for matches in a subject.
typedef struct lp_matcher {
  const lp_pattern *pattern;
  const char *subject, *end;
  lp_choice *choices;           // as many as the pattern has items
  ptrdiff_t fuel;               // steps that are left
  /// Called when the fuel is used up; gives more, or does not return. Null: the search is given up.
  void (*refuel)(struct lp_matcher *matcher);
  void *context;
  ptrdiff_t patience;           // with so much fuel left, failures begin to be remembered
  const struct lp_item *choice; // the innermost item with another way to match
  uint64_t *failures;           // a bit for each item and place
  bool stopped;                 // given up, or the pattern is malformed where the search got
  lp_flaw flaw;
  const char *start, *behind;   // of the match
  const char *from[LP_CAPTURES], *to[LP_CAPTURES];
} lp_matcher;

/// A part of a subject.
typedef struct lp_part {
  const char *from, *to;
} lp_part;

/// What a pattern will take. `anchors`: a leading ^ is an anchor.
lp_measure lp_pattern_measure(const char *bytes, size_t length, bool anchors);

/// Compiles a pattern into memory of the size that was measured.
lp_pattern *lp_pattern_compile(void *memory, const char *bytes, size_t length, bool anchors);

/// The first thing that is wrong with a pattern.
lp_flaw lp_pattern_flaw(const lp_pattern *pattern);

/// Begins a search that may take so many steps and remembers nothing.
void lp_matcher_start(
  lp_matcher *matcher, const lp_pattern *pattern, lp_choice *choices, const char *subject,
  size_t length, ptrdiff_t fuel);

/// Gives back what a search with patience has remembered.
void lp_matcher_finish(lp_matcher *matcher);

/// The end of the first match from `from` on that does not end at `refused`, or null; `start` says
/// where it begins.
const char *lp_matcher_search(lp_matcher *matcher, const char *from, const char *refused);

/// What a capture of the match holds, counted from 0; a position is an empty part.
lp_part lp_matcher_capture(const lp_matcher *matcher, int number);

/// Where the text of at least one byte begins first, or null.
const char *lp_find_text(const char *at, const char *end, const char *text, size_t length);

#endif
