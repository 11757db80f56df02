// All that can raise a Lua error or longjmp, behind functions that never do.
//
// A Lua error unwinds with longjmp, which must not cross a Swift frame. So Swift calls only what is
// declared here: functions that run the raising part under a protected call and return a status.
// Swift functions that Lua calls return a count or a sentinel, and C raises after they returned.
//
// Invariants. (1) Whatever is declared here may be called from Swift, and leaves Lua's stack as high as it was. (2)
// What may raise is reached through lb_protect alone, or runs inside a function that Lua called. (3) Memory of C's own
// that lives across something that may raise belongs to the state, which frees it in the end, or to a Lua value with
// __gc. (4) An object of Swift's is held once for each userdata that stands for it, and let go of by that userdata's
// __gc, which never runs Swift code that calls Lua. (5) A state belongs to one thread at a time; only lb_flag may be
// touched from others. (6) A limit that was reached ends the whole call: guarded functions raise it again where a
// script catches it.
//
// What must be changed together: the tags in this header, the codec (bridge_codec.c) and LuaReader and LuaWire on the
// other side; a function that scripts get, its guard in bridge_sandbox.c and the tests of escapes.
#ifndef LUNADIFF_CLUABRIDGE_H
#define LUNADIFF_CLUABRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// pkg-config names the folder where it is used; so is Vendor's.
#if __has_include(<lua.h>)
#include <lauxlib.h>
#include <lualib.h>
#else
#include "../../CLua/shim.h"
#endif

#if LUA_VERSION_NUM != 504
#error "LunaDiff needs the headers of Lua 5.4"
#endif

typedef struct lb_state lb_state;

/// How a protected call ended.
typedef enum lb_status {
  LB_OK,
  LB_RUNTIME,
  LB_SYNTAX,
  LB_MEMORY,
  LB_INSTRUCTIONS,
  LB_TIME,
  LB_INTERRUPTED,
  LB_EXIT,
  LB_HANDLER,
  LB_STACK,
} lb_status;

/// What a value is: on the wire (see lb_buffer), in a field, and as an argument of a batch.
typedef enum lb_kind {
  LB_NIL = 0,
  LB_FALSE = 1,
  LB_TRUE = 2,
  LB_INTEGER = 3,
  LB_FLOAT = 4,
  LB_STRING = 5,
  LB_RECORD = 6,
  LB_NULL = 7,
  LB_TABLE = 8,
  LB_FUNCTION = 9,
  LB_OBJECT = 10,
  LB_OTHER = 11,
  LB_NUMBER = 12,   // the spelling of a number: integer or float where that is exact, else its text
  LB_NESTED = 13,   // a value that the data set converts on a slower way
  LB_ERROR = 14,    // `bytes` is the message of an error to raise
  LB_ABSENT = 15,   // nil, and left out by pairs
  LB_LIST = 17,     // to Lua only: a fresh sequence
  LB_MAP = 18,      // to Lua only: a fresh table of keys and values
  LB_HOST = 19,     // to Lua only: a retained host function, as a fresh Lua function
  LB_MEMBERS = 20,  // to Lua only: a map that is known to be an object, even where it is empty
  LB_BUILTIN = 21,  // to Lua only: a function of C's own, an lb_builtin
} lb_kind;

/// Functions of C's own that the host offers to scripts; those behind the first do a part of what a host function does.
typedef enum lb_builtin {
  LB_BUILTIN_NONE,
  LB_BUILTIN_SPLIT,
  LB_BUILTIN_JSON,
  LB_BUILTIN_SQL_LITERAL,
  LB_BUILTIN_SQL_NAME,
} lb_builtin;

/// What calling an object does to a text of ASCII: C does it without a call of the host's, which does the same.
typedef enum lb_text_form {
  LB_FORM_NONE,
  LB_FORM_TRIM,
  LB_FORM_SQUEEZE,
  LB_FORM_LOWER,
  LB_FORM_UPPER,
  LB_FORM_NFC,
  LB_FORM_DIGITS,
} lb_text_form;

/// A text in a form: a part of what it was, or what was written.
typedef struct lb_formed {
  const uint8_t *bytes;
  size_t length;
} lb_formed;

