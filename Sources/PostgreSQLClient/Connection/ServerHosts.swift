// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import CLibPQ
  import Glibc
  import Synchronization

  /// One of the hosts that a location names.
  struct ServerHost: Sendable {
    /// The settings that replace those of the location, by their names.
    let settings: [String: String]

    /// The host in messages, and among those that did not answer.
    var name: String {
      let name = [settings["host"], settings["hostaddr"]].compactMap(\.self).first { !$0.isEmpty }
      return [name ?? "localhost", settings["port"] ?? ""].filter { !$0.isEmpty }.joined(
        separator: ":")
    }
  }

  /// The hosts of a location, which are tried one after the other as libpq does.
  ///
  /// libpq leaves time limits to those who wait for it, and would stay at a host whose machine has lost its power or
  /// its network: nothing answers there, not even with a refusal. Here each host gets its part of the time.
  enum ServerHosts {
    /// The time for which a host that did not answer is tried after the others.
    private static let silentTime = Duration.seconds(60)

    /// When hosts did not answer, by their names.
    private static let silences = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Returns the hosts in the order in which they are to be tried.
    ///
    /// - Parameter location: A URL or `key=value` pairs.
    /// - Returns: The hosts; none if libpq is to find the host itself.
    static func of(_ location: String) -> [ServerHost] {
      let found = settings(of: location)
      // A service may name hosts, which libpq reads from its file.
      let environment = found["service"] == nil && getenv("PGSERVICE") == nil
      func list(_ name: String, _ variable: String) -> [String]? {
        let text = found[name] ?? (environment ? getenv(variable).map { String(cString: $0) } : nil)
        return text.map {
          $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
      }
      let (names, addresses) = (list("host", "PGHOST"), list("hostaddr", "PGHOSTADDR"))
      let ports = list("port", "PGPORT")
      let count = (addresses ?? names ?? []).count
      // libpq refuses lists that do not fit each other, and takes an empty setting for none.
      guard count > 1, (names ?? addresses)?.count == count,
        [nil, 1, count].contains(ports?.count),
        ![names, addresses, ports].contains(where: { $0?.contains("") == true })
      else { return [] }
      let hosts = (0..<count).map { index in
        var settings: [String: String] = [:]
        settings["host"] = names?[index]
        settings["hostaddr"] = addresses?[index]
        settings["port"] = ports.map { $0.count == 1 ? $0[0] : $0[index] }
        return settings
      }
      return ordered(hosts, found["target_session_attrs"]).map(ServerHost.init)
    }

    /// Notes that a host did not answer.
    static func noteSilence(of host: ServerHost) {
      silences.withLock { $0[host.name] = .now }
    }

    /// Returns hosts, those last that did not answer a short time ago, and twice if a standby is preferred.
    private static func ordered(
      _ hosts: [[String: String]], _ attributes: String?
    ) -> [[String: String]] {
      let now = ContinuousClock.now
      let silent = silences.withLock { silences in
        silences = silences.filter { now - $0.value < silentTime }
        return Set(silences.keys)
      }
      let isSilent = { (settings: [String: String]) in
        silent.contains(ServerHost(settings: settings).name)
      }
      let hosts = hosts.filter { !isSilent($0) } + hosts.filter(isSilent)
      guard attributes == "prefer-standby" else { return hosts }
      return ["standby", "any"].flatMap { kind in
        hosts.map { $0.merging(["target_session_attrs": kind]) { $1 } }
      }
    }

    private static func settings(of location: String) -> [String: String] {
      let options = PQconninfoParse(location, nil)
      defer { PQconninfoFree(options) }
      var settings: [String: String] = [:]
      var next = options
      while let option = next?.pointee, let keyword = option.keyword {
        if let value = option.val { settings[String(cString: keyword)] = String(cString: value) }
        next = next?.advanced(by: 1)
      }
      return settings
    }
  }
#endif
