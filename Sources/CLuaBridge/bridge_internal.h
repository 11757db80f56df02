// What the parts of the bridge share.
#ifndef LUNADIFF_BRIDGE_INTERNAL_H
#define LUNADIFF_BRIDGE_INTERNAL_H

#include <stdatomic.h>
#include <string.h>

#include "CLuaBridge.h"
#include "bridge_slots.h"

enum {
  LB_HOOK_COUNT = 10000,      // instructions between two looks at the limits, at most
  LB_LEAST_HOOK_COUNT = 100,
  LB_ALLOCATION_STEP = 16 << 20,  // bytes allocated between two looks at the limits
  LB_BATCH_BYTES = 1 << 20,       // results after which a batch ends early
  LB_LARGE_GROWTH = 64 << 10,     // bytes whose allocation looks at the clock itself
};

struct lb_flag {
  atomic_bool raised;
  bool (*asks)(void);
};

typedef struct lb_dataset {
  lb_source source;
  int32_t number;
  lb_slots slots;        // the columns of names that scripts have asked for
  int32_t columns;       // those of the data set itself, in order
  int names;             // reference: name → column and column → name
} lb_dataset;

typedef struct lb_block {
  struct lb_block *next;
} lb_block;

// A coroutine that was resumed, and by whom.
typedef struct lb_switch {
  lua_State *from;
  const struct lb_switch *outer;
} lb_switch;

// Where a script stands still.
typedef struct lb_stand {
  lua_State *thread;     // NULL: it does not
  const lb_switch *switches;
  int32_t level;         // the first that is a script's
  lua_Integer number;    // of all times that it stood still
} lb_stand;

enum { LB_CLASSES = 16, LB_PATTERN_SLOTS = 64 };

struct lp_pattern;

typedef struct lb_pattern_slot {
  const char *bytes;     // of the string that the compiled pattern keeps
  size_t length;
  struct lp_pattern *pattern;
} lb_pattern_slot;

struct lb_state {
  lua_State *main;
  lua_State *running;    // the innermost thread: the one that a nested call must use
  const lb_switch *switches;  // how it came to run
  lb_host host;
  lua_CFunction call_host;  // runs a host function; here, so that objects need not know of calls
  int32_t profile;
  // Memory.
  size_t used, peak, allocated;
  size_t largest;        // the largest block ever
  uint64_t total;        // ever allocated
  lb_block *free_blocks[LB_CLASSES];  // by size
  lb_block *slabs;
  size_t slab_left;
  bool refused;          // an allocation was refused during this call
  const void *refused_block;  // the block that was not to grow, and `total` at that time
  uint64_t refused_total;
  int32_t refused_line;
  char refused_chunk[LUA_IDSIZE];
  // Limits.
  lb_limits limits;
  const lb_flag *flag;
  int64_t spent;         // instructions of this outermost call, in steps of LB_HOOK_COUNT
  int64_t unlooked;      // steps of C's own since the last look
  int64_t deadline;
  lb_status stop;        // not LB_OK: the call is over, whatever the script does
  bool has_stopped;      // some call was stopped in its coroutine's hook
  int32_t depth;
  int32_t exit_code;
  // Observation.
  int events;            // the hook's, besides its count
  lb_coverage *coverage;
  lb_timing *timing;
  lb_debugger *debugger;
  lua_State *prompt;     // the thread of calls that are made while a script stands still
  lb_stand stand;
  int64_t entered;       // the number of this outermost call among those of all states that are debugged
  // Results.
  lb_error error;
  bool captured;
  int raised;            // reference: the last value that was raised and is no text
  int64_t raised_number; // its number, which no other value of any state has
  bool is_unplaced;      // the last call of `error` wanted no position
  bool syntax;
  lb_buffer reply;
  lb_buffer code;        // of the function that was looked at last
  bool is_frozen;        // loading has ended
  uint8_t unseen_chunks; // 0, or that there are chunks which nobody has looked through, as bits
  int chunk_count;       // how many are kept
  // Tables that scripts cannot reach, as references.
  int base, modules, preload, directories, files, chunks;
  lb_dataset **datasets;
  int32_t dataset_count;
  // Compiled patterns: the table keeps alive what the slots point to.
  lb_pattern_slot patterns[LB_PATTERN_SLOTS];
  int pattern_table;
  uint32_t pattern_turn;
};

/// The bridge of a thread: every thread inherits its main thread's extra space.
static inline lb_state *lb_of(lua_State *L) {
  return *(lb_state **)lua_getextraspace(L);
}

// bridge_memory.c
void *lb_allocate(void *context, void *pointer, size_t old_size, size_t new_size);
bool lb_hold(lb_state *state, size_t bytes);
void lb_free_slabs(lb_state *state);

// bridge_limits.c
void lb_note_refusal(lb_state *state, bool is_readable);
void lb_look_soon(lb_state *state);
bool lb_ends_in_allocation(lb_state *state);
void lb_arm(lb_state *state, lua_State *L);
void lb_charge(lua_State *L, int64_t steps);
void lb_start_clock(lb_state *state);
int64_t lb_now(void);
void lb_look(lua_State *L);
int lb_raise_stop(lua_State *L);
void lb_stop(lua_State *L, lb_status status);
bool lb_is_stop(lua_State *L, int status);

// bridge_observe.c, bridge_coverage.c, bridge_timing.c
void lb_set_events(lb_state *state);
void lb_note_event(lb_state *state, lua_State *L, lua_Debug *event);
void lb_cover(lb_coverage *coverage, lua_State *L, lua_Debug *event);
void lb_cover_chunk(lua_State *L);
void lb_time(lb_state *state, lua_State *L, lua_Debug *event);

