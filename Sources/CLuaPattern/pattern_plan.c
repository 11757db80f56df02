// How each run of a pattern is best matched, from the bytes at which what comes behind it can match.
#include "pattern_internal.h"

// Where the items behind a place can match: at these bytes and, perhaps, at the subject's end.
typedef struct reach {
  lp_byteset bytes;
  bool at_end;
} reach;

static const reach everywhere = {{{~0ull, ~0ull, ~0ull, ~0ull}}, true};

static void unite(lp_byteset *set, const lp_byteset *other) {
  for (int word = 0; word < 4; word++) set->words[word] |= other->words[word];
}

static bool meet(const lp_byteset *set, const lp_byteset *other) {
  uint64_t common = 0;
  for (int word = 0; word < 4; word++) common |= set->words[word] & other->words[word];
  return common != 0;
}

// If nothing behind the run can begin with one of its bytes, then the run ends where its bytes end,
// whether it is greedy or not: there is nothing to come back to.
static void plan_run(lp_item *item, const reach *behind) {
  item->followers = behind->bytes;
  item->follows_end = behind->at_end;
  item->lone_follower = !behind->at_end && lp_set_count(&behind->bytes) == 1;
  if (item->lone_follower) item->follower = lp_set_lowest(&behind->bytes);
  if (!meet(&item->set, &behind->bytes)) item->kind = LP_RUN;
}

// What the item and all behind it can begin with. Items that may raise, or whose bytes are not
// known here, count as everything: they must be reached.
static void extend(lp_item *item, reach *place) {
  switch (item->kind) {
    case LP_OPEN: case LP_CLOSE: case LP_PLACE:
      return;
    case LP_RUN: case LP_MOST: case LP_LEAST:
      if (item->minimum == 0) {
        unite(&place->bytes, &item->set);
        return;
      }
      *place = (reach){item->set, false};
      return;
    case LP_ONE:
      *place = (reach){item->set, false};
      return;
    case LP_FRONTIER:  // the subject's end counts as a zero byte
      *place = (reach){item->set, lp_set_has(&item->set, 0)};
      return;
    case LP_TEXT: case LP_BALANCE: case LP_FINISH: case LP_NEVER:
      *place = (reach){{{0}}, item->kind == LP_FINISH};
      if (item->kind == LP_TEXT) lp_set_add(&place->bytes, (uint8_t)*item->bytes);
      if (item->kind == LP_BALANCE) lp_set_add(&place->bytes, item->opening);
      return;
    default:
      *place = everywhere;
  }
}

// `.-%s*$`, also with the capture's end between: trailing bytes are found from the subject's end.
static void plan_trim(lp_item *item) {
  if (item->kind != LP_LEAST || !item->everything) return;
  lp_item *tail = item + 1;
  while (tail->kind == LP_CLOSE) tail++;
  bool drops = tail->kind == LP_RUN && tail->minimum == 0 && !tail->single;
  if (!drops || tail[1].kind != LP_FINISH) return;
  item->kind = LP_TRIM;
  item->set = tail->set;
}

void lp_pattern_plan(lp_pattern *pattern) {
  reach place = everywhere;
  for (size_t index = pattern->count; index-- > 0;) {
    lp_item *item = &pattern->items[index];
    if (item->kind == LP_MOST || item->kind == LP_LEAST) plan_run(item, &place);
    plan_trim(item);
    if (item->kind == LP_TRIM) place = everywhere;
    else extend(item, &place);
  }
  pattern->first = place.bytes;
  pattern->first_at_end = place.at_end;
  int count = lp_set_count(&place.bytes);
  pattern->first_everywhere = count == 256;
  pattern->lone_first = count == 1 && !place.at_end;
  if (pattern->lone_first) pattern->first_byte = lp_set_lowest(&place.bytes);
}
