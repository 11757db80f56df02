// `require`: modules of text beside the files that want them.
#define _XOPEN_SOURCE 700
#include "bridge_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Names like "money" or "lib.money", never a path out of the host's directories.
static bool is_module_name(const char *name) {
  if (*name == 0 || *name == '.') return false;
  for (const char *at = name; *at != 0; at++) {
    if (!isalnum((unsigned char)*at) && strchr("_-.", *at) == NULL) return false;
    if (*at == '.' && (at[1] == '.' || at[1] == 0)) return false;
  }
  return true;
}

// Whether a file is in a directory, after all links.
static bool is_inside(const char *file, const char *directory) {
  char *place = realpath(file, NULL), *base = realpath(directory, NULL);
  size_t length = base == NULL ? 0 : strlen(base);
  bool inside = place != NULL && length > 0 && strncmp(place, base, length) == 0
      && (base[length - 1] == '/' || place[length] == '/');
  free(place);
  free(base);
  return inside;
}

// Whether the text on top is a file's name; with a directory, of a file that is in it. If not, it is popped and added
// to what was tried, below it.
static bool is_found(lua_State *L, const char *directory) {
  struct stat status;
  const char *file = lua_tostring(L, -1);
  const char *problem = "\n\tno file '%s'";
  if (stat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    if (directory == NULL || is_inside(file, directory)) return true;
    problem = "\n\tnot '%s', a link that leaves the folder";
  }
  lua_pushfstring(L, problem, file);
  lua_remove(L, -2);
  lua_concat(L, 2);
  return false;
}

// What a `require` has as upvalues. One of a file's own has places of its own; else they are nil.
enum { REQUIRE_ENVIRONMENT = 1, REQUIRE_LOADED, REQUIRE_DIRECTORIES, REQUIRE_TEXTS, REQUIRE_ADVICE };

static bool has_places(lua_State *L) {
  return !lua_isnil(L, lua_upvalueindex(REQUIRE_DIRECTORIES));
}

// The file's directories, or the host's. They are no templates: any name may have a ';' or a '?' in it.
// Only a driver script's modules may be links to files elsewhere.
static bool find_in_directories(lua_State *L, const char *file_name) {
  static const char *const forms[] = {"%s/%s.lua", "%s/%s/init.lua"};
  if (has_places(L)) lua_pushvalue(L, lua_upvalueindex(REQUIRE_DIRECTORIES));
  else lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->directories);
  bool confined = has_places(L) || lb_of(L)->profile != LB_PROFILE_DRIVER;
  int directories = lua_gettop(L);
  lua_pushliteral(L, "");
  for (lua_Integer number = 1; lua_rawgeti(L, directories, number) != LUA_TNIL; number++) {
    int directory = lua_gettop(L);
    for (int form = 0; form < 2; form++) {
      lua_pushvalue(L, directory - 1);
      lua_pushfstring(L, forms[form], lua_tostring(L, directory), file_name);
      if (is_found(L, confined ? lua_tostring(L, directory) : NULL)) return true;
      lua_replace(L, directory - 1);
    }
    lua_settop(L, directory - 1);
  }
  lua_pop(L, 1);
  return false;
}

// The templates of a driver's package.path, below what was tried so far.
static bool find_by_path(lua_State *L, const char *file_name) {
  lua_getglobal(L, "package");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "path");
  else lua_pushnil(L);
  lua_remove(L, -2);
  lua_insert(L, -2);
  const char *path = lua_tostring(L, -2);
  for (const char *at = path == NULL ? "" : path; *at != 0;) {
    size_t length = strcspn(at, ";");
    lua_pushlstring(L, at, length);
    at += length + (at[length] == ';');
    if (length == 0) {
      lua_pop(L, 1);
      continue;
    }
    luaL_gsub(L, lua_tostring(L, -1), "?", file_name);
    lua_remove(L, -2);
    if (is_found(L, NULL)) return true;
  }
  return false;
}

// Pushes the first file of a module; false where there is none, with what was tried on top.
static bool find_module(lua_State *L, const char *name) {
  const char *file_name = luaL_gsub(L, name, ".", "/");
  if (find_in_directories(L, file_name)) return true;
  if (has_places(L)) {
    lua_pushvalue(L, lua_upvalueindex(REQUIRE_ADVICE));
    lua_concat(L, 2);
    return false;
  }
  return lb_of(L)->profile == LB_PROFILE_DRIVER && find_by_path(L, file_name);
}

// Each file once, in order.
static void note_file(lua_State *L, const char *file) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->files);
  if (lua_getfield(L, -1, file) == LUA_TNIL) {
    lua_pushboolean(L, 1);
    lua_setfield(L, -3, file);
    lua_pushstring(L, file);
    lua_rawseti(L, -3, (lua_Integer)lua_rawlen(L, -3) + 1);
  }
  lua_pop(L, 2);
}

// Pushes the text that the host has given for a module, and its file's name; false where there is none.
static bool push_given(lua_State *L, const char *name) {
  if (!has_places(L)) return false;
  lua_pushvalue(L, lua_upvalueindex(REQUIRE_TEXTS));
  if (lua_getfield(L, -1, name) == LUA_TNIL) {
    lua_pop(L, 2);
    return false;
  }
  lua_rawgeti(L, -1, 1);
  lua_rawgeti(L, -2, 2);
  return true;
}

// The text is below the file's name, which is on top.
static int load_given(lua_State *L, const char *file) {
  size_t length;
  const char *text = lua_tolstring(L, -2, &length);
  return lb_load_text(L, text, length, file);
}

