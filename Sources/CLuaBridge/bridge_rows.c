// Records that a script gives one after another, as lines of JSON.
#include "bridge_internal.h"

#include <stdlib.h>
#include <string.h>

// On the stack while rows are written: the function, the names that records had so far, in both directions (place and
// name), the record.
enum { NEXT = 1, NAMES, RECORD };

// What is known of a name, and of the value that the last record has there.
typedef struct lb_member {
  size_t start, length;              // where `beginnings` has the name as a member begins
  size_t value_start, value_length;  // where `values` has the value
  uint64_t record;                   // the number of the last record that has one
} lb_member;

struct lb_members {
  lb_member *members;  // in the order of places, which count from 0 here
  size_t count, capacity;
  size_t given;        // those of the columns that were given, the first ones
  lb_slots slots;      // places by names
  lb_buffer beginnings, values;
  uint64_t record;     // the number of the record that is written
};

// Lets slots have room for another name; names that find none there are looked up in the table of names.
static void widen_slots(lua_State *L, struct lb_members *all) {
  if (lb_slots_have_room(&all->slots)) return;
  lb_slots_free(&all->slots);
  if (!lb_slots_make(&all->slots, all->count + 1)) lb_refuse(L);
  for (size_t place = 0; place < all->count; place++) {
    lua_rawgeti(L, NAMES, (lua_Integer)place + 1);
    if (lua_rawlen(L, -1) <= LB_INTERNED) lb_slots_add(&all->slots, lua_tostring(L, -1), (int32_t)place);
    lua_pop(L, 1);
  }
}

// Adds the name on top, which is popped, to those that are known; false for what is no name.
static bool add_name(lua_State *L, struct lb_members *all) {
  size_t length;
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : NULL;
  size_t start = all->beginnings.count;
  if (name == NULL || all->count >= INT32_MAX) return false;
  if (!lb_put_text(L, &all->beginnings, name, length)) return false;
  lb_put(L, &all->beginnings, ":", 1);
  if (all->count == all->capacity) {
    size_t capacity = all->capacity < 8 ? 16 : all->capacity * 2;
    lb_member *members = realloc(all->members, capacity * sizeof *members);
    if (members == NULL) lb_refuse(L);
    all->members = members;
    all->capacity = capacity;
  }
  widen_slots(L, all);
  if (length <= LB_INTERNED) lb_slots_add(&all->slots, name, (int32_t)all->count);
  all->members[all->count++] = (lb_member){.start = start, .length = all->beginnings.count - start};
  lua_pushvalue(L, -1);
  lua_rawseti(L, NAMES, (lua_Integer)all->count);
  lua_pushinteger(L, (lua_Integer)all->count);
  lua_rawset(L, NAMES);
  return true;
}

// What is known of the name at an index; NULL for one that is new, or none.
static lb_member *find_member(lua_State *L, struct lb_members *all, int index) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) return NULL;
  const char *name = lua_tolstring(L, index, &length);
  int32_t place = lb_slots_find(&all->slots, name);
  if (place >= 0) return &all->members[place];
  if (length <= LB_INTERNED) return NULL;
  lua_pushvalue(L, index);
  lua_rawget(L, NAMES);
  lua_Integer known = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return known > 0 ? &all->members[known - 1] : NULL;
}

// Whether the text at one index comes before the one at another, by bytes.
static bool precedes(lua_State *L, int first, int second) {
  size_t one, other;
  const char *bytes = lua_tolstring(L, first, &one), *others = lua_tolstring(L, second, &other);
  int order = memcmp(bytes, others, one < other ? one : other);
  return order < 0 || (order == 0 && one < other);
}

// Puts what is new among a record's names, in the order of their bytes, behind those that are known.
static bool add_names(lua_State *L, struct lb_members *all) {
  lua_newtable(L);
  int found = lua_gettop(L);
  lua_Integer count = 0;
  for (lua_pushnil(L); lua_next(L, RECORD) != 0;) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) return false;
    if (find_member(L, all, -1) != NULL) continue;
    lua_pushvalue(L, -1);
    // Insertion: new names are few, and come once.
    lua_Integer place = ++count;
    for (; place > 1; place--) {
      lua_rawgeti(L, found, place - 1);
      bool is_before = precedes(L, -2, -1);
      if (is_before) lua_rawseti(L, found, place);
      else lua_pop(L, 1);
      if (!is_before) break;
    }
    lua_rawseti(L, found, place);
  }
  for (lua_Integer place = 1; place <= count; place++) {
    lua_rawgeti(L, found, place);
    if (!add_name(L, all)) return false;
  }
  lua_settop(L, found - 1);
  return true;
}

typedef enum gathering { GATHERED, NEW_NAMES, ODD } gathering;

// Writes down the values of the record's members, and counts them.
static gathering gather(lua_State *L, struct lb_members *all, size_t *count) {
  lb_buffer *values = &all->values;
  values->count = 0;
  all->record++;
  *count = 0;
  for (lua_pushnil(L); lua_next(L, RECORD) != 0; lua_pop(L, 1)) {
    lb_member *member = find_member(L, all, -2);
    if (member == NULL) return NEW_NAMES;
    member->record = all->record;
    member->value_start = values->count;
    if (!lb_put_value(L, values)) return ODD;
    member->value_length = values->count - member->value_start;
    ++*count;
  }
  return GATHERED;
}

