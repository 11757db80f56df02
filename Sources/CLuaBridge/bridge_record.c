// Records: tagged light userdata (tag, data set, row) with one shared metatable. Reading a field
// allocates nothing but the string that Lua sees.
#include "bridge_internal.h"

#include <stdlib.h>
#include <string.h>

static lb_dataset *dataset_of(lua_State *L, uint64_t record) {
  lb_state *state = lb_of(L);
  int32_t number = lb_record_source(record), place = number & LB_LAST_SOURCE;
  if (lb_tag_of(record) != LB_TAG_RECORD || place >= state->dataset_count) return NULL;
  lb_dataset *set = state->datasets[place];
  return set->number == number ? set : NULL;
}

// The data set of what is used as a record: NULL if it is none, an error if it was one.
static lb_dataset *living_dataset(lua_State *L, uint64_t record) {
  lb_dataset *set = dataset_of(L, record);
  if (set == NULL && lb_tag_of(record) == LB_TAG_RECORD) luaL_error(L, "%s", LB_RELEASED);
  return set;
}

// A column that is not known by its string's address: a long name, one that was never asked for,
// or none at all. The name at `index` is a string.
static int32_t find_column(lua_State *L, lb_dataset *set, int index) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, set->names);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) != LUA_TNIL) {
    int32_t column = (int32_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    return column;
  }
  size_t length;
  const char *name = lua_tolstring(L, index, &length);
  lb_field message = {0};
  int32_t column = set->source.resolve(set->source.owner, name, length, &message);
  if (column < 0) {
    message.kind = LB_ERROR;
    lb_push_field(L, &message);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, index);
  lua_pushinteger(L, column);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  if (length <= LB_INTERNED) lb_slots_add(&set->slots, name, column);
  return column;
}

static void push_nested(lua_State *L, lb_dataset *set, int64_t row, int32_t column) {
  lb_state *state = lb_of(L);
  lua_State *outer = state->running;
  state->running = L;
  int32_t results = set->source.nested(set->source.owner, row, column);
  state->running = outer;
  if (results < 0) {
    lb_raise_reply(L);
    return;
  }
  lb_decode(L, state->reply.bytes, state->reply.bytes + state->reply.count);
}

static lb_kind push_cell(lua_State *L, lb_dataset *set, int64_t row, int32_t column) {
  lb_field field = {.kind = LB_NIL};
  set->source.field(set->source.context, row, column, &field);
  if (field.kind == LB_STRING) lua_pushlstring(L, field.bytes, field.length);
  else if (field.kind == LB_NESTED) push_nested(L, set, row, column);
  else lb_push_field(L, &field);
  return (lb_kind)field.kind;
}

static uint64_t bits_at(lua_State *L, int index) {
  return (uint64_t)(uintptr_t)lua_touserdata(L, index);
}

static int index_record(lua_State *L) {
  uint64_t record = bits_at(L, 1);
  lb_dataset *set = living_dataset(L, record);
  if (set == NULL)
    return luaL_error(L, "attempt to index %s (field '%s')",
      lb_tag_of(record) == LB_TAG_NULL ? "null" : "a light userdata", luaL_tolstring(L, 2, NULL));
  int type = lua_type(L, 2);
  if (type != LUA_TSTRING && type != LUA_TNUMBER)
    return luaL_error(L, "a column is named by a string, not by a %s value", luaL_typename(L, 2));
  int32_t column = lb_slots_find(&set->slots, lua_tostring(L, 2));
  if (column < 0) column = find_column(L, set, 2);
  push_cell(L, set, lb_record_row(record), column);
  return 1;
}

static int write_record(lua_State *L) {
  return luaL_error(L, "%s cannot be written (field '%s')",
    lb_tag_of(bits_at(L, 1)) == LB_TAG_RECORD ? "a record" : "null", luaL_tolstring(L, 2, NULL));
}

// Upvalues: the record, the next column. An absent field is left out, a null one is nil.
static int next_column(lua_State *L) {
  uint64_t record = bits_at(L, lua_upvalueindex(1));
  lb_dataset *set = living_dataset(L, record);
  int32_t column = (int32_t)lua_tointeger(L, lua_upvalueindex(2));
  for (; set != NULL && column < set->columns; column++) {
    lua_settop(L, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, set->names);
    lua_rawgeti(L, 1, column + 1);
    lua_remove(L, 1);
    if (push_cell(L, set, lb_record_row(record), column) == LB_ABSENT) continue;
    lua_pushinteger(L, column + 1);
    lua_replace(L, lua_upvalueindex(2));
    return 2;
  }
  return 0;
}

