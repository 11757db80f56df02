// Lua's headers lie in a folder of their own on most systems; pkg-config names it where it is used.
#if __has_include(<lua.h>)
#include <lauxlib.h>
#include <lualib.h>
#elif __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>
#elif __has_include(<lua-5.4/lua.h>)
#include <lua-5.4/lauxlib.h>
#include <lua-5.4/lualib.h>
#else
#include <lua54/lauxlib.h>
#include <lua54/lualib.h>
#endif

#if LUA_VERSION_NUM != 504
#error "LunaDiff needs Lua 5.4"
#endif
