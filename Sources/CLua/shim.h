// Lua's headers lie in a folder of their own on most systems; pkg-config names it.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#if LUA_VERSION_NUM != 504
#error "LunaDiff needs Lua 5.4"
#endif
