import Platform
import Comparing

// A closed pipe, or a file that may not grow, is an error of the write that meets it, not the end of the process.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
EndingSignals.install()
MappedFile.surviveShrinking()
StandardDescriptors.reserve()
Setting.write { $0 == .key ? "-k" : "--\($0.name)" }
exit(Program.run(ProgramArguments.all).rawValue)