// Stack: name (1), loaded modules (2). Pushes the loader and its second argument.
static void push_loader(lua_State *L, const char *name) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->preload);
  if (!has_places(L) && lua_getfield(L, -1, name) != LUA_TNIL) {
    lua_pushliteral(L, ":preload:");
    return;
  }
  bool is_given = push_given(L, name);
  if (!is_given && !find_module(L, name))
    luaL_error(L, "module '%s' not found:%s", name, lua_tostring(L, -1));
  const char *file = lua_tostring(L, -1);
  note_file(L, file);
  if ((is_given ? load_given(L, file) : luaL_loadfilex(L, file, "t")) != LUA_OK)
    luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, file, lua_tostring(L, -1));
  lb_cover_chunk(L);
  lb_keep_chunk(L);
  if (!lua_isnil(L, lua_upvalueindex(REQUIRE_ENVIRONMENT))) {
    lua_pushvalue(L, lua_upvalueindex(REQUIRE_ENVIRONMENT));
    lua_setupvalue(L, -2, 1);
  }
  lua_pushvalue(L, -2);
}

static const char loading_key = 0;

static int guarded_require(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(REQUIRE_LOADED));
  if (lua_getfield(L, 2, name) != LUA_TNIL) {
    if (lua_touserdata(L, -1) == &loading_key)
      return luaL_error(L, "loop or previous error loading module '%s'", name);
    return 1;
  }
  if (!is_module_name(name))
    return luaL_error(L, "'%s' is no module name: write letters, digits, '_', '-' and '.'", name);
  push_loader(L, name);
  lua_pushlightuserdata(L, (void *)&loading_key);
  lua_setfield(L, 2, name);
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_call(L, 2, 1);
  if (lua_isnil(L, -1)) lua_pushboolean(L, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, 2, name);
  return 1;
}

// Pushes `require` for a file with an environment of its own: it has modules of its own, which run in
// that environment, beside those that all files share. Where it looks for them stands at `places`:
// directories, texts by name, and what is said where there is none; nil for where all files look.
void lb_push_require(lua_State *L, int environment, int places) {
  lua_pushvalue(L, environment);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->modules);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  for (int part = 0; part < 3; part++) lua_pushvalue(L, places + part);
  lua_pushcclosure(L, guarded_require, REQUIRE_ADVICE);
}

// name, value: what `require` gives, as if it had been loaded.
int lb_op_module(lua_State *L) {
  lua_settop(L, 2);
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->modules);
  lua_insert(L, 1);
  lua_rawset(L, 1);
  return 0;
}

int lb_op_files(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, lb_of(L)->files);
  int count = (int)lua_rawlen(L, -1);
  luaL_checkstack(L, count, "too many modules");
  for (int index = 1; index <= count; index++) lua_rawgeti(L, 1, index);
  return count;
}

static bool is_template(const char *directory) { return strpbrk(directory, ";?") == NULL; }

// Pushes templates of the directories (from 1 on) whose names can stand in one.
static void push_templates(lua_State *L, int count) {
  luaL_Buffer path;
  luaL_buffinit(L, &path);
  for (int index = 1; index <= count; index++) {
    const char *directory = lua_tostring(L, index);
    if (!is_template(directory)) continue;
    lua_pushfstring(L, "%s/?.lua;%s/?/init.lua;", directory, directory);
    luaL_addvalue(&path);
  }
  luaL_pushresult(&path);
}

// A driver's package.path: the host's directories, then what LUA_PATH says.
static void set_package_path(lua_State *L, int count) {
  const char *given = getenv("LUA_PATH_5_4");
  if (given == NULL) given = getenv("LUA_PATH");
  push_templates(L, count);
  lua_pushstring(L, given == NULL ? "" : given);
  lua_concat(L, 2);
  lua_getglobal(L, "package");
  lua_insert(L, -2);
  lua_setfield(L, -2, "path");
}

// directories…: where `require` looks. A driver may change where, and so finds them in package.path.
int lb_op_directories(lua_State *L) {
  lb_state *state = lb_of(L);
  int count = lua_gettop(L);
  bool driver = state->profile == LB_PROFILE_DRIVER;
  luaL_checkstack(L, 8, NULL);
  lua_newtable(L);
  for (int index = 1, place = 1; index <= count; index++) {
    if (driver && is_template(luaL_checkstring(L, index))) continue;
    lua_pushvalue(L, index);
    lua_rawseti(L, -2, place++);
  }
  lua_rawseti(L, LUA_REGISTRYINDEX, state->directories);
  if (driver) set_package_path(L, count);
  return 0;
}

static int new_reference(lua_State *L) {
  lua_newtable(L);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static void open_package(lua_State *L, int globals) {
  lb_state *state = lb_of(L);
  lua_createtable(L, 0, 4);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->modules);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "package");
  lua_setfield(L, -2, "loaded");
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->preload);
  lua_setfield(L, -2, "preload");
  lua_pushliteral(L, "./?.lua;./?/init.lua");
  lua_setfield(L, -2, "path");
  lua_setfield(L, globals, "package");
}

void lb_open_require(lua_State *L, int globals) {
  lb_state *state = lb_of(L);
  state->modules = new_reference(L);
  state->preload = new_reference(L);
  state->files = new_reference(L);
  state->directories = new_reference(L);
  lua_pushnil(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->modules);
  for (int part = 0; part < 3; part++) lua_pushnil(L);
  lua_pushcclosure(L, guarded_require, REQUIRE_ADVICE);
  lua_setfield(L, globals, "require");
  if (state->profile == LB_PROFILE_DRIVER) open_package(L, globals);
}
