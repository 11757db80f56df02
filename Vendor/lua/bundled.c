// All of Lua as one unit, in the order of Lua's own onelua.c, so that its functions are seen by what it is linked with
// and by nothing else: another Lua, which a shared library brings into the same process, keeps its own.
#include "lprefix.h"

#define LUA_CORE
#define LUA_LIB
#include "luaconf.h"

#undef LUA_API
#define LUA_API extern __attribute__((visibility("hidden")))

#include "lzio.c"
#include "lctype.c"
#include "lopcodes.c"
#include "lmem.c"
#include "lundump.c"
#include "ldump.c"
#include "lstate.c"
#include "lgc.c"
#include "llex.c"
#include "lcode.c"
#include "lparser.c"
#include "ldebug.c"
#include "lfunc.c"
#include "lobject.c"
#include "ltm.c"
#include "lstring.c"
#include "ltable.c"
#include "ldo.c"
#include "lvm.c"
#include "lapi.c"
#include "lauxlib.c"
#include "lbaselib.c"
#include "lcorolib.c"
#include "ldblib.c"
#include "liolib.c"
#include "lmathlib.c"
#include "loadlib.c"
#include "loslib.c"
#include "lstrlib.c"
#include "ltablib.c"
#include "lutf8lib.c"
#include "linit.c"
