// From a pattern's text to its items. Which captures are open at a place of the pattern is known here
// already, so errors about them are found here too; but a malformed part is only an error when
// matching gets there, and becomes an item that raises.
#include "bridge_pattern.h"

#include <string.h>

typedef struct builder {
  const char *at, *end;
  lb_pattern *pattern;   // null while items are only counted
  lb_item *last;
  lb_item spare;
  char *pool;            // bytes of texts
  size_t count;
  uint8_t states[LB_CAPTURES];
  int captures;
} builder;

static lb_item *add_item(builder *build, lb_item_kind kind) {
  lb_item *item = build->pattern == NULL ? &build->spare : &build->pattern->items[build->count];
  memset(item, 0, sizeof *item);
  item->kind = (uint8_t)kind;
  build->count++;
  build->last = item;
  return item;
}

// Nothing behind a malformed part can be reached.
static void add_wrong(builder *build, const char *message, int number) {
  lb_item *item = add_item(build, LB_WRONG);
  item->bytes = message;
  item->length = (uint32_t)number;
  build->at = build->end;
}

// Bytes that stand for themselves share an item.
static void add_byte(builder *build, uint8_t byte) {
  lb_item *item = build->last;
  if (item == NULL || item->kind != LB_TEXT || item->length == UINT32_MAX) {
    item = add_item(build, LB_TEXT);
    item->bytes = build->pool;
  }
  item->length++;
  if (build->pattern != NULL) *build->pool++ = (char)byte;
}

static void add_run(builder *build, lb_byteset set, char suffix) {
  lb_item *item = add_item(build, suffix == '-' ? LB_LEAST : LB_MOST);
  item->set = set;
  item->everything = lb_set_count(&set) == 256;
  item->minimum = suffix == '+';
  item->single = suffix == '?';
}

static void compile_class(builder *build) {
  const char *error = NULL, *behind = lb_class_end(build->at, build->end, &error);
  if (behind == NULL) {
    add_wrong(build, error, 0);
    return;
  }
  lb_byteset set = lb_class_set(build->at, behind);
  build->at = behind;
  char suffix = behind < build->end ? *behind : 0;
  if (suffix != 0 && strchr("*+-?", suffix) != NULL) {
    build->at++;
    add_run(build, set, suffix);
  } else if (lb_set_count(&set) == 1) {
    add_byte(build, lb_set_lowest(&set));
  } else {
    add_item(build, LB_ONE)->set = set;
  }
}

static void compile_open(builder *build) {
  if (build->captures == LB_CAPTURES) {
    add_wrong(build, "too many captures", 0);
    return;
  }
  bool place = build->end - build->at > 1 && build->at[1] == ')';
  build->at += place ? 2 : 1;
  build->states[build->captures] = place ? LB_POSITION : LB_UNFINISHED;
  add_item(build, place ? LB_PLACE : LB_OPEN)->capture = (uint8_t)build->captures++;
}

static void compile_close(builder *build) {
  int number = build->captures - 1;
  while (number >= 0 && build->states[number] != LB_UNFINISHED) number--;
  if (number < 0) {
    add_wrong(build, "invalid pattern capture", 0);
    return;
  }
  build->at++;
  build->states[number] = LB_FINISHED;
  add_item(build, LB_CLOSE)->capture = (uint8_t)number;
}

static void compile_balance(builder *build) {
  if (build->end - build->at < 4) {
    add_wrong(build, "malformed pattern (missing arguments to '%%b')", 0);
    return;
  }
  lb_item *item = add_item(build, LB_BALANCE);
  item->opening = (uint8_t)build->at[2];
  item->closing = (uint8_t)build->at[3];
  build->at += 4;
}

static void compile_frontier(builder *build) {
  const char *bracket = build->at + 2, *error = "missing '[' after '%%f' in pattern";
  const char *behind = NULL;
  if (bracket < build->end && *bracket == '[')
    behind = lb_class_end(bracket, build->end, &error);
  if (behind == NULL) {
    add_wrong(build, error, 0);
    return;
  }
  add_item(build, LB_FRONTIER)->set = lb_class_set(bracket, behind);
  build->at = behind;
}

// A position has no bytes that could be found again.
static void compile_same(builder *build, int number) {
  if (number < 0 || number >= build->captures || build->states[number] == LB_UNFINISHED) {
    add_wrong(build, "invalid capture index %%%d", number + 1);
    return;
  }
  bool place = build->states[number] == LB_POSITION;
  add_item(build, place ? LB_NEVER : LB_SAME)->capture = (uint8_t)number;
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
      add_item(build, LB_FINISH);
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
  add_item(build, LB_DONE);
}

// Whether string.find takes the text for plain: to it a closing parenthesis is not special.
static bool is_plain(const char *bytes, size_t length) {
  for (size_t index = 0; index < length; index++)
    if (bytes[index] != 0 && strchr("^$*+?.([%-", bytes[index]) != NULL) return false;
  return true;
}

// Pushes the compiled pattern: a userdata, so that an error on the way leaves nothing behind. Its
// items are counted by a first pass, for a pattern can be long.
lb_pattern *lb_pattern_compile(lua_State *L, const char *bytes, size_t length, bool anchors) {
  bool anchored = anchors && length > 0 && *bytes == '^';
  lb_charge(L, (int64_t)(length / 4));
  builder build = {.end = bytes + length};
  compile_parts(&build, bytes + anchored);
  size_t size = sizeof(lb_pattern) + build.count * sizeof(lb_item);
  lb_pattern *pattern = lua_newuserdatauv(L, size + length, 1);
  memset(pattern, 0, sizeof *pattern);
  build.pattern = pattern;
  build.pool = (char *)pattern + size;
  compile_parts(&build, bytes + anchored);
  pattern->anchored = anchored;
  pattern->plain = is_plain(bytes, length);
  pattern->count = build.count;
  pattern->captures = (uint8_t)build.captures;
  memcpy(pattern->states, build.states, sizeof pattern->states);
  lb_pattern_plan(pattern);
  return pattern;
}
