// Calls of host functions: their arguments, their results and what they raise.
#include "bridge_internal.h"

#include <string.h>

// Raises what the host wrote into the reply: level, argument number, function name, message, and the number of the
// value that a script raised before, if any. The caller's line is added here, where the frames still stand.
int lb_raise_reply(lua_State *L) {
  lb_state *state = lb_of(L);
  lua_settop(L, 0);
  int count = lb_decode_all(L, state->reply.bytes, state->reply.count);
  lua_settop(L, count < 5 ? 5 : count);
  if (lua_tointeger(L, 5) != 0 && lua_tointeger(L, 5) == state->raised_number) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, state->raised);
    return lua_error(L);
  }
  int level = (int)lua_tointeger(L, 1), argument = (int)lua_tointeger(L, 2);
  if (argument > 0) {
    lua_Debug frame;
    const char *name = luaL_optstring(L, 3, "?");
    if (lua_getstack(L, 0, &frame) && lua_getinfo(L, "n", &frame) && frame.name != NULL) {
      name = frame.name;
      if (strcmp(frame.namewhat, "method") == 0) argument--;
    }
    if (argument == 0) lua_pushfstring(L, "calling '%s' on bad self (%s)", name, lua_tostring(L, 4));
    else lua_pushfstring(L, "bad argument #%d to '%s' (%s)", argument, name, lua_tostring(L, 4));
    lua_replace(L, 4);
    lua_settop(L, 4);
    level = 1;
  }
  if (level > 0) luaL_where(L, level);
  else lua_pushliteral(L, "");
  lua_pushvalue(L, 4);
  lua_concat(L, 2);
  return lua_error(L);
}

// Runs the host function `object` on the arguments of the current frame. The host returns before
// anything is raised, so that no Swift frame is unwound.
static int run_host(lua_State *L, void *function) {
  lb_state *state = lb_of(L);
  lua_State *outer = state->running;
  state->running = L;
  lb_start_clock(state);
  int32_t results = state->host.call(state->host.context, L, function, lua_gettop(L));
  state->running = outer;
  if (results < 0) return lb_raise_reply(L);
  if (results == LB_FIRST_ARGUMENT) {
    lb_look(L);
    lua_settop(L, 1);
    return 1;
  }
  // What the reply holds is Lua's before anything is raised.
  int count = lb_decode_all(L, state->reply.bytes, state->reply.count);
  lb_look(L);
  return count;
}

static int call_host(lua_State *L) {
  lb_object *box = lua_touserdata(L, lua_upvalueindex(1));
  return run_host(L, box->pointer);
}

void lb_open_host(lua_State *L) {
  lb_of(L)->call_host = call_host;
  lb_open_objects(L);
}

int32_t lb_argument_kind(lua_State *thread, int32_t index) {
  uint64_t bits;
  switch (lua_type(thread, index)) {
    case LUA_TBOOLEAN: return lua_toboolean(thread, index) ? LB_TRUE : LB_FALSE;
    case LUA_TNUMBER: return lua_isinteger(thread, index) ? LB_INTEGER : LB_FLOAT;
    case LUA_TSTRING: return LB_STRING;
    case LUA_TTABLE: return LB_TABLE;
    case LUA_TFUNCTION: return LB_FUNCTION;
    case LUA_TUSERDATA: return lb_to_object(thread, index) != NULL ? LB_OBJECT : LB_OTHER;
    case LUA_TLIGHTUSERDATA:
      bits = (uint64_t)(uintptr_t)lua_touserdata(thread, index);
      return lb_tag_of(bits) == LB_TAG_RECORD ? LB_RECORD
           : lb_tag_of(bits) == LB_TAG_NULL   ? LB_NULL
                                              : LB_OTHER;
    case LUA_TTHREAD: return LB_OTHER;
    case LUA_TNIL: return LB_NIL;
    default: return LB_ABSENT;
  }
}

// Never raises: the type's name is a constant of Lua's.
const char *lb_argument_type(lua_State *thread, int32_t index) {
  return lua_typename(thread, lua_type(thread, index));
}

const char *lb_caller(lua_State *thread) {
  lua_Debug frame;
  for (int level = 1; lua_getstack(thread, level, &frame); level++)
    if (lua_getinfo(thread, "S", &frame) && *frame.what != 'C' && *frame.source == '@')
      return frame.source + 1;
  return NULL;
}

const char *lb_calling_line(lua_State *thread, int32_t *line) {
  lua_Debug frame;
  if (!lua_getstack(thread, 1, &frame)) return NULL;
  lua_getinfo(thread, "Sl", &frame);
  *line = frame.currentline;
  return frame.currentline > 0 ? frame.source + (*frame.source == '@' || *frame.source == '=') : NULL;
}

bool lb_argument_integer(lua_State *thread, int32_t index, int64_t *value) {
  int valid = 0;
  *value = lua_tointegerx(thread, index, &valid);
  return valid != 0;
}

bool lb_argument_number(lua_State *thread, int32_t index, double *value) {
  int valid = 0;
  *value = lua_tonumberx(thread, index, &valid);
  return valid != 0;
}

// Strings only: a number would be converted in place, and that allocates.
const char *lb_argument_string(lua_State *thread, int32_t index, size_t *length) {
  if (lua_type(thread, index) != LUA_TSTRING) return NULL;
  return lua_tolstring(thread, index, length);
}

uint64_t lb_argument_record(lua_State *thread, int32_t index) {
  return (uint64_t)(uintptr_t)lua_touserdata(thread, index);
}

void *lb_argument_object(lua_State *thread, int32_t index, int32_t *class_number) {
  lb_object *object = lb_to_object(thread, index);
  if (object == NULL) return NULL;
  *class_number = object->class_number;
  return object->pointer;
}

static int copy_argument(lua_State *L) {
  lb_encode(L, 1, lua_touserdata(L, 2), true);
  return 0;
}

lb_status lb_argument_copy(lb_state *state, lua_State *thread, int32_t index, lb_buffer *output) {
  output->count = 0;
  if (!lua_checkstack(thread, 6)) return state->error.status = LB_STACK;
  lua_pushcfunction(thread, lb_message_handler);
  int handler = lua_gettop(thread);
  state->captured = state->syntax = false;
  lua_pushcfunction(thread, copy_argument);
  if (index <= handler - 1) lua_pushvalue(thread, index);
  else lua_pushnil(thread);
  lua_pushlightuserdata(thread, output);
  int status = lua_pcall(thread, 2, 0, handler);
  lb_status result = lb_settle(state, thread, status);
  lua_settop(thread, handler - 1);
  return result;
}
