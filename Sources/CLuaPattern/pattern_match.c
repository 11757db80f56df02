// Looks for a match of a compiled pattern. Goes back without recursion: an item that has another way
// to match notes it in its place and becomes the innermost choice.
#include "pattern_internal.h"

#include <string.h>

static void refuel(lp_matcher *matcher) {
  if (matcher->refuel == NULL) matcher->stopped = true;
  else matcher->refuel(matcher);
}

static inline void spend(lp_matcher *matcher, ptrdiff_t steps) {
  matcher->fuel -= steps;
  if (matcher->fuel < 0) refuel(matcher);
}

void lp_matcher_start(
  lp_matcher *matcher, const lp_pattern *pattern, lp_choice *choices, const char *subject,
  size_t length, ptrdiff_t fuel) {
  matcher->pattern = pattern;
  matcher->subject = subject;
  matcher->end = subject + length;
  matcher->choices = choices;
  matcher->fuel = fuel;
  matcher->refuel = NULL;
  matcher->context = NULL;
  matcher->patience = PTRDIFF_MIN;
  matcher->failures = NULL;
  matcher->stopped = false;
  matcher->flaw = (lp_flaw){LP_FINE, 0};
}

static inline lp_choice *choice_of(const lp_matcher *matcher, const lp_item *item) {
  return &matcher->choices[item - matcher->pattern->items];
}

static inline void choose(lp_matcher *matcher, const lp_item *item, const char *at) {
  lp_choice *choice = choice_of(matcher, item);
  choice->at = at;
  choice->outer = matcher->choice;
  matcher->choice = item;
}

static inline bool can_follow(const lp_matcher *matcher, const lp_item *item, const char *at) {
  return at < matcher->end ? lp_set_has(&item->followers, *at) : item->follows_end;
}

// Where the run from `at` ends that takes all it can, or all up to where it is known to fail.
static inline const char *take_bytes(lp_matcher *matcher, const lp_item *item, const char *at) {
  const char *limit = matcher->end, *start = at;
  if (item->single && limit - at > 1) limit = at + 1;
  if (matcher->failures != NULL) {
    // Where the run has failed from a later start, all ends that it tried there fail again.
    size_t next = 1 - item->minimum;
    while (at < limit && lp_set_has(&item->set, *at) && !lp_has_failed(matcher, item, at + next))
      at++;
  } else if (item->everything) {
    at = limit;
  } else {
    while (at < limit && lp_set_has(&item->set, *at)) at++;
  }
  spend(matcher, (at - start) / 4);
  return at;
}

// Nothing that follows the item matches, wherever it ends, nor does it for later starts of its run.
static const char *fail(
  lp_matcher *matcher, const lp_item *item, const char *first, const char *last) {
  if (!matcher->stopped && lp_remembers(matcher, item))
    lp_remember(matcher, item, first, item->single ? first : last);
  return NULL;
}

// A run that could end nowhere else, which is a choice only to be remembered if it fails.
static inline const char *take_run(lp_matcher *matcher, const lp_item *item, const char *at) {
  const char *end = take_bytes(matcher, item, at);
  if (end - at < item->minimum) return NULL;
  if (!lp_remembers(matcher, item)) return end;
  lp_choice *choice = choice_of(matcher, item);
  choice->first = at;
  choice->low = choice->high = end;
  choose(matcher, item, end);
  return end;
}

// The last place in low...at where what follows can match. More than one place left: a choice.
static const char *give_back(lp_matcher *matcher, const lp_item *item, const char *at) {
  const lp_choice *choice = choice_of(matcher, item);
  const char *start = at;
  while (at > choice->low && !can_follow(matcher, item, at)) at--;
  spend(matcher, (start - at) / 4);
  if (!can_follow(matcher, item, at)) return fail(matcher, item, choice->first, choice->high);
  if (at > choice->low || lp_remembers(matcher, item)) choose(matcher, item, at);
  return at;
}

static inline const char *take_most(lp_matcher *matcher, const lp_item *item, const char *at) {
  lp_choice *choice = choice_of(matcher, item);
  choice->first = at;
  choice->low = at + item->minimum;
  choice->high = take_bytes(matcher, item, at);
  if (choice->high < choice->low) return NULL;
  return give_back(matcher, item, choice->high);
}

// The next place from `at` on where what follows can match, with all before it in the set; if there is
// none, `at` is where the search ended.
static bool find_follower(lp_matcher *matcher, const lp_item *item, const char **at) {
  const char *end = matcher->end, *place = *at;
  bool found;
  if (item->everything && item->lone_follower) {
    place = memchr(place, item->follower, (size_t)(end - place));
    found = place != NULL;
    if (!found) place = end;
  } else {
    while (place < end && !lp_set_has(&item->followers, *place) && lp_set_has(&item->set, *place))
      place++;
    found = can_follow(matcher, item, place);
  }
  spend(matcher, (place - *at) / 8);
  *at = place;
  return found;
}

static const char *take_least(lp_matcher *matcher, const lp_item *item, const char *at) {
  lp_choice *choice = choice_of(matcher, item);
  if (!find_follower(matcher, item, &at)) return fail(matcher, item, choice->first, at);
  choose(matcher, item, at);
  return at;
}

