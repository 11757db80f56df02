/// What is kept of a record in the temporary folder until its partner is found.
struct SpilledRecord: BitwiseCopyable, Sendable {
  /// Stands for the identity: records of one fingerprint are the same record.
  let identity: Fingerprint
  /// Stands for the content as it is: a pair of one fingerprint has not changed.
  let content: Fingerprint
  /// The offset on its side.
  let offset: Int32
}

/// A pair of records that was found, in the temporary folder until all are brought into order.
struct SpilledPair: BitwiseCopyable, Sendable {
  /// The offset in the target.
  let target: Int32
  let partner: Partner
}
