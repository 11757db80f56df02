import CPlatform

/// A port of this machine, for programs on it alone.
package struct LoopbackSocket {
  package let port: Int
  private let number: Int32

  /// Begins to listen on a port; 0 is any that is free.
  package init(port: Int) throws(SystemError) {
    var port = Int32(clamping: port)
    number = lunadiff_listen(&port)
    guard number >= 0 else { throw SystemError("listen on port \(port)") }
    self.port = Int(port)
  }

  /// Waits for the one client, and listens no longer; the caller closes what is returned.
  package func accept() throws(SystemError) -> Descriptor {
    defer { close(number) }
    let client = lunadiff_accept(number)
    guard client >= 0 else { throw SystemError("take the client of port \(port)") }
    return Descriptor(number: client, name: "port \(port)")
  }
}
