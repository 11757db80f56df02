// string.gsub. Text that stays as it is waits until something behind it changes, and is then copied
// in one piece; a subject without a change is not copied at all.
#include "bridge_pattern.h"

#include <string.h>

typedef struct replacement {
  lb_search search;
  luaL_Buffer result;
  int type;
  const char *text;      // of strings
  size_t length;
  bool plain;            // without a %
  const char *copied;    // the subject up to here is in the result
  bool changed;
} replacement;

static void add_capture(replacement *work, int number) {
  lb_push_capture(&work->search, number);
  luaL_addvalue(&work->result);
}

// The text with %0 to %9 filled in.
static void add_template(replacement *work, const char *end) {
  const char *at = work->text, *behind = at + work->length, *mark;
  const char *start = work->search.matcher.start;
  while ((mark = memchr(at, '%', (size_t)(behind - at))) != NULL) {
    luaL_addlstring(&work->result, at, (size_t)(mark - at));
    char name = mark[1];  // at the end: Lua's own zero byte
    if (name == '%') luaL_addchar(&work->result, '%');
    else if (name == '0') luaL_addlstring(&work->result, start, (size_t)(end - start));
    else if (name >= '1' && name <= '9') add_capture(work, name - '1');
    else luaL_error(work->search.L, "invalid use of '%c' in replacement string", '%');
    at = mark + 2;
  }
  luaL_addlstring(&work->result, at, (size_t)(behind - at));
}

// Pushes what a function or a table gives for the match.
static void push_answer(replacement *work) {
  lua_State *L = work->search.L;
  if (work->type == LUA_TTABLE) {
    lb_push_capture(&work->search, 0);
    lua_gettable(L, 3);
    return;
  }
  lua_pushvalue(L, 3);
  lua_call(L, lb_push_captures(&work->search, true), 1);
}

// Whether the match is replaced: nil and false leave it.
static bool add_answer(replacement *work) {
  lua_State *L = work->search.L;
  push_answer(work);
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(&work->result);
  return true;
}

static void replace(replacement *work, const char *end) {
  const char *start = work->search.matcher.start;
  luaL_addlstring(&work->result, work->copied, (size_t)(start - work->copied));
  work->copied = start;
  if (work->type == LUA_TTABLE || work->type == LUA_TFUNCTION) {
    if (!add_answer(work)) return;
  } else if (work->plain) {
    luaL_addlstring(&work->result, work->text, work->length);
  } else {
    add_template(work, end);
  }
  work->copied = end;
  work->changed = true;
}

static lua_Integer replace_all(replacement *work, lua_Integer most) {
  const lp_matcher *matcher = &work->search.matcher;
  lua_Integer count = 0;
  const char *at = matcher->subject, *last = NULL;
  while (count < most) {
    const char *end = lb_search_next(&work->search, at, last);
    if (end == NULL) break;
    count++;
    replace(work, end);
    if (matcher->pattern->anchored) break;
    at = last = end;
  }
  return count;
}

static void read_replacement(lua_State *L, replacement *work) {
  bool scripted = work->type == LUA_TFUNCTION || work->type == LUA_TTABLE;
  bool text = work->type == LUA_TNUMBER || work->type == LUA_TSTRING;
  luaL_argexpected(L, text || scripted, 3, "string/function/table");
  if (!text) return;
  work->text = lua_tolstring(L, 3, &work->length);
  work->plain = memchr(work->text, '%', work->length) == NULL;
}

int lb_string_gsub(lua_State *L) {
  replacement work;
  size_t length;
  const char *subject = luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  work.type = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  read_replacement(L, &work);
  lb_search_start(&work.search, L, lb_pattern_get(L, 2, true, true), subject, length);
  work.copied = subject;
  work.changed = false;
  luaL_buffinit(L, &work.result);
  lua_Integer count = replace_all(&work, most);
  lb_search_settle(&work.search);
  if (work.changed) {
    luaL_addlstring(&work.result, work.copied, (size_t)(work.search.matcher.end - work.copied));
    luaL_pushresult(&work.result);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
