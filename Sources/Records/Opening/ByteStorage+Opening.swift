import Platform

extension ByteStorage {
  /// All bytes of an input as a program has to see them, inflated but not converted: a file, `REV:PATH` in git where no
  /// such file exists, or standard input for `-`; and the name of what was inflated, if it has another one.
  package static func inflated(path: String, name: String, options: ReadOptions) throws(RecordError) -> (
    plain: ByteStorage, inner: String?
  ) {
    let storage = try FileBytes.loadInput(path: path, name: name, options)
    return try storage.reading(name) { () throws(RecordError) in
      try Recognition.decompressed(storage, name, options)
    }
  }

  /// All that a program writes to standard output; it is ended once `isWanted`, asked several times a second, says no;
  /// `advice` says how the program is installed.
  package static func output(
    of program: Subprocess, name: String, advice: String?, options: ReadOptions, while isWanted: () -> Bool
  ) throws(RecordError) -> ByteStorage {
    let bytes = GrowingBytes(name: name, options)
    func failed(_ failure: ProgramFailure) -> RecordError { RecordError(.program(failure), file: name) }
    do {
      let isCancelled = { options.meter?.isCancelled ?? false }
      let end = try program.run(while: { isWanted() && !isCancelled() }) { try bytes.append($0) }
      guard end.status == 0 else { throw failed(ProgramFailure(program, end)) }
      return try bytes.finish()
    } catch let error as RecordError { throw error } catch SubprocessError.notInstalled(let program) {
      throw failed(.notInstalled(program: program, advice: advice))
    } catch SubprocessError.unwanted { throw RecordError(.cancelled, file: name) } catch {
      throw failed(.refused(reason: "\(error)"))
    }
  }
}

extension RecordInput {
  package static func read(_ storage: ByteStorage, name: String, options: ReadOptions) throws(RecordError)
    -> RecordInput
  { try RecordInput(source: Recognition.source(name, storage, options)) }

  /// Whether a file that begins so is compressed in a way that is inflated here.
  package static func isCompressed(_ start: [UInt8]) -> Bool { Gunzip.recognizes(start) || Unzstd.recognizes(start) }
}
