// Patterns for scripts: compiled ones are kept, and their work is accounted for.
#ifndef LUNADIFF_BRIDGE_PATTERN_H
#define LUNADIFF_BRIDGE_PATTERN_H

#include "CLuaPattern.h"
#include "../bridge_internal.h"

enum {
  LB_PATTERN_FUEL = 20000,     // steps until the limits are looked at
  LB_PATTERN_CACHED = 512,     // longer patterns are not kept
};

// A search on behalf of a script.
typedef struct lb_search {
  lua_State *L;
  lp_matcher matcher;
} lb_search;

// bridge_pattern_cache.c
lp_pattern *lb_pattern_get(lua_State *L, int index, bool anchors, bool hold);

// bridge_pattern_search.c
void lb_search_start(lb_search *search, lua_State *L, lp_pattern *pattern, const char *subject, size_t length);
const char *lb_search_next(lb_search *search, const char *from, const char *refused);
void lb_search_settle(lb_search *search);
void lb_push_capture(lb_search *search, int number);
int lb_push_captures(lb_search *search, bool whole);

// bridge_pattern_replace.c
int lb_string_gsub(lua_State *L);

#endif
