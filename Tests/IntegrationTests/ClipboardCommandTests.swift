import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan clipboard` with programs that stand in for a clipboard, and with a real X server and a real compositor.
struct ClipboardCommandTests {
  let home = UserHome()

  init() { Files.makeFolder(home.folder("tools")) }

  /// A program in the folder that, with the shell, is all of PATH.
  private func install(_ name: String, _ body: String) {
    let folder = home.folder("tools")
    Files.write(folder.appending(name), Array("#!/bin/sh\n\(body)\n".utf8))
    Files.setMode(folder.appending(name), 0o700)
  }

  private var wayland: [String: String] {
    ["PATH": "\(home.folder("tools"))", "WAYLAND_DISPLAY": "wayland-77", "SECRET": "of the user"]
  }

  private func offer(_ types: String, content: String = "exec /bin/cat '\(TestData.clean)'") {
    install(
      "wl-paste",
      "case \"$1\" in --list-types) printf '\(types)' ;; *) echo \"$@\" > '\(home.folder("asked"))'; \(content) ;; esac"
    )
  }

  @Test func `a picture on the clipboard is scanned and kept like one from a pipe`() async throws {
    offer("text/plain\\nimage/webp\\nimage/png\\nimage/jpeg\\n")
    let run = try await home.scan("clipboard", "--json", adding: wayland)
    #expect(run.status == 0)
    let report = try #require(run.reports.first)
    #expect(report.text == TestData.sentence && report.path == nil && report.source == .manual)
    #expect(home.read(home.folder("asked")) == "--no-newline --type image/png\n")
    #expect(try home.events().contains { $0["trigger"] as? String == "clipboard" })
    let entries = try await home.scan("history", "list", "--json")
    #expect(entries.lines.count == 1)
  }

  @Test func `a scam on the clipboard is told as one`() async throws {
    offer("image/png\\n", content: "exec /bin/cat '\(TestData.scam)'")
    let run = try await home.scan("clipboard", "--no-history", adding: wayland)
    #expect(run.status == 1 && run.output.contains("the clipboard: "))
    #expect(try await home.scan("history", "list", "--json").lines.isEmpty)
  }

  @Test func `without a terminal the answer is a notification`() async throws {
    let bus = try TestBus()
    let service = try FakeNotificationService(on: bus.address, capabilities: ["body"])
    let session = wayland.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
    for (content, summary, status) in [
      ("exec /bin/cat '\(TestData.scam)'", "⚠ Likely Scam Detected - Stay Alert", Int32(1)),
      ("exec /bin/cat '\(TestData.clean)'", "No Sign of a Scam Found", 0),
      ("echo hello", "Can't Read This Image", 65),
      ("exit 1", "Screenshot Not Found", 66),
    ] {
      offer("image/png\\n", content: content)
      #expect(try await home.start("ocr-scan", ["clipboard"], adding: session).ended().status == status)
      #expect(service.notifications.last?.summary == summary)
      #expect(try await home.start("ocr-scan", ["clipboard", "--json"], adding: session).ended().status == status)
    }
    #expect(service.notifications.count == 4)
  }

  @Test(arguments: [
    ("echo 'Nothing is copied' >&2; exit 1", Int32(66), "The clipboard holds no picture."),
    ("printf 'text/plain\\ntext/html\\n'", 66, "The clipboard holds no picture."),
    ("case \"$1\" in --list-types) echo image/png ;; esac", 66, "The clipboard holds no picture."),
    ("case \"$1\" in --list-types) echo image/png ;; *) exit 1 ;; esac", 66, "The clipboard holds no picture."),
    ("echo 'Failed to connect to a Wayland server: No such file' >&2; exit 1", 69, "says \"Failed to connect"),
    ("case \"$1\" in --list-types) echo image/png ;; *) echo hello ;; esac", 65, "it is a text"),
    ("case \"$1\" in --list-types) echo image/gif ;; *) echo GIF89a ;; esac", 65, "it is a GIF picture"),
  ])
  func `what is no picture has a message and a status`(body: String, status: Int32, message: String) async throws {
    install("wl-paste", body)
    let run = try await home.scan("clipboard", adding: wayland)
    #expect(run.status == status && run.diagnostics.contains(message), "\(run.diagnostics)")
  }

  @Test func `a clipboard that never answers is given up`() async throws {
    for body in [
      "exec /bin/sleep 600", "case \"$1\" in --list-types) echo image/png ;; *) exec /bin/sleep 600 ;; esac",
    ] {
      install("wl-paste", body)
      let run = try await home.scan("clipboard", "--timeout", "0.5", adding: wayland)
      #expect(run.status == 75 && run.diagnostics.contains("Reading the clipboard took longer than 0.5 s."))
    }
  }

  @Test func `a clipboard that never ends is given up`() async throws {
    offer("image/png\\n", content: "exec /bin/cat /dev/zero")
    let run = try await home.scan(
      "clipboard", adding: wayland.merging(["OCR_SCAN_MAX_FILE_MEGABYTES": "1"]) { $1 })
    #expect(run.status == 65 && run.diagnostics.contains("The clipboard is too large to scan"))
  }

  @Test func `what is missing is named, and the other clipboard is asked`() async throws {
    var run = try await home.scan("clipboard", adding: wayland)
    #expect(run.status == 69 && run.diagnostics.contains("sudo apt install wl-clipboard"))
    install("xclip", "case \"$4\" in TARGETS) echo image/jpeg ;; *) exec /bin/cat '\(TestData.clean)' ;; esac")
    run = try await home.scan(
      "clipboard", "--json", "--no-history", adding: wayland.merging(["DISPLAY": ":77"]) { $1 })
    #expect(try run.reports.first?.text == TestData.sentence)
  }

  @Test func `the programs get six variables and no descriptor of ours`() async throws {
    install(
      "wl-paste",
      "/usr/bin/env > '\(home.folder("environment"))'; /bin/ls -l /proc/self/fd > '\(home.folder("open"))'; exit 1")
    _ = try await home.scan("clipboard", adding: wayland)
    let names = home.read(home.folder("environment")).split(separator: "\n").map { $0.prefix { $0 != "=" } }
    let allowed: Set<Substring> = ["HOME", "LC_ALL", "PATH", "PWD", "SHLVL", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "_"]
    #expect(Set(names).isSubset(of: allowed), "\(names)")
    #expect(!home.read(home.folder("open")).contains("socket:"))
  }

  @Test func `the picture comes from a real X server`() async throws {
    let run = try await home.shell(
      """
      exec 3>&1
      display=$(mktemp -u); mkfifo "$display"
      Xvfb -displayfd 4 -nolisten tcp 4>"$display" >/dev/null 2>&1 &
      server=$!
      export DISPLAY=":$(cat "$display")"
      "$SCAN" clipboard; echo "status $?"
      xclip -selection clipboard -target image/png -in '\(TestData.clean)' >/dev/null 2>&1
      "$SCAN" clipboard --json --no-history; echo "status $?"
      kill $server; wait $server 2>/dev/null; true
      """)
    #expect(run.diagnostics.contains("The clipboard holds no picture."), "\(run.diagnostics)")
    #expect(run.lines.first == "status 66" && run.lines.last == "status 0")
    #expect(run.output.contains("\"text\":\"\(TestData.sentence)\""))
  }

  @Test func `the picture comes from a real compositor`() async throws {
    // As an ordinary user: sway does not start as root.
    let run = try await home.shellAsOrdinaryUser(
      """
      unset DISPLAY
      printf 'exec true\\n' > sway.conf
      WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman sway -c sway.conf \
        >sway.log 2>&1 &
      server=$!
      for try in $(seq 600); do
        socket=$(ls "$XDG_RUNTIME_DIR" | grep '^wayland-[0-9]*$' | head -1)
        [ -z "$socket" ] || break
        sleep 0.1
      done
      export WAYLAND_DISPLAY="$socket"
      "$SCAN" clipboard; echo "status $?"
      wl-copy --type image/png < '\(TestData.clean)' >/dev/null 2>&1
      "$SCAN" clipboard --json --no-history; echo "status $?"
      kill $server; wait $server 2>/dev/null; true
      """)
    #expect(run.diagnostics.contains("The clipboard holds no picture."), "\(run.diagnostics)")
    #expect(run.lines.first == "status 66" && run.lines.last == "status 0")
    #expect(run.output.contains("\"text\":\"\(TestData.sentence)\""))
  }
}