static int pairs_record(lua_State *L) {
  if (living_dataset(L, bits_at(L, 1)) == NULL)
    return luaL_error(L, "pairs needs a table or a record, not null");
  lua_settop(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_column, 2);
  return 1;
}

static int count_columns(lua_State *L) {
  lb_dataset *set = living_dataset(L, bits_at(L, 1));
  if (set == NULL) return luaL_error(L, "attempt to get length of null");
  lua_pushinteger(L, set->columns);
  return 1;
}

static int record_text(lua_State *L) {
  uint64_t record = bits_at(L, 1);
  lb_dataset *set = dataset_of(L, record);
  if (set == NULL) {
    lb_tag tag = lb_tag_of(record);
    lua_pushstring(L, tag == LB_TAG_RECORD ? "a released record"
                      : tag == LB_TAG_NULL ? "null"
                                           : "light userdata");
    return 1;
  }
  lb_field text = {0};
  set->source.describe(set->source.owner, lb_record_row(record), &text);
  lua_pushlstring(L, text.bytes == NULL ? "record" : text.bytes, text.bytes ? text.length : 6);
  return 1;
}

static const luaL_Reg record_events[] = {
  {"__index", index_record}, {"__newindex", write_record}, {"__pairs", pairs_record},
  {"__len", count_columns},  {"__tostring", record_text},  {NULL, NULL},
};

// All light userdata share one metatable; scripts cannot reach or replace it.
void lb_open_records(lua_State *L) {
  lua_pushlightuserdata(L, NULL);
  lua_createtable(L, 0, 8);
  lb_set_functions(L, lua_gettop(L), record_events);
  lua_pushliteral(L, "record");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

typedef struct source_request {
  lb_dataset *set;
  const uint8_t *names;
  size_t length;
  int32_t count;
} source_request;

static int add_names(lua_State *L) {
  source_request *request = lua_touserdata(L, 1);
  const uint8_t *at = request->names, *end = at + request->length;
  lua_createtable(L, request->count, request->count);
  int names = lua_gettop(L);
  for (int32_t column = 0; column < request->count; column++) {
    at = lb_decode(L, at, end);
    lua_pushvalue(L, -1);
    lua_rawseti(L, names, column + 1);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, names) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_pushinteger(L, column);
      lua_rawset(L, names);
      size_t length;
      const char *name = lua_tolstring(L, -2, &length);
      if (length <= LB_INTERNED) lb_slots_add(&request->set->slots, name, column);
    }
    lua_settop(L, names);
  }
  request->set->names = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static void free_dataset(lb_dataset *set) {
  if (set == NULL) return;
  lb_slots_free(&set->slots);
  free(set);
}

static lb_dataset *make_dataset(lb_state *state, lb_source source, const uint8_t *names, size_t length, int32_t count) {
  lb_dataset *set = calloc(1, sizeof *set);
  if (set == NULL) return NULL;
  *set = (lb_dataset){.source = source, .columns = count};
  source_request request = {set, names, length, count};
  if (lb_slots_make(&set->slots, (size_t)count)
      && lb_protect(state, add_names, &request) == LB_OK)
    return set;
  free_dataset(set);
  return NULL;
}

int32_t lb_add_source(lb_state *state, lb_source source, const uint8_t *names, size_t length, int32_t count) {
  if (state->dataset_count > LB_LAST_SOURCE) return -1;
  size_t bytes = sizeof(lb_dataset *) * (size_t)(state->dataset_count + 1);
  lb_dataset **sets = realloc(state->datasets, bytes);
  if (sets == NULL) return -1;
  state->datasets = sets;
  lb_dataset *set = make_dataset(state, source, names, length, count);
  if (set == NULL) return -1;
  set->number = state->dataset_count;
  state->datasets[state->dataset_count] = set;
  return state->dataset_count++;
}

static int forget_names(lua_State *L) {
  lb_dataset *set = lua_touserdata(L, 1);
  luaL_unref(L, LUA_REGISTRYINDEX, set->names);
  return 0;
}

bool lb_replace_source(
  lb_state *state, int32_t number, lb_source source, const uint8_t *names, size_t length,
  int32_t count) {
  lb_dataset *set = make_dataset(state, source, names, length, count);
  if (set == NULL) return false;
  lb_dataset **place = &state->datasets[number & LB_LAST_SOURCE];
  lb_protect(state, forget_names, *place);
  free_dataset(*place);
  set->number = number;
  *place = set;
  return true;
}

void lb_free_sources(lb_state *state) {
  for (int32_t number = 0; number < state->dataset_count; number++) free_dataset(state->datasets[number]);
  free(state->datasets);
}
