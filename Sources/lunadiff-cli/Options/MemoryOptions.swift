import ArgumentParser
import Platform
import Records
import Requests

/// How much memory a comparison may take.
struct MemoryOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "The most memory to use, as in 256M; what does not fit goes to --temp.", value: "size",
      """
      With what the process has of the inputs in memory. Without it what the machine or the container has, and only what is \
      held counts. The result is the same whatever the size. See docs/size.md for what a size is enough for.
      """), transform: ByteCount.parseMemory)
  var memory: Int?

  @Option(
    help: Help.flag(
      "The folder for what does not fit into memory.", value: "folder",
      "Without it TMPDIR, or /var/tmp. Nothing stays there, however the program ends."))
  var temp: String?

  func validate() throws {
    if let temp, !FilePath.isDirectory(temp) {
      throw ValidationError("--temp \(temp): there is no such folder")
    }
  }

  /// What the flags say.
  var use: MemoryUse { MemoryUse(limit: memory, folder: SpillFolder(temp)) }
}
