// Called by libFuzzer through CFuzzDriver; not part of the tests.

nonisolated(unsafe) private var chosen = FuzzTarget.chunks

@_cdecl("ocrscan_fuzz_choose")
public func choose(_ name: UnsafePointer<CChar>) -> Int32 {
  guard let target = FuzzTarget(rawValue: unsafe String(cString: name)) else { return 0 }
  unsafe chosen = target
  return 1
}

@_cdecl("ocrscan_fuzz_try")
public func tryInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  unsafe chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
