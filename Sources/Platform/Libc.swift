// The C library by one name: an import of Platform brings it, whatever the system calls it.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

#if System && Bundled
  #error("the traits System and Bundled of LunaDiff exclude each other: all packages have to choose the same one")
#endif