static const char *take_same(lp_matcher *matcher, const lp_item *item, const char *at) {
  const char *from = matcher->from[item->capture];
  ptrdiff_t length = matcher->to[item->capture] - from;
  if (matcher->end - at < length) return NULL;
  spend(matcher, length / 8);
  return memcmp(from, at, (size_t)length) == 0 ? at + length : NULL;
}

static const char *take_balance(lp_matcher *matcher, const lp_item *item, const char *at) {
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

static const char *take_frontier(lp_matcher *matcher, const lp_item *item, const char *at) {
  char before = at == matcher->subject ? 0 : at[-1], here = at == matcher->end ? 0 : *at;
  return !lp_set_has(&item->set, before) && lp_set_has(&item->set, here) ? at : NULL;
}

static const char *take_trim(lp_matcher *matcher, const lp_item *item, const char *at) {
  const char *tail = matcher->end;
  while (tail > at && lp_set_has(&item->set, tail[-1])) tail--;
  spend(matcher, (matcher->end - tail) / 4);
  return tail;
}

static inline const char *take_text(
  const lp_matcher *matcher, const lp_item *item, const char *at) {
  if ((size_t)(matcher->end - at) < item->length || *at != *item->bytes) return NULL;
  return memcmp(at, item->bytes, item->length) == 0 ? at + item->length : NULL;
}

static const char *stop(lp_matcher *matcher, const lp_item *item) {
  matcher->flaw = item->flaw;
  matcher->stopped = true;
  return NULL;
}

// The behaviour of one item from `at` on; null: it does not match there.
static inline const char *take(lp_matcher *matcher, const lp_item *item, const char *at) {
  switch (item->kind) {
    case LP_TEXT: return take_text(matcher, item, at);
    case LP_ONE: return at < matcher->end && lp_set_has(&item->set, *at) ? at + 1 : NULL;
    case LP_RUN: return lp_has_failed(matcher, item, at) ? NULL : take_run(matcher, item, at);
    case LP_MOST: return lp_has_failed(matcher, item, at) ? NULL : take_most(matcher, item, at);
    case LP_LEAST:
      if (lp_has_failed(matcher, item, at)) return NULL;
      choice_of(matcher, item)->first = at;
      return take_least(matcher, item, at);
    case LP_TRIM: return take_trim(matcher, item, at);
    case LP_OPEN: return matcher->from[item->capture] = at;
    case LP_CLOSE: return matcher->to[item->capture] = at;
    case LP_PLACE: return matcher->from[item->capture] = matcher->to[item->capture] = at;
    case LP_SAME: return take_same(matcher, item, at);
    case LP_BALANCE: return take_balance(matcher, item, at);
    case LP_FRONTIER: return take_frontier(matcher, item, at);
    case LP_FINISH: return at == matcher->end ? at : NULL;
    case LP_WRONG: return stop(matcher, item);
    default: return NULL;
  }
}

// Lets the innermost choice match in its next way.
static const char *retry(lp_matcher *matcher, const lp_item *item) {
  const lp_choice *choice = choice_of(matcher, item);
  const char *at = choice->at;
  matcher->choice = choice->outer;
  if (item->kind != LP_LEAST) {
    if (at > choice->low) return give_back(matcher, item, at - 1);
    return fail(matcher, item, choice->first, choice->high);
  }
  bool goes_on = at < matcher->end && lp_set_has(&item->set, *at)
    && !lp_has_failed(matcher, item, at + 1);
  return goes_on ? take_least(matcher, item, at + 1) : fail(matcher, item, choice->first, at);
}

// The end of the match that begins at `at`, or null.
static const char *match_at(lp_matcher *matcher, const char *at) {
  const lp_item *item = matcher->pattern->items;
  matcher->choice = NULL;
  while (item->kind != LP_DONE) {
    spend(matcher, 1);
    at = take(matcher, item, at);
    while (at == NULL) {
      if (matcher->choice == NULL || matcher->stopped) return NULL;
      spend(matcher, 1);
      item = matcher->choice;
      at = retry(matcher, item);
    }
    item++;
  }
  return at;
}

// The next place from `at` on where a match can begin, or null.
static const char *next_start(lp_matcher *matcher, const char *at) {
  const lp_pattern *pattern = matcher->pattern;
  const char *start = at, *end = matcher->end;
  if (pattern->lone_first && pattern->items[0].kind == LP_TEXT && pattern->items[0].length > 1) {
    at = lp_find_text(at, end, pattern->items[0].bytes, pattern->items[0].length);
  } else if (pattern->lone_first) {
    at = memchr(at, pattern->first_byte, (size_t)(end - at));
  } else {
    if (!pattern->first_everywhere)
      while (at < end && !lp_set_has(&pattern->first, *at)) at++;
    if (at == end && !pattern->first_at_end) at = NULL;
  }
  spend(matcher, ((at == NULL ? end : at) - start) / 16);
  return at;
}

const char *lp_matcher_search(lp_matcher *matcher, const char *from, const char *refused) {
  for (const char *at = from; at <= matcher->end && !matcher->stopped; at++) {
    if (!matcher->pattern->anchored) at = next_start(matcher, at);
    if (at == NULL) return NULL;
    const char *end = match_at(matcher, at);
    if (end != NULL && end != refused) {
      matcher->start = at;
      return matcher->behind = end;
    }
    if (matcher->pattern->anchored) return NULL;
  }
  return NULL;
}

lp_part lp_matcher_capture(const lp_matcher *matcher, int number) {
  return (lp_part){matcher->from[number], matcher->to[number]};
}
