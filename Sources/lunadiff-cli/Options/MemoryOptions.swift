import ArgumentParser
import Platform
import Comparing
import Records
import Reports
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

  // MARK: What is not kept

  /// Says that the process took more than the limit, if it did, and for what.
  ///
  /// - Parameter holdsPairs: Whether the report needs all pairs at once.
  func tell(of comparison: Comparison, holdsPairs: Bool) {
    guard let memory, let peak = AvailableMemory.peak, peak > memory else { return }
    let large = Self.held(by: comparison, holdsPairs: holdsPairs).filter { $0.size > peak / 8 }
    let reasons = large.map { "\(ByteSize.rounded($0.size)) of it for \($0.words)" }
    let reason =
      reasons.isEmpty
      ? "most of it for the program itself" : reasons.joined(separator: " and ")
    Diagnostics.warning(
      "\(Setting("memory")) \(ByteSize.spelling(memory)) was not kept: the process took "
        + "\(ByteSize.rounded(peak)), \(reason)")
  }

  /// What is held whatever the limit, in bytes.
  private static func held(
    by comparison: Comparison, holdsPairs: Bool
  ) -> [(size: Int, words: String)] {
    let (changes, sections) = (
      comparison.changeCount, comparison.sectionCount(.source) + comparison.sectionCount(.target)
    )
    let pairs = holdsPairs ? comparison.source.count - comparison.summary.deleted : 0
    return [
      (40 * changes, Grouped.count(changes, "change", "changes")),
      (160 * sections, "the names of \(Grouped.count(sections, "section", "sections"))"),
      (8 * pairs, "\(Grouped.count(pairs, "pair", "pairs")), which this report needs at once"),
    ]
  }
}