// Appends the members of a record by name, in the order of places.
static bool put_table(lua_State *L, struct lb_members *all, lb_buffer *output) {
  size_t count;
  gathering gathered = gather(L, all, &count);
  if (gathered == NEW_NAMES) {
    lua_settop(L, RECORD);
    gathered = add_names(L, all) ? gather(L, all, &count) : ODD;
  }
  if (gathered != GATHERED) return false;
  for (const lb_member *member = all->members; count > 0; member++) {
    if (member->record != all->record) continue;
    lb_put(L, output, all->beginnings.bytes + member->start, member->length);
    lb_put(L, output, all->values.bytes + member->value_start, member->value_length);
    if (--count > 0) lb_put(L, output, ",", 1);
  }
  return true;
}

// Whether the record has no entries but the elements of a list.
static bool is_list(lua_State *L, lua_Unsigned length) {
  lua_Unsigned entries = 0;
  lua_pushinteger(L, (lua_Integer)length);
  if (lua_next(L, RECORD) == 0) return true;
  for (lua_pop(L, 2), lua_pushnil(L); lua_next(L, RECORD) != 0; lua_pop(L, 1)) entries++;
  return entries == length;
}

// Appends the members of a record that is a list of the values of the given columns.
static bool put_list(lua_State *L, const struct lb_members *all, lua_Unsigned length, lb_buffer *output) {
  if (!is_list(L, length)) return false;
  if (length != all->given)
    luaL_error(L, "the record is a list of %d values, and there are %d columns; luna.null stands for "
      "a value that is missing", (int)length, (int)all->given);
  for (size_t place = 0; place < all->given; place++) {
    const lb_member *member = &all->members[place];
    if (place > 0) lb_put(L, output, ",", 1);
    lb_put(L, output, all->beginnings.bytes + member->start, member->length);
    lua_rawgeti(L, RECORD, (lua_Integer)place + 1);
    if (!lb_put_value(L, output)) return false;
    lua_pop(L, 1);
  }
  return true;
}

// Appends the record on top as a line; false, and nothing appended, for one that has to be written in another way.
static bool put_record(lua_State *L, struct lb_members *all, lb_buffer *output) {
  size_t start = output->count;
  if (!lua_istable(L, RECORD) || lb_is_frozen(L, RECORD)) return false;
  lua_Unsigned length = all->given > 0 ? lua_rawlen(L, RECORD) : 0;
  lb_put(L, output, "{", 1);
  bool is_plain =
    length > 0 ? put_list(L, all, length, output) : put_table(L, all, output);
  lua_settop(L, RECORD);
  if (is_plain) lb_put(L, output, "}\n", 2);
  else output->count = start;
  return is_plain;
}

typedef struct rows_request {
  lb_rows *rows;
  lb_buffer *output;
} rows_request;

// Pushes the names that are known; at first those of the columns that were given.
static void push_names(lua_State *L, lb_rows *rows) {
  if (rows->names != 0) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, rows->names);
    return;
  }
  if (rows->members == NULL) rows->members = calloc(1, sizeof *rows->members);
  if (rows->members == NULL) lb_refuse(L);
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rows->columns);
  lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  for (lua_Integer place = 1; place <= count; place++) {
    lua_rawgeti(L, NAMES + 1, place);
    if (!add_name(L, rows->members)) luaL_error(L, "a column's name is text");
  }
  rows->members->given = (size_t)count;
  lua_settop(L, NAMES);
  lua_pushvalue(L, NAMES);
  rows->names = luaL_ref(L, LUA_REGISTRYINDEX);
}

static int run_rows(lua_State *L) {
  rows_request request = *(rows_request *)lua_touserdata(L, 1);
  lb_rows *rows = request.rows;
  size_t start = request.output->count;
  lua_settop(L, 0);
  lua_rawgeti(L, LUA_REGISTRYINDEX, rows->function);
  push_names(L, rows);
  while (request.output->count - start < LB_BATCH_BYTES) {
    lua_pushvalue(L, NEXT);
    lua_call(L, 0, 1);
    if (lua_isnil(L, RECORD)) {
      rows->ended = true;
      return 0;
    }
    if (!put_record(L, rows->members, request.output)) {
      rows->odd = luaL_ref(L, LUA_REGISTRYINDEX);
      return 0;
    }
    rows->done++;
    lua_settop(L, NAMES);
  }
  return 0;
}

lb_status lb_write_rows(lb_state *state, lb_rows *rows, lb_buffer *output) {
  rows_request request = {rows, output};
  rows->odd = 0;
  return lb_protect(state, run_rows, &request);
}

void lb_rows_free(lb_rows *rows) {
  struct lb_members *all = rows->members;
  if (all == NULL) return;
  free(all->members);
  lb_slots_free(&all->slots);
  lb_buffer_free(&all->beginnings);
  lb_buffer_free(&all->values);
  free(all);
  rows->members = NULL;
}
