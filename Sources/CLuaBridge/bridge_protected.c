// The functions that catch errors, so that none of them catches a limit: pcall, xpcall and the
// coroutine library. Written after Lua's lbaselib.c and lcorolib.c, whose licence follows.
//
// Copyright (C) 1994-2022 Lua.org, PUC-Rio.
//
// Permission is hereby granted, free of charge, to any person obtaining
// a copy of this software and associated documentation files (the
// "Software"), to deal in the Software without restriction, including
// without limitation the rights to use, copy, modify, merge, publish,
// distribute, sublicense, and/or sell copies of the Software, and to
// permit persons to whom the Software is furnished to do so, subject to
// the following conditions:
//
// The above copyright notice and this permission notice shall be
// included in all copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
// EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
// MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
// IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
// CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT,
// TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
// SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
#include "bridge_internal.h"

// Ends a protected call, also as its continuation after a yield. `extra` values are not results.
static int finish_call(lua_State *L, int status, lua_KContext extra) {
  if (lb_is_stop(L, status)) return lb_raise_stop(L);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)extra;
}

static int guarded_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_call);
  return finish_call(L, status, 0);
}

// Runs the script's message handler (the upvalue), but not on a limit: a handler that the hook's
// error starts runs with hooks off, and nothing could stop it.
static int guarded_handler(lua_State *L) {
  if (lb_of(L)->stop != LB_OK) return 1;
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int guarded_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guarded_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);
  int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish_call);
  return finish_call(L, status, 2);
}

static lua_State *coroutine_at(lua_State *L, int index) {
  lua_State *coroutine = lua_tothread(L, index);
  luaL_argexpected(L, coroutine != NULL, index, "coroutine");
  return coroutine;
}

// Resumes with the `count` values on top of the stack. Results, or -1 and the error on top.
static int resume(lua_State *L, lua_State *coroutine, int count) {
  lb_state *state = lb_of(L);
  int results;
  if (!lua_checkstack(coroutine, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, coroutine, count);
  lua_State *outer = state->running;
  state->running = coroutine;
  int status = lua_resume(coroutine, L, count, &results);
  state->running = outer;
  if (lb_is_stop(coroutine, status)) return lb_raise_stop(L);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(coroutine, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(coroutine, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(coroutine, L, results);
  return results;
}

static int guarded_resume(lua_State *L) {
  lua_State *coroutine = coroutine_at(L, 1);
  int results = resume(L, coroutine, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) results = 1;
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int resume_wrapped(lua_State *L) {
  lua_State *coroutine = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, coroutine, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(coroutine);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_resetthread(coroutine);
    if (lb_of(L)->stop != LB_OK) return lb_raise_stop(L);
    lua_xmove(coroutine, L, 1);
  }
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

// A coroutine counts instructions of its own from the start, so that many short ones would go
// uncounted: each is charged for.
static int guarded_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lb_charge(L, LB_HOOK_COUNT / 5);
  lua_State *coroutine = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, coroutine, 1);
  return 1;
}

static int guarded_wrap(lua_State *L) {
  guarded_create(L);
  lua_pushcclosure(L, resume_wrapped, 1);
  return 1;
}

// A coroutine that died in its hook keeps its hooks off, and so its pending __close functions
// could never be stopped: after a limit was reached, dead coroutines are left as they are.
static int guarded_close(lua_State *L) {
  lua_State *coroutine = coroutine_at(L, 1);
  lb_state *state = lb_of(L);
  lua_Debug frame;
  int status = lua_status(coroutine);
  if (coroutine == L || (status == LUA_OK && lua_getstack(coroutine, 0, &frame)))
    return luaL_error(L, "cannot close a %s coroutine", coroutine == L ? "running" : "normal");
  if (state->has_stopped && status != LUA_OK && status != LUA_YIELD) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_State *outer = state->running;
  state->running = coroutine;
  status = lua_resetthread(coroutine);
  state->running = outer;
  if (lb_is_stop(coroutine, status)) return lb_raise_stop(L);
  lua_pushboolean(L, status == LUA_OK);
  if (status == LUA_OK) return 1;
  lua_xmove(coroutine, L, 1);
  return 2;
}

static const luaL_Reg base_functions[] = {
  {"pcall", guarded_pcall}, {"xpcall", guarded_xpcall}, {NULL, NULL}};

static const luaL_Reg coroutine_functions[] = {
  {"create", guarded_create}, {"resume", guarded_resume}, {"wrap", guarded_wrap},
  {"close", guarded_close},   {NULL, NULL},
};

void lb_open_protected(lua_State *L, int globals) {
  lb_set_functions(L, globals, base_functions);
  lua_getfield(L, globals, "coroutine");
  lb_set_functions(L, lua_gettop(L), coroutine_functions);
  lua_pop(L, 1);
}