/// Brings a text of ASCII to a form, into `output`, which has room for all of it, where a part of it will not do; false
/// for any other text.
bool lb_form(lb_text_form form, const uint8_t *bytes, size_t length, uint8_t *output, lb_formed *formed);

/// One value handed over by the host. `bytes` are borrowed until the next call into the host.
typedef struct lb_field {
  const void *bytes;
  size_t length;
  int64_t integer;
  int32_t kind;
} lb_field;

/// A growing run of bytes outside Lua's memory; values are written into it one after another:
/// a kind (one byte), then nothing (nil, booleans, null), eight bytes (integer, float, record, reference, builtin;
/// machine order), a length of four bytes and that many bytes (string), or eight bytes and a class number of four
/// (object; towards Lua the pointer is retained, and its form of text follows in four more), or eight bytes and an
/// lb_builtin of four, its shortcut (host function, retained).
/// LB_LIST: a count of four bytes and the values. LB_MAP, LB_MEMBERS: a count and as many pairs.
/// LB_NUMBER, to Lua only: as a string.
typedef struct lb_buffer {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} lb_buffer;

void lb_buffer_free(lb_buffer *buffer);
/// Makes room for `extra` more bytes; false where memory is out.
bool lb_buffer_reserve(lb_buffer *buffer, size_t extra);

/// Why a script stands still.
typedef enum lb_pause_reason { LB_AT_STEP, LB_AT_BREAK, LB_AT_ERROR, LB_AT_INTERRUPT } lb_pause_reason;

typedef struct lb_pause {
  lb_pause_reason reason;
  int32_t number;       // of the break
  const char *message;  // of the error, or NULL
  size_t length;
} lb_pause;

/// How a script goes on.
typedef enum lb_going {
  LB_GO_ON,    // to the next break
  LB_GO_INTO,  // to the next line, in whatever function
  LB_GO_OVER,  // to the next line of this function, or of what called it
  LB_GO_OUT,   // to the next line of what called this function
  LB_GO_AS,    // as it went before
  LB_GO_END,   // to its end: the call is over
} lb_going;

enum { LB_FIRST_ARGUMENT = 1 << 30 };

/// Swift's side of the bridge.
typedef struct lb_host {
  void *context;
  /// Runs a host function; its results (or the error) are written into lb_reply. Negative: an error;
  /// LB_FIRST_ARGUMENT: the result is the first argument.
  int32_t (*call)(void *context, lua_State *thread, void *function, int32_t arguments);
  /// Lua has collected the last reference to a retained object.
  void (*release)(void *object);
  /// One line of `print`, with its line feed.
  void (*print)(void *context, const char *bytes, size_t length);
  /// A script stands still. Until this returns, calls into the state are outermost calls of their own.
  lb_going (*pause)(void *context, lb_pause pause);
} lb_host;

/// Writes what C's standard output, to which Lua's own functions write, still holds back. 0; else the
/// system's reason, or -1 where an earlier write failed for a reason that is not known any more.
int32_t lb_flush_output(void);

/// Limits of an outermost call; 0 is unlimited.
typedef struct lb_limits {
  size_t memory;
  int64_t instructions;
  int64_t nanoseconds;
} lb_limits;

/// A flag that another thread may raise to stop the calls of every state that watches it; `asks`, if it is not NULL, is
/// asked on the thread that runs them if they are to stop.
typedef struct lb_flag lb_flag;
lb_flag *lb_flag_create(bool (*asks)(void));
void lb_flag_free(lb_flag *flag);
void lb_flag_set(lb_flag *flag, bool raised);
bool lb_flag_get(const lb_flag *flag);

enum { LB_PROFILE_RULES = 0, LB_PROFILE_DRIVER = 1 };

/// What the last failed call left: text outside Lua's memory, so that it exists when memory does not.
typedef struct lb_error {
  lb_status status;
  int32_t line;       // 0: unknown
  int32_t exit_code;
  int64_t value;      // the number of the value that was raised; 0: a text
  lb_buffer raw;      // the message as Lua had it
  lb_buffer message;  // without its position
  lb_buffer chunk;
  lb_buffer function;
  lb_buffer traceback;
} lb_error;

