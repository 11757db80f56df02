// Searches that are charged to the script that asks for them, and raise what is wrong.
#include "bridge_pattern.h"

static void charge(lp_matcher *matcher) {
  lb_charge(matcher->context, (LB_PATTERN_FUEL - matcher->fuel) / 2);
  matcher->fuel = LB_PATTERN_FUEL;
}

// The choices stand behind the pattern: nothing else is matched with it before a search ends.
void lb_search_start(lb_search *search, lua_State *L, lp_pattern *pattern, const char *subject, size_t length) {
  lp_choice *choices = (lp_choice *)((char *)pattern + pattern->size);
  search->L = L;
  lp_matcher_start(&search->matcher, pattern, choices, subject, length, LB_PATTERN_FUEL);
  search->matcher.refuel = charge;
  search->matcher.context = L;
}

static void raise(lua_State *L, lp_flaw flaw) {
  switch (flaw.problem) {
    case LP_FINE: return;
    case LP_ENDS_WITH_PERCENT: luaL_error(L, "malformed pattern (ends with '%%')"); return;
    case LP_UNCLOSED_SET: luaL_error(L, "malformed pattern (missing ']')"); return;
    case LP_UNCLOSED_CAPTURE: luaL_error(L, "unfinished capture"); return;
    case LP_UNOPENED_CAPTURE: luaL_error(L, "invalid pattern capture"); return;
    case LP_TOO_MANY_CAPTURES: luaL_error(L, "too many captures"); return;
    case LP_UNKNOWN_CAPTURE: luaL_error(L, "invalid capture index %%%d", flaw.number); return;
    case LP_INCOMPLETE_BALANCE:
      luaL_error(L, "malformed pattern (missing arguments to '%%b')");
      return;
    case LP_INCOMPLETE_FRONTIER: luaL_error(L, "missing '[' after '%%f' in pattern"); return;
  }
}

const char *lb_search_next(lb_search *search, const char *from, const char *refused) {
  const char *end = lp_matcher_search(&search->matcher, from, refused);
  if (search->matcher.stopped) raise(search->L, search->matcher.flaw);
  return end;
}

// Charges for what was done since the last look, unless that is next to nothing.
void lb_search_settle(lb_search *search) {
  if (LB_PATTERN_FUEL - search->matcher.fuel > 64) charge(&search->matcher);
}

// Pushes a capture; the first one of a pattern without captures is the whole match.
void lb_push_capture(lb_search *search, int number) {
  const lp_matcher *matcher = &search->matcher;
  const lp_pattern *pattern = matcher->pattern;
  lua_State *L = search->L;
  lp_part part = {matcher->start, matcher->behind};
  if (number < pattern->captures) {
    if (pattern->states[number] == LP_UNFINISHED) raise(L, (lp_flaw){LP_UNCLOSED_CAPTURE, 0});
    part = lp_matcher_capture(matcher, number);
    if (pattern->states[number] == LP_POSITION) {
      lua_pushinteger(L, part.from - matcher->subject + 1);
      return;
    }
  } else if (number != 0) {
    raise(L, (lp_flaw){LP_UNKNOWN_CAPTURE, number + 1});
  }
  lua_pushlstring(L, part.from, (size_t)(part.to - part.from));
}

// Pushes all captures; if there are none and `whole` is true, the match. Returns how many.
int lb_push_captures(lb_search *search, bool whole) {
  int count = search->matcher.pattern->captures;
  if (count == 0 && whole) count = 1;
  luaL_checkstack(search->L, count, "too many captures");
  for (int number = 0; number < count; number++) lb_push_capture(search, number);
  return count;
}
