// What is seen of a script that stands still: its calls, their variables, and what names mean in them.
#include "../bridge_internal.h"

#include <string.h>

// A call, found by its place.
typedef struct call {
  lua_State *thread;
  lua_Debug frame;
} call;

typedef struct request {
  int32_t thread, level;
  lb_buffer *output;
} request;

static lb_status ask(lb_state *state, lua_CFunction function, request request) {
  request.output->count = 0;
  return lb_protect(state, function, &request);
}

// The thread that so many coroutines lie inside of; NULL if there are fewer.
static lua_State *thread_at(const lb_stand *stand, int32_t number) {
  lua_State *thread = stand->thread;
  const lb_switch *outer = stand->switches;
  for (; number > 0 && thread != NULL; number--) {
    thread = outer == NULL ? NULL : outer->from;
    outer = outer == NULL ? NULL : outer->outer;
  }
  return thread;
}

static bool find_call(const lb_state *state, int32_t thread, int32_t level, call *found) {
  found->thread = thread_at(&state->stand, thread);
  // What is read comes by way of the thread's stack.
  return found->thread != NULL && lua_checkstack(found->thread, 2) && lua_getstack(found->thread, level, &found->frame);
}

// MARK: Calls

static void encode_integer(lua_State *L, lua_Integer integer, lb_buffer *output) {
  lua_pushinteger(L, integer);
  lb_encode(L, -1, output, true);
  lua_pop(L, 1);
}

static void encode_text(lua_State *L, const char *text, lb_buffer *output) {
  lua_pushstring(L, text);
  lb_encode(L, -1, output, true);
  lua_pop(L, 1);
}

static void encode_frame(lua_State *L, const request *request, call *call) {
  lua_Debug *frame = &call->frame;
  lua_getinfo(call->thread, "Sln", frame);
  bool is_named = *frame->source == '@' || *frame->source == '=';
  encode_integer(L, request->thread, request->output);
  encode_integer(L, request->level, request->output);
  encode_text(L, is_named ? frame->source + 1 : frame->short_src, request->output);
  encode_integer(L, frame->currentline, request->output);
  encode_integer(L, frame->linedefined, request->output);
  encode_text(L, frame->name, request->output);
}

// Level by level, thread by thread, as many as the request's level says.
static int list_frames(lua_State *L) {
  request request = *(struct request *)lua_touserdata(L, 1);
  const lb_stand *stand = &lb_of(L)->stand;
  int32_t rest = request.level;
  call call;
  for (; rest > 0 && thread_at(stand, request.thread) != NULL; request.thread++) {
    request.level = request.thread == 0 ? stand->level : 0;
    for (; rest > 0 && find_call(lb_of(L), request.thread, request.level, &call); rest--) {
      encode_frame(L, &request, &call);
      request.level++;
    }
  }
  return 0;
}

lb_status lb_frames(lb_state *state, int32_t limit, lb_buffer *output) {
  return ask(state, list_frames, (request){0, limit, output});
}

// MARK: Variables

static void push_function(lua_State *L, call *call) {
  lua_getinfo(call->thread, "f", &call->frame);
  lua_xmove(call->thread, L, 1);
}

// Names that begin with a bracket are Lua's own, as of a loop's counter.
static bool is_name(const char *name) { return *name != '(' && *name != 0; }

