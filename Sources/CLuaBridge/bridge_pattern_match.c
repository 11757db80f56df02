// Looks for a match of a compiled pattern. Goes back without recursion: an item that has another way
// to match notes it in itself and becomes the innermost choice.
#include "bridge_pattern.h"

#include <string.h>

static void refuel(lb_matcher *matcher) {
  lb_charge(matcher->L, (LB_PATTERN_FUEL - matcher->fuel) / 2);
  matcher->fuel = LB_PATTERN_FUEL;
}

static inline void spend(lb_matcher *matcher, ptrdiff_t steps) {
  matcher->fuel -= steps;
  if (matcher->fuel < 0) refuel(matcher);
}

void lb_matcher_start(
  lb_matcher *matcher, lua_State *L, lb_pattern *pattern, const char *subject, size_t length) {
  matcher->L = L;
  matcher->pattern = pattern;
  matcher->subject = subject;
  matcher->end = subject + length;
  matcher->fuel = LB_PATTERN_FUEL;
}

// Charges for what was done since the last look, unless that is next to nothing.
void lb_matcher_settle(lb_matcher *matcher) {
  if (LB_PATTERN_FUEL - matcher->fuel > 64) refuel(matcher);
}

static inline bool can_follow(const lb_matcher *matcher, const lb_item *item, const char *at) {
  return at < matcher->end ? lb_set_has(&item->followers, *at) : item->follows_end;
}

// Where the run from `at` ends that takes all it can; null if that is too little.
static inline const char *take_run(lb_matcher *matcher, const lb_item *item, const char *at) {
  const char *limit = matcher->end, *start = at;
  if (item->single && limit - at > 1) limit = at + 1;
  if (item->everything) at = limit;
  else while (at < limit && lb_set_has(&item->set, *at)) at++;
  spend(matcher, (at - start) / 4);
  return at - start < item->minimum ? NULL : at;
}

// The last place in low...at where what follows can match. More than one place left: a choice.
static const char *give_back(lb_matcher *matcher, lb_item *item, const char *at) {
  const char *start = at;
  while (!can_follow(matcher, item, at)) {
    if (at-- == item->low) return NULL;
  }
  spend(matcher, (start - at) / 4);
  if (at > item->low) {
    item->at = at;
    item->outer = matcher->choice;
    matcher->choice = item;
  }
  return at;
}

static inline const char *take_most(lb_matcher *matcher, lb_item *item, const char *at) {
  const char *high = take_run(matcher, item, at);
  if (high == NULL) return NULL;
  item->low = at + item->minimum;
  return give_back(matcher, item, high);
}

// The next place from `at` on where what follows can match, with all before it in the set.
static const char *next_follower(lb_matcher *matcher, const lb_item *item, const char *at) {
  const char *end = matcher->end;
  if (item->everything && item->lone_follower)
    return memchr(at, item->follower, (size_t)(end - at));
  while (at < end && !lb_set_has(&item->followers, *at)) {
    if (!lb_set_has(&item->set, *at)) return NULL;
    at++;
  }
  return at < end || item->follows_end ? at : NULL;
}

static const char *take_least(lb_matcher *matcher, lb_item *item, const char *at) {
  const char *found = next_follower(matcher, item, at);
  spend(matcher, ((found == NULL ? matcher->end : found) - at) / 8);
  if (found != NULL && found < matcher->end) {
    item->at = found;
    item->outer = matcher->choice;
    matcher->choice = item;
  }
  return found;
}

static const char *take_same(lb_matcher *matcher, const lb_item *item, const char *at) {
  const char *from = matcher->from[item->capture];
  ptrdiff_t length = matcher->to[item->capture] - from;
  if (matcher->end - at < length) return NULL;
  spend(matcher, length / 8);
  return memcmp(from, at, (size_t)length) == 0 ? at + length : NULL;
}

static const char *take_balance(lb_matcher *matcher, const lb_item *item, const char *at) {
  const char *start = at;
  if (at == matcher->end || (uint8_t)*at != item->opening) return NULL;
  size_t depth = 1;
  while (++at < matcher->end) {
    if ((uint8_t)*at == item->closing) {
      if (--depth == 0) break;
    } else if ((uint8_t)*at == item->opening) {
      depth++;
    }
  }
  spend(matcher, (at - start) / 2);
  return at < matcher->end ? at + 1 : NULL;
}

