import Testing

@testable import Daemon

struct WorkerCircuitStateTests {
  private let start = ContinuousClock.now

  @Test func `it is closed at first`() {
    var circuit = WorkerCircuitState()
    #expect(!circuit.isOpen)
    #expect(circuit.nextTrial == nil)
    #expect(circuit.beginTrial(now: start + .seconds(3600)) == false)
  }

  @Test func `open it waits a second, then tries once`() throws {
    var circuit = WorkerCircuitState()
    circuit.open(now: start)
    #expect(circuit.isOpen)
    let trial = try #require(circuit.nextTrial)
    #expect((.milliseconds(750)...Duration.milliseconds(1250)).contains(trial - start))
    #expect(circuit.beginTrial(now: start) == false)
    #expect(circuit.beginTrial(now: trial) == true)
    #expect(circuit.isOpen && circuit.nextTrial == nil)
    #expect(circuit.beginTrial(now: trial + .seconds(60)) == false)
  }

  @Test func `half open no screenshot is scanned, and nothing is due`() {
    var circuit = WorkerCircuitState()
    circuit.open(now: start)
    #expect(circuit.beginTrial(now: start + .seconds(2)) == true)
    #expect(circuit.isOpen && circuit.nextTrial == nil)
  }

  @Test func `a trial that succeeds closes it, and the next failure starts with a short pause`() throws {
    var circuit = WorkerCircuitState()
    for _ in 0..<5 {
      circuit.open(now: start)
      _ = circuit.beginTrial(now: start + .seconds(60))
    }
    circuit.close()
    #expect(!circuit.isOpen && circuit.nextTrial == nil)
    circuit.open(now: start)
    #expect(try #require(circuit.nextTrial) - start <= .milliseconds(1250))
  }

  @Test func `trials that fail come ever later, up to a minute or so`() throws {
    var circuit = WorkerCircuitState()
    var pauses: [Duration] = []
    for _ in 0..<9 {
      circuit.open(now: start)
      pauses.append(try #require(circuit.nextTrial) - start)
    }
    #expect(pauses[3] > .seconds(5))
    #expect(pauses.allSatisfy { $0 <= .seconds(75) })
    #expect(pauses[8] >= .seconds(45))
  }
}
