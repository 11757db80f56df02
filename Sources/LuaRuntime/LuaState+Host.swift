import CLuaBridge
import Platform

/// What leads back to a state, without keeping it alive: C has it, and so has what belongs to a state.
///
/// Lives apart from the state, so that the state can be made first and released objects can come back while it ends.
package final class HostContext {
  /// Forgotten before the state ends; to be asked on the thread that has the state.
  ///
  /// A weak reference would cost as much as many a call of a host function does, and slow down every other reference to
  /// the state.
  package internal(set) unowned(unsafe) var state: LuaState?

  var host: lb_host {
    lb_host(
      context: Unmanaged.passUnretained(self).toOpaque(), call: callHost, release: releaseHost, print: printHost,
      pause: pauseHost)
  }

  static func state(_ context: UnsafeMutableRawPointer?) -> LuaState? {
    guard let context else { return nil }
    return Unmanaged<HostContext>.fromOpaque(context).takeUnretainedValue().state
  }
}

private func callHost(
  _ context: UnsafeMutableRawPointer?, _ thread: OpaquePointer?, _ function: UnsafeMutableRawPointer?, _ count: Int32
) -> Int32 {
  guard let state = HostContext.state(context), let thread, let function else { return 0 }
  let native = Unmanaged<LuaNative>.fromOpaque(function).takeUnretainedValue()
  do throws(LuaError) {
    let result = try native.body(LuaCall(state: state, thread: thread, count: Int(count)))
    return state.reply(result)
  } catch {
    state.reply(error, from: native.name)
    return -1
  }
}

private func releaseHost(_ object: UnsafeMutableRawPointer?) {
  guard let object else { return }
  Unmanaged<AnyObject>.fromOpaque(object).release()
}

private func printHost(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int) {
  HostContext.state(context)?.printer([UInt8](BytesView(start: bytes, count: count)))
}

private func pauseHost(_ context: UnsafeMutableRawPointer?, _ pause: lb_pause) -> lb_going {
  guard let state = HostContext.state(context), let debugger = state.debugger else { return LB_GO_ON }
  return debugger.pause(state, pause)
}

extension LuaState {
  func reply(_ result: LuaReturn) -> Int32 {
    guard let buffer = lb_reply(core) else { return 0 }
    switch result {
    case .none:
      // Whatever is left there would be handed over again.
      buffer.pointee.count = 0
      return 0
    case .written: return 1
    case .receiver: return Int32(LB_FIRST_ARGUMENT)
    case .one(let value):
      buffer.pointee.count = 0
      encode(value, to: buffer)
      return 1
    case .many(let values):
      buffer.pointee.count = 0
      for value in values { encode(value, to: buffer) }
      return Int32(truncatingIfNeeded: values.count)
    }
  }

  /// Writes an error for C to raise.
  ///
  /// One that has a place already keeps it.
  func reply(_ error: LuaError, from name: String) {
    guard let buffer = lb_reply(core) else { return }
    let text = Array(error.description.utf8)
    if error.chunk != nil || error.underlying != nil { thrown = (text, error) }
    buffer.pointee.count = 0
    encode(.integer(error.chunk == nil ? Int64(error.level) : 0), to: buffer)
    encode(.integer(Int64(error.argument ?? 0)), to: buffer)
    encode(.string(name), to: buffer)
    encode(.string(text), to: buffer)
    encode(.integer(error.raised), to: buffer)
  }
}