// Encodes the variable whose value is on top of the stack, and takes it off.
static void encode_variable(lua_State *L, const char *name, bool is_parameter, lb_buffer *output) {
  if (is_name(name) && strcmp(name, "_ENV") != 0) {
    encode_text(L, name, output);
    lb_encode(L, -1, output, true);
    lua_pushboolean(L, is_parameter);
    lb_encode(L, -1, output, true);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static int list_variables(lua_State *L) {
  request request = *(struct request *)lua_touserdata(L, 1);
  call call;
  const char *name;
  if (!find_call(lb_of(L), request.thread, request.level, &call)) return 0;
  lua_getinfo(call.thread, "u", &call.frame);
  for (int number = 1; (name = lua_getlocal(call.thread, &call.frame, number)) != NULL; number++) {
    lua_xmove(call.thread, L, 1);
    encode_variable(L, name, number <= call.frame.nparams, request.output);
  }
  push_function(L, &call);
  int function = lua_gettop(L);
  for (int number = 1; (name = lua_getupvalue(L, function, number)) != NULL; number++)
    encode_variable(L, name, false, request.output);
  return 0;
}

lb_status lb_variables(lb_state *state, int32_t thread, int32_t level, lb_buffer *output) {
  return ask(state, list_variables, (request){thread, level, output});
}

// MARK: Names

typedef enum variable_kind { NO_VARIABLE, LOCAL, UPVALUE } variable_kind;

typedef struct variable {
  variable_kind kind;
  int number;
} variable;

// What a name means in a call: of several locals, the last.
static variable find_variable(lua_State *L, call *call, const char *name) {
  variable found = {NO_VARIABLE, 0};
  const char *other;
  for (int number = 1; (other = lua_getlocal(call->thread, &call->frame, number)) != NULL; number++) {
    lua_pop(call->thread, 1);
    if (strcmp(other, name) == 0) found = (variable){LOCAL, number};
  }
  if (found.kind == LOCAL) return found;
  push_function(L, call);
  for (int number = 1; (other = lua_getupvalue(L, -1, number)) != NULL; number++) {
    lua_pop(L, 1);
    if (strcmp(other, name) == 0) found = (variable){UPVALUE, number};
  }
  lua_pop(L, 1);
  return found;
}

static void push_variable(lua_State *L, call *call, variable variable) {
  if (variable.kind == LOCAL) {
    lua_getlocal(call->thread, &call->frame, variable.number);
    lua_xmove(call->thread, L, 1);
    return;
  }
  push_function(L, call);
  lua_getupvalue(L, -1, variable.number);
  lua_remove(L, -2);
}

// Assigns the value on top of the stack, and takes it off.
static void assign_variable(lua_State *L, call *call, variable variable) {
  if (variable.kind == LOCAL) {
    lua_xmove(L, call->thread, 1);
    lua_setlocal(call->thread, &call->frame, variable.number);
    return;
  }
  push_function(L, call);
  lua_insert(L, -2);
  lua_setupvalue(L, -2, variable.number);
  lua_pop(L, 1);
}

enum { SCOPE_THREAD = 1, SCOPE_LEVEL, SCOPE_NUMBER, SCOPE_PARTS = SCOPE_NUMBER };

// The call that a scope is of, while the script still stands there.
static bool find_scope(lua_State *L, call *call) {
  lb_state *state = lb_of(L);
  if (lua_tointeger(L, lua_upvalueindex(SCOPE_NUMBER)) != state->stand.number) return false;
  int32_t thread = (int32_t)lua_tointeger(L, lua_upvalueindex(SCOPE_THREAD));
  int32_t level = (int32_t)lua_tointeger(L, lua_upvalueindex(SCOPE_LEVEL));
  return find_call(state, thread, level, call);
}

// Pushes what the call has for its globals.
static void push_globals(lua_State *L, call *call, bool is_there) {
  variable variable = {NO_VARIABLE, 0};
  if (is_there) variable = find_variable(L, call, "_ENV");
  if (variable.kind == NO_VARIABLE) lua_pushglobaltable(L);
  else push_variable(L, call, variable);
}

// What the name at 2 means in a call.
static variable named_variable(lua_State *L, call *call) {
  if (lua_type(L, 2) != LUA_TSTRING) return (variable){NO_VARIABLE, 0};
  return find_variable(L, call, lua_tostring(L, 2));
}

// scope, name → value
static int scope_index(lua_State *L) {
  call call;
  bool is_there = find_scope(L, &call);
  variable variable = is_there ? named_variable(L, &call) : (struct variable){NO_VARIABLE, 0};
  if (variable.kind != NO_VARIABLE) {
    push_variable(L, &call, variable);
    return 1;
  }
  push_globals(L, &call, is_there);
  lua_pushvalue(L, 2);
  lua_gettable(L, -2);
  return 1;
}

// scope, name, value
static int scope_newindex(lua_State *L) {
  call call;
  bool is_there = find_scope(L, &call);
  variable variable = is_there ? named_variable(L, &call) : (struct variable){NO_VARIABLE, 0};
  lua_settop(L, 3);
  if (variable.kind != NO_VARIABLE) {
    assign_variable(L, &call, variable);
    return 0;
  }
  push_globals(L, &call, is_there);
  lua_replace(L, 1);
  lua_settable(L, 1);
  return 0;
}

static void set_method(lua_State *L, const request *request, const char *name, lua_CFunction method) {
  lua_pushinteger(L, request->thread);
  lua_pushinteger(L, request->level);
  lua_pushinteger(L, lb_of(L)->stand.number);
  lua_pushcclosure(L, method, SCOPE_PARTS);
  lua_setfield(L, -2, name);
}

static int make_scope(lua_State *L) {
  request request = *(struct request *)lua_touserdata(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  set_method(L, &request, "__index", scope_index);
  set_method(L, &request, "__newindex", scope_newindex);
  lua_setmetatable(L, -2);
  lb_encode(L, -1, request.output, true);
  return 0;
}

lb_status lb_scope(lb_state *state, int32_t thread, int32_t level, lb_buffer *output) {
  return ask(state, make_scope, (request){thread, level, output});
}
