// The functions that catch errors, so that none of them catches a limit: pcall, xpcall and the coroutine library. Lua's
// own functions do the work, as upvalues; what they caught is looked at before the script sees it.
#include "bridge_internal.h"

// Goes on after a call that catches errors: its results are the whole stack, and those of a caught
// error begin with false.
static int settle_caught(lua_State *L, int status, lua_KContext unused) {
  (void)unused;
  if (status <= LUA_YIELD && !lua_toboolean(L, 1)) status = LUA_ERRRUN;
  if (lb_is_stop(L, status)) return lb_raise_stop(L);
  return lua_gettop(L);
}

// Calls what the upvalue holds with all arguments. Inside a coroutine the call may yield.
static int forward_catching(lua_State *L) {
  int count = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_callk(L, count, LUA_MULTRET, 0, settle_caught);
  return settle_caught(L, LUA_OK, 0);
}

static int guarded_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  return forward_catching(L);
}

// Runs the script's message handler (the upvalue), but not on a limit: a handler that the hook's
// error starts runs with hooks off, and nothing could stop it.
static int guarded_handler(lua_State *L) {
  lua_settop(L, 1);
  return lb_is_stop(L, LUA_ERRRUN) ? 1 : lb_forward(L);
}

static int guarded_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guarded_handler, 1);
  lua_replace(L, 2);
  return forward_catching(L);
}

// Raises the error on top; a text gets the place in the script that called the bridge's function.
static int raise_here(lua_State *L) {
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

// Calls the function at the stack's bottom with what is above it, while `coroutine` is the thread
// that runs. Protected, for no error may leave behind a wrong running thread.
static int call_running(lua_State *L, lua_State *coroutine) {
  lb_state *state = lb_of(L);
  lua_State *outer = state->running;
  lb_switch here = {L, state->switches};
  state->running = coroutine;
  state->switches = &here;
  int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  state->running = outer;
  state->switches = here.outer;
  int results = settle_caught(L, status, 0);
  return status == LUA_OK ? results : raise_here(L);
}

static lua_State *check_coroutine(lua_State *L) {
  lua_State *coroutine = lua_tothread(L, 1);
  luaL_argexpected(L, coroutine != NULL, 1, "coroutine");
  return coroutine;
}

static int guarded_resume(lua_State *L) {
  lua_State *coroutine = check_coroutine(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return call_running(L, coroutine);
}

static bool has_failed(lua_State *coroutine) { return lua_status(coroutine) > LUA_YIELD; }

// A coroutine that died in its hook keeps its hooks off, and so its pending __close functions
// could never be stopped: after a limit was reached, dead coroutines are left as they are.
static bool must_stay_open(lua_State *coroutine) {
  return lb_of(coroutine)->has_stopped && has_failed(coroutine);
}

static int guarded_close(lua_State *L) {
  lua_State *coroutine = check_coroutine(L);
  if (must_stay_open(coroutine)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return call_running(L, coroutine);
}

// A coroutine counts instructions of its own from the start, so that many short ones would go
// uncounted: each is charged for.
static int guarded_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lb_charge(L, LB_HOOK_COUNT / 5);
  lua_settop(L, 1);
  return lb_forward(L);
}

// Whether a function of Lua's library catches what is raised inside it. What coroutine.wrap returns raises it again.
bool lb_catches(lua_CFunction function) {
  return function == guarded_pcall || function == guarded_xpcall || function == guarded_resume
    || function == guarded_close;
}

enum { WRAPPED_THREAD = 1, WRAPPED_RESUME, WRAPPED_CLOSE };

// What coroutine.wrap returns. Made of resume and close, because what Lua's own wrap returns
// closes a coroutine that a limit has ended before anything could be done about it.
static int call_wrapped(lua_State *L) {
  lua_State *coroutine = lua_tothread(L, lua_upvalueindex(WRAPPED_THREAD));
  lua_pushvalue(L, lua_upvalueindex(WRAPPED_RESUME));
  lua_pushvalue(L, lua_upvalueindex(WRAPPED_THREAD));
  lua_rotate(L, 1, 2);
  int results = call_running(L, coroutine);
  if (lua_toboolean(L, 1)) return results - 1;
  if (lb_of(L)->debugger != NULL && has_failed(coroutine)) lb_debug_coroutine(L, coroutine);
  if (has_failed(coroutine) && !must_stay_open(coroutine)) {
    lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(WRAPPED_CLOSE));
    lua_pushvalue(L, lua_upvalueindex(WRAPPED_THREAD));
    call_running(L, coroutine);
  }
  return raise_here(L);
}

// Its first upvalue is Lua's create, as that of `guarded_create`; the others go to every wrapped coroutine.
static int guarded_wrap(lua_State *L) {
  guarded_create(L);
  lua_pushvalue(L, lua_upvalueindex(WRAPPED_RESUME));
  lua_pushvalue(L, lua_upvalueindex(WRAPPED_CLOSE));
  lua_pushcclosure(L, call_wrapped, 3);
  return 1;
}

static void guard_coroutines(lua_State *L, int library) {
  lua_getfield(L, library, "create");
  lua_getfield(L, library, "resume");
  lua_getfield(L, library, "close");
  lua_pushcclosure(L, guarded_wrap, 3);
  lua_setfield(L, library, "wrap");
  lb_guard(L, library, "create", guarded_create);
  lb_guard(L, library, "resume", guarded_resume);
  lb_guard(L, library, "close", guarded_close);
}

void lb_open_protected(lua_State *L, int globals) {
  lb_guard(L, globals, "pcall", guarded_pcall);
  lb_guard(L, globals, "xpcall", guarded_xpcall);
  lua_getfield(L, globals, "coroutine");
  guard_coroutines(L, lua_gettop(L));
  lua_pop(L, 1);
}
