// From a pattern's text to its items. Which captures are open at a place of the pattern is known here
// already, so errors about them are found here too; but to Lua a malformed part is only an error when
// matching gets there, so it becomes an item.
#include "pattern_internal.h"

#include <string.h>

typedef struct builder {
  const char *at, *end;
  lp_pattern *pattern;   // null while items are only counted
  lp_item *last;
  lp_item spare;
  char *pool;            // bytes of texts
  size_t count;
  uint8_t states[LP_CAPTURES];
  int captures;
} builder;

static lp_item *add_item(builder *build, lp_item_kind kind) {
  lp_item *item = build->pattern == NULL ? &build->spare : &build->pattern->items[build->count];
  memset(item, 0, sizeof *item);
  item->kind = (uint8_t)kind;
  build->count++;
  build->last = item;
  return item;
}

// Nothing behind a malformed part can be reached.
static void add_wrong(builder *build, lp_problem problem, int number) {
  add_item(build, LP_WRONG)->flaw = (lp_flaw){problem, number};
  build->at = build->end;
}

// Bytes that stand for themselves share an item.
static void add_byte(builder *build, uint8_t byte) {
  lp_item *item = build->last;
  if (item == NULL || item->kind != LP_TEXT || item->length == UINT32_MAX) {
    item = add_item(build, LP_TEXT);
    item->bytes = build->pool;
  }
  item->length++;
  if (build->pattern != NULL) *build->pool++ = (char)byte;
}

static void add_run(builder *build, lp_byteset set, char suffix) {
  lp_item *item = add_item(build, suffix == '-' ? LP_LEAST : LP_MOST);
  item->set = set;
  item->everything = lp_set_count(&set) == 256;
  item->minimum = suffix == '+';
  item->single = suffix == '?';
}

static void compile_class(builder *build) {
  lp_problem problem = LP_FINE;
  const char *behind = lp_class_end(build->at, build->end, &problem);
  if (behind == NULL) {
    add_wrong(build, problem, 0);
    return;
  }
  lp_byteset set = lp_class_set(build->at, behind);
  build->at = behind;
  char suffix = behind < build->end ? *behind : 0;
  if (suffix != 0 && strchr("*+-?", suffix) != NULL) {
    build->at++;
    add_run(build, set, suffix);
  } else if (lp_set_count(&set) == 1) {
    add_byte(build, lp_set_lowest(&set));
  } else {
    add_item(build, LP_ONE)->set = set;
  }
}

static void compile_open(builder *build) {
  if (build->captures == LP_CAPTURES) {
    add_wrong(build, LP_TOO_MANY_CAPTURES, 0);
    return;
  }
  bool place = build->end - build->at > 1 && build->at[1] == ')';
  build->at += place ? 2 : 1;
  build->states[build->captures] = place ? LP_POSITION : LP_UNFINISHED;
  add_item(build, place ? LP_PLACE : LP_OPEN)->capture = (uint8_t)build->captures++;
}

static void compile_close(builder *build) {
  int number = build->captures - 1;
  while (number >= 0 && build->states[number] != LP_UNFINISHED) number--;
  if (number < 0) {
    add_wrong(build, LP_UNOPENED_CAPTURE, 0);
    return;
  }
  build->at++;
  build->states[number] = LP_FINISHED;
  add_item(build, LP_CLOSE)->capture = (uint8_t)number;
}

static void compile_balance(builder *build) {
  if (build->end - build->at < 4) {
    add_wrong(build, LP_INCOMPLETE_BALANCE, 0);
    return;
  }
  lp_item *item = add_item(build, LP_BALANCE);
  item->opening = (uint8_t)build->at[2];
  item->closing = (uint8_t)build->at[3];
  build->at += 4;
}

static void compile_frontier(builder *build) {
  const char *bracket = build->at + 2, *behind = NULL;
  lp_problem problem = LP_INCOMPLETE_FRONTIER;
  if (bracket < build->end && *bracket == '[')
    behind = lp_class_end(bracket, build->end, &problem);
  if (behind == NULL) {
    add_wrong(build, problem, 0);
    return;
  }
  add_item(build, LP_FRONTIER)->set = lp_class_set(bracket, behind);
  build->at = behind;
}

