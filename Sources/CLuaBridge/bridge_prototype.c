// What a function is made of: its code as Lua keeps it, and the values that it holds.
#include "bridge_internal.h"

#include <stdio.h>

static int append_code(lua_State *L, const void *bytes, size_t length, void *buffer) {
  (void)L;
  return lb_append(buffer, bytes, length) ? 0 : 1;
}

// Appends the code of the function at the top to a buffer of the state's own.
static bool dump(lua_State *L, lb_buffer *code) {
  code->count = 0;
  return lua_dump(L, append_code, code, 0) == 0;
}

// A chunk of which nobody will ever see what it does, since it came late, or a script made it; a driver script's, which
// may load more at any time, that is kept to be looked through.
enum { CHUNKS_LATE = 1, CHUNKS_NEW = 2 };

const uint8_t *lb_unseen_chunks(const lb_state *state) { return &state->unseen_chunks; }

// Takes note of a text that a script makes code of, of which nobody sees what it does.
void lb_note_chunk(lua_State *L) { lb_of(L)->unseen_chunks |= CHUNKS_LATE; }

// After so many chunks of a state, which are kept, nobody looks through what scripts do.
enum { MOST_CHUNKS = 1000 };

// Keeps the code of the chunk at the top, of which the functions of rules come: what one of them writes, others read.
void lb_keep_chunk(lua_State *L) {
  lb_state *state = lb_of(L);
  if (state->is_frozen || state->chunk_count == MOST_CHUNKS) state->unseen_chunks |= CHUNKS_LATE;
  if ((state->unseen_chunks & CHUNKS_LATE) != 0) return;
  if (state->profile == LB_PROFILE_DRIVER) state->unseen_chunks |= CHUNKS_NEW;
  luaL_checkstack(L, 3, NULL);
  if (!dump(L, &state->code)) return;
  if (state->chunks == 0) {
    lua_newtable(L);
    state->chunks = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->chunks);
  lua_pushlstring(L, (const char *)state->code.bytes, state->code.count);
  lua_rawseti(L, -2, ++state->chunk_count);
  lua_pop(L, 1);
}

// → the code of each chunk that was loaded, which is kept no longer; a driver script's, which may load more, is.
int lb_op_chunks(lua_State *L) {
  lb_state *state = lb_of(L);
  lua_settop(L, 0);
  if (state->chunks == 0) return 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->chunks);
  int count = state->chunk_count;
  state->unseen_chunks &= (uint8_t)~CHUNKS_NEW;
  if (state->profile != LB_PROFILE_DRIVER) {
    luaL_unref(L, LUA_REGISTRYINDEX, state->chunks);
    state->chunks = state->chunk_count = 0;
  }
  luaL_checkstack(L, count + 4, "too many chunks");
  for (int number = 1; number <= count; number++) lua_rawgeti(L, 1, number);
  return count;
}

// function → its code, as lua_dump writes it; nothing for a function of C's.
int lb_op_code(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lb_state *state = lb_of(L);
  if (lua_iscfunction(L, 1) || !dump(L, &state->code)) return 0;
  lua_pushlstring(L, (const char *)state->code.bytes, state->code.count);
  return 1;
}

// function → the values that it holds, in order.
int lb_op_upvalues(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  luaL_checkstack(L, 256 + 4, NULL);
  int count = 0;
  while (lua_getupvalue(L, 1, count + 1) != NULL) count++;
  return count;
}

// value → a number that no other table or function has, and what kind of table it is, as an lb_table_kind.
int lb_op_address(lua_State *L) {
  lua_settop(L, 1);
  lb_table_kind kind = LB_TABLE_OTHER;
  if (lua_istable(L, 1)) {
    if (lb_is_frozen(L, 1)) kind = LB_TABLE_FROZEN;
    else if (lb_has_members(L, 1) || !lua_getmetatable(L, 1)) kind = LB_TABLE_PLAIN;
  }
  lua_pushinteger(L, (lua_Integer)(uintptr_t)lua_topointer(L, 1));
  lua_pushinteger(L, kind);
  return 2;
}

size_t lb_spell_float(double number, char *out, size_t size) {
  int count = snprintf(out, size, LUA_NUMBER_FMT, number);
  return count < 0 || (size_t)count >= size ? 0 : (size_t)count;
}

size_t lb_format_float(const char *form, double number, char *out, size_t size) {
  int count = snprintf(out, size, form, number);
  return count < 0 || (size_t)count >= size ? 0 : (size_t)count;
}

size_t lb_format_integer(const char *form, int64_t number, char *out, size_t size) {
  int count = snprintf(out, size, form, (long long)number);
  return count < 0 || (size_t)count >= size ? 0 : (size_t)count;
}
