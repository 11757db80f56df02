// How each run of a pattern is best matched, from the bytes at which what comes behind it can match.
#include "bridge_pattern.h"

// Where the items behind a place can match: at these bytes and, perhaps, at the subject's end.
typedef struct reach {
  lb_byteset bytes;
  bool at_end;
} reach;

static const reach everywhere = {{{~0ull, ~0ull, ~0ull, ~0ull}}, true};

static void unite(lb_byteset *set, const lb_byteset *other) {
  for (int word = 0; word < 4; word++) set->words[word] |= other->words[word];
}

static bool meet(const lb_byteset *set, const lb_byteset *other) {
  uint64_t common = 0;
  for (int word = 0; word < 4; word++) common |= set->words[word] & other->words[word];
  return common != 0;
}

// If nothing behind the run can begin with one of its bytes, then the run ends where its bytes end,
// whether it is greedy or not: there is nothing to come back to.
static void plan_run(lb_item *item, const reach *behind) {
  item->followers = behind->bytes;
  item->follows_end = behind->at_end;
  item->lone_follower = !behind->at_end && lb_set_count(&behind->bytes) == 1;
  if (item->lone_follower) item->follower = lb_set_lowest(&behind->bytes);
  if (!meet(&item->set, &behind->bytes)) item->kind = LB_RUN;
}

// What the item and all behind it can begin with. Items that may raise, or whose bytes are not
// known here, count as everything: they must be reached.
static void extend(lb_item *item, reach *place) {
  switch (item->kind) {
    case LB_OPEN: case LB_CLOSE: case LB_PLACE:
      return;
    case LB_RUN: case LB_MOST: case LB_LEAST:
      if (item->minimum == 0) {
        unite(&place->bytes, &item->set);
        return;
      }
      *place = (reach){item->set, false};
      return;
    case LB_ONE:
      *place = (reach){item->set, false};
      return;
    case LB_FRONTIER:  // the subject's end counts as a zero byte
      *place = (reach){item->set, lb_set_has(&item->set, 0)};
      return;
    case LB_TEXT: case LB_BALANCE: case LB_FINISH: case LB_NEVER:
      *place = (reach){{{0}}, item->kind == LB_FINISH};
      if (item->kind == LB_TEXT) lb_set_add(&place->bytes, (uint8_t)*item->bytes);
      if (item->kind == LB_BALANCE) lb_set_add(&place->bytes, item->opening);
      return;
    default:
      *place = everywhere;
  }
}

// `.-%s*$`, also with the capture's end between: trailing bytes are found from the subject's end.
static void plan_trim(lb_item *item) {
  if (item->kind != LB_LEAST || !item->everything) return;
  lb_item *tail = item + 1;
  while (tail->kind == LB_CLOSE) tail++;
  bool drops = tail->kind == LB_RUN && tail->minimum == 0 && !tail->single;
  if (!drops || tail[1].kind != LB_FINISH) return;
  item->kind = LB_TRIM;
  item->set = tail->set;
}

void lb_pattern_plan(lb_pattern *pattern) {
  reach place = everywhere;
  for (size_t index = pattern->count; index-- > 0;) {
    lb_item *item = &pattern->items[index];
    if (item->kind == LB_MOST || item->kind == LB_LEAST) plan_run(item, &place);
    plan_trim(item);
    if (item->kind == LB_TRIM) place = everywhere;
    else extend(item, &place);
  }
  pattern->first = place.bytes;
  pattern->first_at_end = place.at_end;
  int count = lb_set_count(&place.bytes);
  pattern->first_everywhere = count == 256;
  pattern->lone_first = count == 1 && !place.at_end;
  if (pattern->lone_first) pattern->first_byte = lb_set_lowest(&place.bytes);
}
