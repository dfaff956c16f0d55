// How a daemon ends, and what follows it.
extension ScanDaemon {
  /// Begins to put together what follows. Not waited for: a disk may not answer, and workers take their time.
  func prepareSuccession(_ reason: ReloadReason) {
    if let succession {
      self.succession?.again = max(succession.again ?? reason, reason)
      return
    }
    let task = Task.detached { [events, makeSuccessor = hooks.makeSuccessor] in
      let successor = await makeSuccessor(reason)
      events.send(.succession(successor))
    }
    succession = (task, nil)
  }

  /// Ends everything of this daemon; what was being scanned waits in the history for the next one.
  func end(_ reason: DaemonEnd.Reason) async -> DaemonEnd {
    var end = DaemonEnd(reason: reason, untakenReload: succession?.again)
    // One that is put together already follows, whatever has come between; the program's own end does not wait for it.
    if case .historyLost = reason, let succession {
      await parts.health.serviceManager.pinging(time) { await succession.task.value }
    }
    events.finish()
    for await event in events.stream {
      switch event {
      // A reload requested from here on is left to the next daemon.
      case .reload(let reason): end.untakenReload = max(end.untakenReload ?? reason, reason)
      case .succession(let successor?):
        if case .historyLost = reason { end.reason = .succeeded(by: successor) }
      case .responded(let response): await parts.notifications.keep(response)
      default: break
      }
    }
    switch end.reason {
    case .stopped, .outdated: parts.health.serviceManager.stopping()
    case .succeeded: parts.health.serviceManager.reloading()
    case .historyLost: break
    }
    timer.cancel()
    parts.watcher.stop()
    await parts.runner.stop()
    // Notifications that wait for a service outlive a daemon that is replaced, and the next one finds them in the history.
    switch end.reason {
    case .stopped, .outdated:
      await parts.notifications.stop()
      await parts.outcomes.end(isLast: true)
    case .succeeded, .historyLost: await parts.outcomes.end(isLast: false)
    }
    hooks.didStop()
    return end
  }
}
