/// Texts that all had one hash while hashes were mixed with published numbers: the first 16 bytes led to a state that
/// another word of the text then turned to zero, and what stood before it was forgotten.
public enum CraftedKeys {
  /// One of 100 million of them.
  public static func key(_ number: Int) -> String {
    let digits = String(number)
    let free = String(repeating: "0", count: 8 - digits.count) + digits
    return "key-prefix-00304\(free)晓bN#Rytail-tail-tail-1"
  }
}
