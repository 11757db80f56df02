import Synchronization

/// A temporary file that is being written, in a list of all such files of the process.
///
/// It is in the list from before it is made. A library only keeps the list; a program that wants no such file to stay
/// behind asks for their removal as it ends, and in its handlers of signals.
package struct TemporaryFile {
  let path: String
  /// Where its name is kept for signal handlers; `nil` if there was no place left.
  private let slot: Int?

  private static let slotCount = 256
  /// The addresses of the names of all such files, or 0; a signal handler can lock nothing.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: slotCount)
    for slot in 0..<slotCount { (slots + slot).initialize(to: Atomic(0)) }
    return slots
  }()
  /// Whether a signal is ending the process; no file is begun any more.
  private static let isEnding = Atomic<Bool>(false)

  init(_ path: String) {
    while Self.isEnding.load(ordering: .sequentiallyConsistent) { pause() }
    self.path = path
    let name = UInt(bitPattern: path.withPath(strdup))
    slot = (0..<Self.slotCount).first { slot in
      Self.slots[slot].compareExchange(expected: 0, desired: name, ordering: .sequentiallyConsistent).exchanged
    }
    if slot == nil { free(UnsafeMutablePointer<CChar>(bitPattern: name)) }
  }

  func forget() { if let slot { free(Self.take(slot)) } }

  func remove() {
    _ = path.withPath(unlink)
    forget()
  }

  private static func take(_ slot: Int) -> UnsafeMutablePointer<CChar>? {
    UnsafeMutablePointer(bitPattern: slots[slot].exchange(0, ordering: .sequentiallyConsistent))
  }
}

extension TemporaryFile {
  private static let number = Atomic<Int>(0)

  static func make(in directory: String, mode: mode_t, named name: String) throws -> (TemporaryFile, Descriptor) {
    for _ in 0..<100 {
      let number = Self.number.add(1, ordering: .relaxed).newValue
      let temporary = TemporaryFile("\(directory)/.lunadiff-\(getpid())-\(number).tmp")
      let file = temporary.path.withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
      if file >= 0 { return (temporary, Descriptor(number: file, name: name)) }
      let reason = Errno.last
      temporary.forget()
      guard reason.code == EEXIST else { throw SystemError("write \(name)", reason) }
    }
    throw SystemError("write \(name)", Errno(EEXIST))
  }
}

extension TemporaryFile {
  /// Makes the list, so that a signal handler can look at it.
  package static func prepareForSignals() { _ = slots }

  /// Removes every file of the list, for a process that is about to end; only calls what a signal handler may call.
  package static func removeAll() { removeAll(isFinal: true) }

  /// Removes every file of the list and lets none be begun any more, for a signal handler that ends the process.
  package static func removeAllForGood() {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // A thread that had just seen that nothing ends has made its file by the second look.
    var moment = timespec(tv_sec: 0, tv_nsec: 5_000_000)
    for _ in 0..<2 {
      removeAll(isFinal: false)
      nanosleep(&moment, nil)
    }
  }

  /// - Parameter isFinal: Whether the list is not needed any more.
  private static func removeAll(isFinal: Bool) {
    for slot in 0..<slotCount {
      guard let name = take(slot) else { continue }
      unlink(name)
      if !isFinal { slots[slot].store(UInt(bitPattern: name), ordering: .sequentiallyConsistent) }
    }
  }
}
