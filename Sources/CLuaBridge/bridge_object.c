// Host objects and boxes of host functions: retained Swift objects in full userdata, released by a C __gc.
#include "bridge_internal.h"

// Registry keys of the one metatable of function boxes and of the list of class metatables.
static const char function_box_key = 0, classes_key = 0;

static int release_box(lua_State *L) {
  lb_object *box = lua_touserdata(L, 1);
  if (box != NULL && box->pointer != NULL) {
    void *pointer = box->pointer;
    box->pointer = NULL;
    lb_of(L)->host.release(pointer);
  }
  return 0;
}

static lb_object *push_box(lua_State *L, void *pointer, int32_t class_number, int32_t form) {
  lb_object *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = (lb_object){lb_of(L), NULL, class_number, form};
  box->pointer = pointer;
  return box;
}

// Pushes a Lua function that calls the retained host function, and owns it from here on.
//
// - shortcut: What does the same by itself as far as it can; NULL for nothing.
void lb_push_host_function(lua_State *L, void *function, lua_CFunction shortcut) {
  push_box(L, function, -1, LB_FORM_NONE);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &function_box_key);
  lua_setmetatable(L, -2);
  lua_pushcclosure(L, shortcut != NULL ? shortcut : lb_of(L)->call_host, 1);
}

// Pushes a userdata that owns the retained object.
void lb_push_object(lua_State *L, void *pointer, int32_t class_number, int32_t form) {
  luaL_checkstack(L, 4, NULL);
  push_box(L, pointer, class_number, form);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &classes_key);
  lua_rawgeti(L, -1, class_number);
  lua_setmetatable(L, -3);
  lua_pop(L, 1);
}

// The object at `index`, or NULL. Only our userdata begins with this state's own address.
lb_object *lb_to_object(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA) return NULL;
  if (lua_rawlen(L, index) != sizeof(lb_object)) return NULL;
  lb_object *object = lua_touserdata(L, index);
  return object->state == lb_of(L) && object->class_number >= 0 ? object : NULL;
}

void lb_open_objects(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, release_box);
  lua_setfield(L, -2, "__gc");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &function_box_key);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &classes_key);
}

// object.name: a method, else a getter's value, else what the class's own __index says, else an
// error that names the field. Upvalues: methods, getters, fallback or nil, class name.
static int index_object(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_pop(L, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    return 1;
  }
  if (lua_isnil(L, lua_upvalueindex(3)))
    return luaL_error(L, "%s has no field '%s'", lua_tostring(L, lua_upvalueindex(4)), luaL_tolstring(L, 2, NULL));
  lua_pushvalue(L, lua_upvalueindex(3));
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 1);
  return 1;
}

static int refuse_write(lua_State *L) {
  return luaL_error(L, "%s cannot be written (field '%s')",
    lua_tostring(L, lua_upvalueindex(1)), luaL_tolstring(L, 2, NULL));
}

static int object_text(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  return 1;
}

// object(text): what C can do of it, else the host's function, whose box is the upvalue.
static int call_object(lua_State *L) {
  lb_object *object = lb_to_object(L, 1);
  if (object != NULL && lb_push_form(L, 2, (lb_text_form)object->form)) return 1;
  return lb_of(L)->call_host(L);
}

// Lets C answer calls of the class whose metatable is at 4.
static void shorten_calls(lua_State *L) {
  if (lua_getfield(L, 4, "__call") == LUA_TFUNCTION && lua_getupvalue(L, -1, 1) != NULL) {
    lua_pushcclosure(L, call_object, 1);
    lua_setfield(L, 4, "__call");
  }
  lua_settop(L, 4);
}

static void set_default(lua_State *L, int metatable, const char *event, lua_CFunction function) {
  lua_pushstring(L, event);
  if (lua_rawget(L, metatable) == LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, metatable, event);
  }
  lua_pop(L, 1);
}

// Makes a class's metatable from its name (1), methods (2), getters (3) and metamethods (4).
int lb_op_class(lua_State *L) {
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_getfield(L, 4, "__index");
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, index_object, 4);
  lua_setfield(L, 4, "__index");
  shorten_calls(L);
  set_default(L, 4, "__newindex", refuse_write);
  set_default(L, 4, "__tostring", object_text);
  lua_pushvalue(L, 1);
  lua_setfield(L, 4, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, 4, "__metatable");
  lua_pushcfunction(L, release_box);
  lua_setfield(L, 4, "__gc");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &classes_key);
  lua_Integer number = (lua_Integer)lua_rawlen(L, -1) + 1;
  lua_pushvalue(L, 4);
  lua_rawseti(L, -2, number);
  lua_pushinteger(L, number);
  return 1;
}