static const char *take_frontier(lb_matcher *matcher, const lb_item *item, const char *at) {
  char before = at == matcher->subject ? 0 : at[-1], here = at == matcher->end ? 0 : *at;
  return !lb_set_has(&item->set, before) && lb_set_has(&item->set, here) ? at : NULL;
}

static const char *take_trim(lb_matcher *matcher, const lb_item *item, const char *at) {
  const char *tail = matcher->end;
  while (tail > at && lb_set_has(&item->set, tail[-1])) tail--;
  spend(matcher, (matcher->end - tail) / 4);
  return tail;
}

static inline const char *take_text(
  const lb_matcher *matcher, const lb_item *item, const char *at) {
  if ((size_t)(matcher->end - at) < item->length || *at != *item->bytes) return NULL;
  return memcmp(at, item->bytes, item->length) == 0 ? at + item->length : NULL;
}

// The behaviour of one item from `at` on; null: it does not match there.
static inline const char *take(lb_matcher *matcher, lb_item *item, const char *at) {
  switch (item->kind) {
    case LB_TEXT: return take_text(matcher, item, at);
    case LB_ONE: return at < matcher->end && lb_set_has(&item->set, *at) ? at + 1 : NULL;
    case LB_RUN: return take_run(matcher, item, at);
    case LB_MOST: return take_most(matcher, item, at);
    case LB_LEAST: return take_least(matcher, item, at);
    case LB_TRIM: return take_trim(matcher, item, at);
    case LB_OPEN: return matcher->from[item->capture] = at;
    case LB_CLOSE: return matcher->to[item->capture] = at;
    case LB_PLACE: return matcher->from[item->capture] = at;
    case LB_SAME: return take_same(matcher, item, at);
    case LB_BALANCE: return take_balance(matcher, item, at);
    case LB_FRONTIER: return take_frontier(matcher, item, at);
    case LB_FINISH: return at == matcher->end ? at : NULL;
    case LB_WRONG: luaL_error(matcher->L, item->bytes, (int)item->length); return NULL;
    default: return NULL;
  }
}

// Lets the innermost choice match in its next way.
static const char *retry(lb_matcher *matcher, lb_item *item) {
  matcher->choice = item->outer;
  if (item->kind == LB_MOST) return give_back(matcher, item, item->at - 1);
  return lb_set_has(&item->set, *item->at) ? take_least(matcher, item, item->at + 1) : NULL;
}

// The end of the match that begins at `at`, or null.
static const char *match_at(lb_matcher *matcher, const char *at) {
  lb_item *item = matcher->pattern->items;
  matcher->choice = NULL;
  while (item->kind != LB_DONE) {
    spend(matcher, 1);
    at = take(matcher, item, at);
    while (at == NULL) {
      if (matcher->choice == NULL) return NULL;
      spend(matcher, 1);
      item = matcher->choice;
      at = retry(matcher, item);
    }
    item++;
  }
  return at;
}

// The next place from `at` on where a match can begin, or null.
static const char *next_start(lb_matcher *matcher, const char *at) {
  const lb_pattern *pattern = matcher->pattern;
  const char *start = at, *end = matcher->end;
  if (pattern->lone_first && pattern->items[0].kind == LB_TEXT && pattern->items[0].length > 1) {
    at = lb_find_text(at, end, pattern->items[0].bytes, pattern->items[0].length);
  } else if (pattern->lone_first) {
    at = memchr(at, pattern->first_byte, (size_t)(end - at));
  } else {
    if (!pattern->first_everywhere)
      while (at < end && !lb_set_has(&pattern->first, *at)) at++;
    if (at == end && !pattern->first_at_end) at = NULL;
  }
  spend(matcher, ((at == NULL ? end : at) - start) / 16);
  return at;
}

// The end of the first match from `from` on that does not end at `refused`, or null; `start` says
// where it begins.
const char *lb_matcher_search(lb_matcher *matcher, const char *from, const char *refused) {
  for (const char *at = from; at <= matcher->end; at++) {
    if (!matcher->pattern->anchored) at = next_start(matcher, at);
    if (at == NULL) return NULL;
    const char *end = match_at(matcher, at);
    if (end != NULL && end != refused) {
      matcher->start = at;
      return end;
    }
    if (matcher->pattern->anchored) return NULL;
  }
  return NULL;
}
