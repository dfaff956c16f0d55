import Foundation
import SystemPackage
import TestSupport
import Testing

/// `scripts/train`, with stand-ins for Python and what trains: the real ones take hours.
struct TrainScriptTests {
  let home = UserHome()

  @Test func `a project in a folder with a space trains as well`() async throws {
    let run = try await home.shell(
      """
      set -e
      mkdir -p 'a b/scripts' 'a b/training' 'a b/Sources/RiskData' 'a b/.build/train/venv/bin' bin data
      cp '\(Repository.folder.path)/scripts/train' 'a b/scripts'
      cat >stand-in <<'END'
      #!/bin/sh
      while [ $# -gt 1 ]; do [ "$1" != --save ] || echo made >"$2"; shift; done
      END
      chmod +x stand-in
      for program in bin/python3 'a b/training/train_models' 'a b/.build/train/venv/bin/python' 'a b/.build/train/venv/bin/pip'; do
        cp stand-in "$program"
      done
      PATH="$PWD/bin:$PATH" 'a b/scripts/train' "$PWD/data"
      """)
    #expect(run.status == 0, "\(run.diagnostics)")
    #expect(home.read(home.folder("a b").appending("Sources/RiskData/scam-encoder.model")) == "made\n")
  }
}
