import Platform

extension ByteStorage {
  /// All bytes of an input as a program has to see them, inflated but not converted: a file, `REV:PATH` in git where no
  /// such file exists, or standard input for `-`.
  ///
  /// - Throws: `RecordError` if it cannot be read or inflated.
  package static func inflated(path: String, name: String, options: ReadOptions) throws(RecordError) -> ByteStorage {
    let storage = try FileBytes.loadInput(path: path, name: name, options)
    return try storage.reading(name) { () throws(RecordError) in try Recognition.decompressed(storage, name, options) }
  }

  /// All that a program writes to standard output.
  ///
  /// - Parameters:
  ///   - name: The input that it reads, for messages.
  ///   - advice: How the program is installed, where that is known.
  ///   - isWanted: Is asked several times a second; the program is ended once it says no.
  /// - Throws: `RecordError` where the program is not there, fails, or writes more than an input may have.
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
  /// Reads what has been opened.
  ///
  /// - Throws: `RecordError` if the header makes no sense.
  package static func read(_ storage: ByteStorage, name: String, options: ReadOptions) throws(RecordError)
    -> RecordInput
  { try RecordInput(source: Recognition.source(name, storage, options)) }

  /// Whether a file that begins so is compressed in a way that is inflated here.
  package static func isCompressed(_ start: [UInt8]) -> Bool { Gunzip.recognizes(start) || Unzstd.recognizes(start) }
}
