/// An instruction of Lua 5.4's virtual machine, as far as the way through a function depends on it.
struct Instruction {
  let bits: UInt32

  private var operation: UInt32 { bits & 0x7F }
  /// The operand of loops: how far they jump.
  private var loop: Int { Int(bits >> 15) }
  /// The operand of a jump, in excess of what stands for no distance.
  private var jump: Int { Int(bits >> 7) - (1 << 24 - 1) }

  /// The register that it loads, or calls the function of.
  var register: UInt32 { bits >> 7 & 0xFF }
  var isCall: Bool { operation == 68 }
  /// Whether it puts into its register what may be called.
  var loadsFunction: Bool { [0, 9, 11, 12, 13, 14, 20, 68, 79].contains(operation) }
  /// Of one that loads a member of an upvalue by its name, as it does a global: the numbers of the upvalue and of the constant.
  var loadedMember: (upvalue: Int, constant: Int)? {
    operation == 11 ? (Int(bits >> 16 & 0xFF), Int(bits >> 24)) : nil
  }

  /// What may come after it.
  enum Way: Hashable {
    /// Another instruction of the function.
    case instruction(Int)
    /// The function's end.
    case end
  }

  /// What may come after the instruction at a place; of a choice there are two.
  func ways(at place: Int) -> [Way] {
    let next = place + 1
    switch operation {
    case 6: return [.instruction(next + 1)]  // LFALSESKIP
    case 56: return [.instruction(next + jump)]  // JMP
    case 57...67: return [.instruction(next), .instruction(next + 1)]  // EQ … TESTSET
    case 69...72: return [.end]  // TAILCALL, RETURN, RETURN0, RETURN1
    case 73, 77: return [.instruction(next), .instruction(next - loop)]  // FORLOOP, TFORLOOP
    case 74: return [.instruction(next), .instruction(next + loop + 1)]  // FORPREP
    case 75: return [.instruction(next + loop)]  // TFORPREP
    default: return [.instruction(next)]
    }
  }
}
