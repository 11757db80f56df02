import ArgumentParser

/// How the work is shared out.
struct WorkOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "How many threads work; 0 is as many as there are cores.", value: "count",
      "The result is the same whatever the number."), transform: Count.parse) var threads = 0
}