lb_state *lb_create(int32_t profile, lb_limits limits, lb_host host, const lb_flag *flag);
void lb_close(lb_state *state);
const lb_error *lb_last_error(const lb_state *state);
void lb_set_limits(lb_state *state, lb_limits limits);
void lb_set_flag(lb_state *state, const lb_flag *flag);
size_t lb_memory_used(const lb_state *state);
size_t lb_memory_peak(const lb_state *state);
/// Gives back bytes that LB_DO_HOLD counted.
void lb_let_go(lb_state *state, size_t bytes);
lb_buffer *lb_reply(lb_state *state);

// Observation: what a state's chunks and functions do is written into objects that outlive it. One belongs to one
// state, and is read while that does not run.
typedef struct lb_coverage lb_coverage;
typedef struct lb_timing lb_timing;
lb_coverage *lb_coverage_create(void);
void lb_coverage_free(lb_coverage *coverage);
lb_timing *lb_timing_create(void);
void lb_timing_free(lb_timing *timing);
/// Begins to observe a state; each may be NULL.
void lb_observe(lb_state *state, lb_coverage *coverage, lb_timing *timing);

/// A chunk that was loaded from a named text: how often each line ran, how often the function was called that begins in
/// it (0: the chunk itself), and its compiled code as lua_dump writes it.
typedef struct lb_covered {
  lb_buffer name, code;
  const uint64_t *lines, *calls;
  int32_t line_count;
} lb_covered;

size_t lb_coverage_count(const lb_coverage *coverage);
lb_covered lb_coverage_chunk(const lb_coverage *coverage, size_t index);

/// A function of Lua's, by the place where it is written.
typedef struct lb_timed {
  const char *source;   // the chunk's name
  int32_t line;         // 0: the chunk itself
  int64_t calls;
  int64_t total, own;   // nanoseconds: with and without those of functions that it called
  uint64_t bytes;       // that it allocated itself
} lb_timed;

size_t lb_timing_count(const lb_timing *timing);
lb_timed lb_timing_function(const lb_timing *timing, size_t index);

// Debugging: where scripts stop, and what is seen there. One debugger serves several states that call each other, or
// run one after another, on one thread at a time.
typedef struct lb_debugger lb_debugger;
/// A debugger that stops nowhere. `hidden` names the chunk that nobody wants to see.
lb_debugger *lb_debugger_create(const char *hidden);
void lb_debugger_free(lb_debugger *debugger);
/// Stops where a line begins of a chunk whose path is `file`, or ends in it; false where memory is out.
bool lb_debugger_add(lb_debugger *debugger, int32_t number, const char *file, int32_t line);
void lb_debugger_remove(lb_debugger *debugger, int32_t number);
/// Whether it stops where an error is raised that no script catches, and where the interruption of a state is asked
/// for.
void lb_debugger_stop_at(lb_debugger *debugger, bool errors, bool interruptions);
/// How scripts go on from where they are now; those that are not there yet stop at their first line or go on.
void lb_debugger_go(lb_debugger *debugger, lb_going going);
/// Begins to debug a state.
lb_status lb_debug(lb_state *state, lb_debugger *debugger);

// What is seen of a script that stands still, encoded into `output`. A call is named by the coroutine it is in, counted
// from 0 outwards, and its level there.
/// thread, level, chunk, line, first line, name or nil, … of at most `limit` calls, the innermost first. Of a function
/// of C's the line is negative.
lb_status lb_frames(lb_state *state, int32_t limit, lb_buffer *output);
/// name, value, whether it is a parameter, … of a call: its locals, then what it has from outside.
lb_status lb_variables(lb_state *state, int32_t thread, int32_t level, lb_buffer *output);
/// A table in which names mean what they mean in a call: to read and to assign.
lb_status lb_scope(lb_state *state, int32_t thread, int32_t level, lb_buffer *output);