// bridge_debugger.c
void lb_debug_enter(lb_state *state);
void lb_debug_leave(lb_state *state);
void lb_debug_line(lb_state *state, lua_State *L, lua_Debug *event);
void lb_debug_error(lua_State *L, const char *message, size_t length);
void lb_debug_coroutine(lua_State *L, lua_State *coroutine);
int64_t lb_waited(const lb_debugger *debugger);
bool lb_stops_at_flag(const lb_debugger *debugger);

// bridge_protected.c
bool lb_catches(lua_CFunction function);

// bridge_error.c
int lb_message_handler(lua_State *L);
void lb_open_error(lua_State *L, int globals);
void lb_error_clear(lb_error *error);
void lb_error_free(lb_error *error);
lb_status lb_settle(lb_state *state, lua_State *L, int status);

// bridge_buffer.c
bool lb_append(lb_buffer *buffer, const void *bytes, size_t length);

static inline void lb_refuse(lua_State *L) {
  lb_of(L)->refused = true;
  luaL_error(L, "not enough memory");
}

// Makes room for so many more bytes of a buffer, or raises, and returns where they go.
static inline uint8_t *lb_room(lua_State *L, lb_buffer *output, size_t length) {
  if (length > output->capacity - output->count && !lb_buffer_reserve(output, length)) lb_refuse(L);
  return output->bytes + output->count;
}

static inline void lb_put(lua_State *L, lb_buffer *output, const void *bytes, size_t length) {
  memcpy(lb_room(L, output, length), bytes, length);
  output->count += length;
}

// bridge_json.c
bool lb_put_text(lua_State *L, lb_buffer *output, const char *text, size_t length);
bool lb_put_value(lua_State *L, lb_buffer *output);

// bridge_codec.c
void lb_encode(lua_State *L, int index, lb_buffer *buffer, bool references);
void lb_encode_list(lua_State *L, int index, lb_buffer *buffer);
const uint8_t *lb_decode(lua_State *L, const uint8_t *at, const uint8_t *end);
int lb_decode_all(lua_State *L, const uint8_t *bytes, size_t length);
void lb_push_field(lua_State *L, const lb_field *field);

// bridge_protect.c
lb_status lb_protect(lb_state *state, lua_CFunction function, void *argument);

// bridge_object.c
typedef struct lb_object {
  lb_state *state;       // tells our userdata from any other
  void *pointer;
  int32_t class_number;
  int32_t form;          // what a call does to a text of ASCII without the host: an lb_text_form
} lb_object;
lb_object *lb_to_object(lua_State *L, int index);
void lb_push_host_function(lua_State *L, void *function, lua_CFunction shortcut);
void lb_push_object(lua_State *L, void *pointer, int32_t class_number, int32_t form);
void lb_open_objects(lua_State *L);

// bridge_text.c
bool lb_push_form(lua_State *L, int index, lb_text_form form);
int lb_split(lua_State *L);

// bridge_encode.c
int lb_encode_json(lua_State *L);
int lb_sql_literal(lua_State *L);
int lb_sql_name(lua_State *L);

// bridge_host.c
int lb_raise_reply(lua_State *L);
void lb_open_host(lua_State *L);

// bridge_number.c
void lb_push_number(lua_State *L, const char *bytes, size_t length);

// bridge_members.c
void lb_open_members(lua_State *L);
void lb_mark_members(lua_State *L, int index);
bool lb_has_members(lua_State *L, int index);
int lb_op_mark(lua_State *L);

// bridge_record.c
void lb_open_records(lua_State *L);
void lb_free_sources(lb_state *state);

// bridge_freeze.c
bool lb_is_frozen(lua_State *L, int index);
void lb_push_content(lua_State *L, int index);
void lb_freeze_table(lua_State *L, int content, const char *name);
void lb_open_frozen(lua_State *L, int globals);
int lb_op_frozen(lua_State *L);
int lb_op_content(lua_State *L);
int lb_op_is_marked(lua_State *L);

// Sets functions in the table at an index.
static inline void lb_set_functions(lua_State *L, int table, const luaL_Reg *functions) {
  lua_pushvalue(L, table);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}

// bridge_prototype.c
void lb_keep_chunk(lua_State *L);
void lb_note_chunk(lua_State *L);
int lb_op_chunks(lua_State *L);
int lb_op_code(lua_State *L);
int lb_op_upvalues(lua_State *L);
int lb_op_address(lua_State *L);

// bridge_sandbox.c, bridge_protected.c, bridge_guard.c, bridge_guard_text.c,
// bridge_pattern_library.c, bridge_load.c, bridge_globals.c, bridge_require.c, bridge_inspect.c
int lb_open_sandbox(lua_State *L);
void lb_open_protected(lua_State *L, int globals);
void lb_open_patterns(lua_State *L, int library);
void lb_open_guards(lua_State *L, int globals);
void lb_open_text_guards(lua_State *L, int globals);
int lb_forward(lua_State *L);
void lb_guard(lua_State *L, int library, const char *name, lua_CFunction function);
void lb_open_loading(lua_State *L, int globals);
void lb_push_load(lua_State *L, int environment);
void lb_open_require(lua_State *L, int globals);
void lb_push_require(lua_State *L, int environment, int places);

int lb_op_load(lua_State *L);
int lb_op_module(lua_State *L);
int lb_load_text(lua_State *L, const char *text, size_t length, const char *name);
int lb_op_directories(lua_State *L);
int lb_op_files(lua_State *L);
int lb_op_base(lua_State *L);
void lb_inherit(lua_State *L, int table);
int lb_op_environment(lua_State *L);
int lb_op_globals(lua_State *L);
int lb_op_freeze(lua_State *L);
int lb_op_class(lua_State *L);
int lb_op_definition(lua_State *L);
int lb_op_state_of(lua_State *L);

#endif
