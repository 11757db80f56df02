import LunaDiff

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// A closed pipe, or a file that may not grow, is an error of the write that meets it, not the end of the process.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
UnfinishedFile.endAtLimits()
StandardDescriptors.reserve()
exit(Program.run(ProgramArguments.all).rawValue)