// Operations: arguments are decoded from `input`, results encoded into `output` (emptied first).
typedef enum lb_operation {
  LB_DO_CALL,         // function, arguments… → results…
  LB_DO_LOAD,         // text, name, environment or nil → function
  LB_DO_GET,          // value, key → value
  LB_DO_RAW_GET,      // table, key → value, without metamethods
  LB_DO_SET,          // table, key, value
  LB_DO_LENGTH,       // value → integer
  LB_DO_PAIRS,        // table → key, value, … in no order, without metamethods
  LB_DO_TEXT,         // value → string, as tostring
  LB_DO_IDENTITY,     // values → the same values, tables and functions as references
  LB_DO_CLASS,        // name, methods, getters, metamethods (maps of host functions) → class number
  LB_DO_BASE,         // name, value: adds a global below the chunks' own
  LB_DO_MODULE,       // name, value: what `require` gives
  LB_DO_DIRECTORIES,  // directories…: where `require` looks
  LB_DO_FILES,        // → the files that `require` read
  LB_DO_ENVIRONMENT,  // directories, texts by name, advice, or nothing → a table for the globals of one chunk
  LB_DO_GLOBALS,      // environment or nil → key, value, … that chunks have defined
  LB_DO_FREEZE,       // environment or nil: later assignments are errors
  LB_DO_FROZEN,       // table, name → a view of it that cannot be written
  LB_DO_CONTENT,      // table → the table behind a frozen view, or itself
  LB_DO_MARK,         // table → the same table, known to be an object even where it is empty
  LB_DO_IS_MARKED,    // table → boolean
  LB_DO_DEFINITION,   // function → chunk, first line, last line, number of parameters
  LB_DO_STATE_OF,     // function → name, digest, … of its upvalues
  LB_DO_RELEASE,      // references (integers)…
  LB_DO_COLLECT,      // a full garbage collection
  LB_DO_STEP,         // integer: a collector's step as if so many KiB had been allocated
  LB_DO_GET_GLOBAL,   // name → value
  LB_DO_HOLD,         // integer: counts so many bytes of the host's as the state's, or is out of memory
  LB_DO_CODE,         // function → its code as lua_dump writes it, nothing for one of C's
  LB_DO_UPVALUES,     // function → the values that it holds
  LB_DO_ADDRESS,      // value → a number that no other table or function has, an lb_table_kind
  LB_DO_CHUNKS,       // → the code of each chunk of rules that was loaded so far
} lb_operation;

/// Points to 0 as long as LB_DO_CHUNKS has given all chunks that there are; as long as the state is there.
const uint8_t *lb_unseen_chunks(const lb_state *state);

/// What a table is to whoever reads it: as it stands, a view that nobody can write, or its metatable's affair.
typedef enum lb_table_kind { LB_TABLE_OTHER, LB_TABLE_PLAIN, LB_TABLE_FROZEN } lb_table_kind;

// Numbers as C's printf spells them; the length, or 0 where there is no room. `form` has one conversion: of a double,
// or of a long long.
size_t lb_spell_float(double number, char *out, size_t size);
size_t lb_format_float(const char *form, double number, char *out, size_t size);
size_t lb_format_integer(const char *form, int64_t number, char *out, size_t size);

lb_status lb_do(lb_state *state, lb_operation operation, const uint8_t *input, size_t length, lb_buffer *output);

// Reading the arguments of a host function; none of these can raise.
int32_t lb_argument_kind(lua_State *thread, int32_t index);
const char *lb_argument_type(lua_State *thread, int32_t index);
/// The chunk of the innermost function of Lua's that the host was called from; NULL where there is none.
const char *lb_caller(lua_State *thread);
/// The line of Lua that has called a host function, and its chunk's name, valid during the call; NULL for none.
const char *lb_calling_line(lua_State *thread, int32_t *line);
bool lb_argument_integer(lua_State *thread, int32_t index, int64_t *value);
bool lb_argument_number(lua_State *thread, int32_t index, double *value);
const char *lb_argument_string(lua_State *thread, int32_t index, size_t *length);
uint64_t lb_argument_record(lua_State *thread, int32_t index);
void *lb_argument_object(lua_State *thread, int32_t index, int32_t *class_number);
/// Encodes one argument (a reference for tables and functions).
lb_status lb_argument_copy(lb_state *state, lua_State *thread, int32_t index, lb_buffer *output);

