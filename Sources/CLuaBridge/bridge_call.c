// What Swift asks for: one operation, or a batch of calls of one function.
#include "bridge_internal.h"

#include <stdlib.h>
#include <string.h>

static int op_call(lua_State *L) {
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static int op_get(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

static int op_raw_get(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lb_push_content(L, 1);
  lua_replace(L, 1);
  lua_rawget(L, 1);
  return 1;
}

static int op_set(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}

static int op_length(lua_State *L) {
  lua_pushinteger(L, luaL_len(L, 1));
  return 1;
}

static int op_text(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

static int op_identity(lua_State *L) { return lua_gettop(L); }

static int op_release(lua_State *L) {
  for (int index = lua_gettop(L); index > 0; index--)
    luaL_unref(L, LUA_REGISTRYINDEX, (int)lua_tointeger(L, index));
  return 0;
}

static int op_collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

// At most one cycle of the collector, however much it is told of. No more than 1 TiB, which an int still counts.
static void step(lua_State *L, lua_Integer amount) {
  if (amount > 0) lua_gc(L, LUA_GCSTEP, amount > 1 << 30 ? 1 << 30 : (int)amount);
}

static int op_step(lua_State *L) {
  step(L, lua_tointeger(L, 1));
  return 0;
}

// Where the limit allows no more, objects that are not held any more may be what fills it.
static int op_hold(lua_State *L) {
  lb_state *state = lb_of(L);
  size_t bytes = (size_t)lua_tointeger(L, 1);
  step(L, (lua_Integer)(bytes / 1024));
  if (lb_hold(state, bytes)) return 0;
  lua_gc(L, LUA_GCCOLLECT);
  return lb_hold(state, bytes) ? 0 : luaL_error(L, "not enough memory");
}

static int op_get_global(lua_State *L) {
  lua_pushglobaltable(L);
  lua_insert(L, 1);
  lua_gettable(L, 1);
  return 1;
}

static const lua_CFunction operations[] = {
  [LB_DO_CALL] = op_call,
  [LB_DO_LOAD] = lb_op_load,
  [LB_DO_GET] = op_get,
  [LB_DO_RAW_GET] = op_raw_get,
  [LB_DO_SET] = op_set,
  [LB_DO_LENGTH] = op_length,
  [LB_DO_PAIRS] = NULL,
  [LB_DO_TEXT] = op_text,
  [LB_DO_IDENTITY] = op_identity,
  [LB_DO_CLASS] = lb_op_class,
  [LB_DO_BASE] = lb_op_base,
  [LB_DO_MODULE] = lb_op_module,
  [LB_DO_DIRECTORIES] = lb_op_directories,
  [LB_DO_FILES] = lb_op_files,
  [LB_DO_ENVIRONMENT] = lb_op_environment,
  [LB_DO_GLOBALS] = lb_op_globals,
  [LB_DO_FREEZE] = lb_op_freeze,
  [LB_DO_FROZEN] = lb_op_frozen,
  [LB_DO_CONTENT] = lb_op_content,
  [LB_DO_MARK] = lb_op_mark,
  [LB_DO_IS_MARKED] = lb_op_is_marked,
  [LB_DO_DEFINITION] = lb_op_definition,
  [LB_DO_STATE_OF] = lb_op_state_of,
  [LB_DO_RELEASE] = op_release,
  [LB_DO_COLLECT] = op_collect,
  [LB_DO_STEP] = op_step,
  [LB_DO_GET_GLOBAL] = op_get_global,
  [LB_DO_HOLD] = op_hold,
  [LB_DO_CODE] = lb_op_code,
  [LB_DO_UPVALUES] = lb_op_upvalues,
  [LB_DO_ADDRESS] = lb_op_address,
  [LB_DO_CHUNKS] = lb_op_chunks,
};

typedef struct request {
  lb_operation operation;
  const uint8_t *input;
  size_t length;
  lb_buffer *output;
} request;

// Pairs go straight into the output: a large table would not fit on the stack.
static void encode_pairs(lua_State *L, lb_buffer *output) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lb_push_content(L, 1);
  lua_replace(L, 1);
  lua_settop(L, 1);
  lua_pushnil(L);
  output->count = 0;
  while (lua_next(L, 1) != 0) {
    lb_encode(L, 2, output, true);
    lb_encode(L, 3, output, true);
    lua_settop(L, 2);
  }
}

static int run_request(lua_State *L) {
  request *request = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lb_decode_all(L, request->input, request->length);
  if (request->operation == LB_DO_PAIRS || request->operation == LB_DO_GLOBALS) {
    if (request->operation == LB_DO_GLOBALS) lb_op_globals(L);
    encode_pairs(L, request->output);
    return 0;
  }
  int results = operations[request->operation](L);
  int first = lua_gettop(L) - results + 1;
  request->output->count = 0;
  for (int index = first; index < first + results; index++) lb_encode(L, index, request->output, true);
  return 0;
}

lb_status lb_do(lb_state *state, lb_operation operation, const uint8_t *input, size_t length, lb_buffer *output) {
  request request = {operation, input, length, output};
  output->count = 0;
  return lb_protect(state, run_request, &request);
}

typedef struct batch_request {
  lb_batch *batch;
  lb_buffer *output;
  size_t *ends;
  bool rows;
  uint64_t first;
} batch_request;

// Every call of a batch has the limits of a call of its own.
static void begin_call(lb_state *state) {
  if (state->depth != 1) return;
  state->spent = 0;
  state->deadline = 0;
}

static void encode_result(lua_State *L, int index, lb_buffer *output) {
  // Of the first result it is never asked what it is a list of.
  if (index > 2 && lua_istable(L, index)) lb_encode_list(L, index, output);
  else lb_encode(L, index, output, false);
}

static int run_batch(lua_State *L) {
  batch_request request = *(batch_request *)lua_touserdata(L, 1);
  lb_batch *batch = request.batch;
  lb_state *state = lb_of(L);
  const lb_field *argument = batch->arguments;
  int wanted = batch->max_results < 0 ? LUA_MULTRET : batch->max_results;
  lua_settop(L, 0);
  luaL_checkstack(L, (int)batch->arity + 4, NULL);
  lua_rawgeti(L, LUA_REGISTRYINDEX, batch->function);
  for (size_t call = 0; call < batch->count; call++) {
    begin_call(state);
    lua_pushvalue(L, 1);
    if (request.rows) lua_pushlightuserdata(L, (void *)(uintptr_t)(request.first + call));
    else for (size_t index = 0; index < batch->arity; index++) lb_push_field(L, argument++);
    lua_call(L, request.rows ? 1 : (int)batch->arity, wanted);
    int top = lua_gettop(L);
    for (int index = 2; index <= top; index++) encode_result(L, index, request.output);
    lua_settop(L, 1);
    request.ends[call] = request.output->count;
    batch->done = call + 1;
    if (request.output->count >= LB_BATCH_BYTES) break;
  }
  return 0;
}

lb_status lb_call_batch(lb_state *state, lb_batch *batch, lb_buffer *output, size_t *ends) {
  batch_request request = {batch, output, ends, false, 0};
  batch->done = 0;
  return lb_protect(state, run_batch, &request);
}

lb_status lb_call_rows(
  lb_state *state, lb_batch *batch, int32_t source, int64_t first, lb_buffer *output,
  size_t *ends) {
  batch_request request = {batch, output, ends, true, lb_record(source, first)};
  batch->done = 0;
  return lb_protect(state, run_batch, &request);
}