// A position has no bytes that could be found again.
static void compile_same(builder *build, int number) {
  if (number < 0 || number >= build->captures || build->states[number] == LP_UNFINISHED) {
    add_wrong(build, LP_UNKNOWN_CAPTURE, number + 1);
    return;
  }
  bool place = build->states[number] == LP_POSITION;
  add_item(build, place ? LP_NEVER : LP_SAME)->capture = (uint8_t)number;
  build->at += 2;
}

static void compile_escape(builder *build) {
  char name = build->end - build->at > 1 ? build->at[1] : 0;
  if (name == 'b') compile_balance(build);
  else if (name == 'f') compile_frontier(build);
  else if (name >= '0' && name <= '9') compile_same(build, name - '1');
  else compile_class(build);
}

static void compile_part(builder *build) {
  switch (*build->at) {
    case '(': compile_open(build); return;
    case ')': compile_close(build); return;
    case '%': compile_escape(build); return;
    case '$':
      if (build->end - build->at > 1) break;
      add_item(build, LP_FINISH);
      build->at++;
      return;
    default: break;
  }
  compile_class(build);
}

static void compile_parts(builder *build, const char *at) {
  build->at = at;
  build->last = NULL;
  build->count = 0;
  build->captures = 0;
  while (build->at < build->end) compile_part(build);
  add_item(build, LP_DONE);
}

// Whether string.find takes the text for plain: to it a closing parenthesis is not special.
static bool is_plain(const char *bytes, size_t length) {
  for (size_t index = 0; index < length; index++)
    if (bytes[index] != 0 && strchr("^$*+?.([%-", bytes[index]) != NULL) return false;
  return true;
}

enum { ALIGNMENT = _Alignof(max_align_t) };

static size_t aligned(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static bool is_anchored(const char *bytes, size_t length, bool anchors) {
  return anchors && length > 0 && *bytes == '^';
}

// Items are counted by a pass of its own, for a pattern can be long.
lp_measure lp_pattern_measure(const char *bytes, size_t length, bool anchors) {
  builder build = {.end = bytes + length};
  compile_parts(&build, bytes + is_anchored(bytes, length, anchors));
  size_t size = aligned(sizeof(lp_pattern)) + build.count * sizeof(lp_item) + length;
  return (lp_measure){aligned(size), build.count};
}

// From the first item on behind the last that looks at a capture.
static size_t first_independent(const lp_pattern *pattern) {
  size_t index = pattern->count;
  while (index > 0 && pattern->items[index - 1].kind != LP_SAME) index--;
  return index;
}

lp_pattern *lp_pattern_compile(void *memory, const char *bytes, size_t length, bool anchors) {
  lp_measure measure = lp_pattern_measure(bytes, length, anchors);
  lp_pattern *pattern = memory;
  memset(pattern, 0, measure.size);
  pattern->size = measure.size;
  pattern->count = measure.count;
  pattern->items = (lp_item *)((char *)memory + aligned(sizeof(lp_pattern)));
  pattern->anchored = is_anchored(bytes, length, anchors);
  pattern->plain = is_plain(bytes, length);
  builder build = {.end = bytes + length, .pattern = pattern};
  build.pool = (char *)(pattern->items + measure.count);
  compile_parts(&build, bytes + pattern->anchored);
  pattern->captures = (uint8_t)build.captures;
  memcpy(pattern->states, build.states, sizeof pattern->states);
  pattern->independent = first_independent(pattern);
  lp_pattern_plan(pattern);
  return pattern;
}

lp_flaw lp_pattern_flaw(const lp_pattern *pattern) {
  for (size_t index = 0; index < pattern->count; index++)
    if (pattern->items[index].kind == LP_WRONG) return pattern->items[index].flaw;
  for (int number = 0; number < pattern->captures; number++)
    if (pattern->states[number] == LP_UNFINISHED) return (lp_flaw){LP_UNCLOSED_CAPTURE, 0};
  return (lp_flaw){LP_FINE, 0};
}