// Records.
typedef struct lb_source {
  void *context;  // handed to `field`
  void *owner;    // handed to the rest
  /// One field's value.
  void (*field)(void *context, int64_t row, int32_t column, lb_field *out);
  /// A name that is no column: a column number ≥ 0, or -1 with the message of an error in `out`.
  int32_t (*resolve)(void *owner, const char *name, size_t length, lb_field *out);
  /// A nested value, written into lb_reply. Negative: an error written there.
  int32_t (*nested)(void *owner, int64_t row, int32_t column);
  /// What tostring says.
  void (*describe)(void *owner, int64_t row, lb_field *out);
} lb_source;

/// Registers a data set; `names` are encoded strings. Returns its number, or -1 (see lb_last_error).
int32_t lb_add_source(lb_state *state, lb_source source, const uint8_t *names, size_t length, int32_t count);
/// Registers a data set in the place of another one, under a number of that place (see LB_SOURCE_GENERATION); records
/// of other numbers that scripts still hold are released ones.
bool lb_replace_source(
  lb_state *state, int32_t number, lb_source source, const uint8_t *names, size_t length, int32_t count);

// What light userdata stands for, as its topmost byte says; any other byte is none of ours.
typedef enum lb_tag { LB_TAG_RECORD = 1, LB_TAG_NULL = 2 } lb_tag;
enum { LB_TAG_PLACE = 56 };
static inline uint64_t lb_tagged(lb_tag tag) { return (uint64_t)tag << LB_TAG_PLACE; }
static inline lb_tag lb_tag_of(uint64_t bits) { return (lb_tag)(bits >> LB_TAG_PLACE); }

// A record: a tag, the number of its data set, and its row. A number is a place, and above it how often the place was
// given to another data set since scripts saw records of the one before.
enum {
  LB_LAST_SOURCE = 0xFFFF,
  LB_SOURCE_GENERATION = LB_LAST_SOURCE + 1,
  LB_LAST_NUMBER = 0xFFFFFF,
};
static inline uint64_t lb_record(int32_t source, int64_t row) {
  return lb_tagged(LB_TAG_RECORD) | ((uint64_t)(uint32_t)source << 32) | (uint64_t)row;
}
static inline int32_t lb_record_source(uint64_t record) {
  return (int32_t)((record >> 32) & LB_LAST_NUMBER);
}
static inline int64_t lb_record_row(uint64_t record) {
  return (int64_t)(record & 0xFFFFFFFF);
}

/// What is said of a record whose data set is gone.
#define LB_RELEASED "the record was released: its input or changes were closed, or the loop over the batch went on"

// Records that a function gives one after another, as lines of JSON: tables by name, or lists of the values of the
// columns that were given.
typedef struct lb_rows {
  int64_t function;   // a reference
  int64_t columns;    // a reference to the list of the names that come first
  int64_t names;      // a reference to the names that are known; 0 at first
  int64_t odd;        // a reference to a record that has to be written in another way, or 0
  size_t done;        // records that were written
  bool ended;         // the function gave nil
  struct lb_members *members;  // what C knows of the names; NULL at first
} lb_rows;

/// Appends records, until it is a mebibyte more, or one is none that C can write, or there are no more.
lb_status lb_write_rows(lb_state *state, lb_rows *rows, lb_buffer *output);
void lb_rows_free(lb_rows *rows);

// Batches: one protected call around many calls of one function. Results of a mebibyte and more end
// a batch early; `done` says how far it came.
typedef struct lb_batch {
  int64_t function;             // a reference
  const lb_field *arguments;    // `arity` for each call
  size_t arity;
  size_t count;                 // calls
  int32_t max_results;          // further ones are dropped; -1: all are kept
  size_t done;                  // calls that ended well
} lb_batch;

/// Appends each call's results to `output` and the offset behind them to `ends[i]`. Functions and the like are encoded
/// by their kind alone, and so is a table, unless it is a sequence behind other results: that is LB_LIST, with what is
/// in it. A float of integral value is written as an integer.
lb_status lb_call_batch(lb_state *state, lb_batch *batch, lb_buffer *output, size_t *ends);
/// The same for records `first + i` as the only argument.
lb_status lb_call_rows(
  lb_state *state, lb_batch *batch, int32_t source, int64_t first, lb_buffer *output, size_t *ends);

#endif
