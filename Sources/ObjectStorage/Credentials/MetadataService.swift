// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import FoundationEssentials

  /// The service that gives a container or a virtual machine its credentials.
  public enum MetadataService: Hashable, Sendable {
    /// The service of a container (ECS, EKS and their kind), under its URL.
    case container(url: String, token: ContainerToken)
    /// The service of a virtual machine of EC2, version 2, under its URL without a path.
    case machine(url: String)

    /// The token that a container sends to the service.
    public enum ContainerToken: Hashable, Sendable {
      /// The service asks for none.
      case none
      /// The token itself.
      case value(String)
      /// A file whose content changes with time.
      case file(String)
    }

    /// The address of the service of ECS.
    private static let containerHost = "http://169.254.170.2"
    private static let machineURL = "http://169.254.169.254"

    /// Finds the service of this process in its environment variables, as other clients of Amazon's do.
    ///
    /// - Parameter environment: The variables.
    /// - Returns: The service; that of a virtual machine without any variable, `nil` if that is switched off.
    /// - Throws: `ObjectStoreError.noCredentials` if a URL is neither encrypted nor that of this machine.
    public static func found(
      in environment: [String: String]
    ) throws(ObjectStoreError) -> MetadataService? {
      let values = environment.filter { !$0.value.isEmpty }
      if let path = values["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] {
        let name = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
        guard path.hasPrefix("/"), path.isHeaderValue else {
          throw .noCredentials("\(name) is not a path")
        }
        return .container(url: containerHost + path, token: token(values))
      }
      if let url = values["AWS_CONTAINER_CREDENTIALS_FULL_URI"] {
        guard isTrusted(url) else {
          throw .noCredentials(
            "AWS_CONTAINER_CREDENTIALS_FULL_URI is neither encrypted nor an address of this machine"
          )
        }
        return .container(url: url, token: token(values))
      }
      guard values["AWS_EC2_METADATA_DISABLED"]?.lowercased() != "true" else { return nil }
      return .machine(url: values["AWS_EC2_METADATA_SERVICE_ENDPOINT"] ?? machineURL)
    }

    /// The file is preferred: its token is renewed.
    private static func token(_ values: [String: String]) -> ContainerToken {
      if let path = values["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] { return .file(path) }
      return values["AWS_CONTAINER_AUTHORIZATION_TOKEN"].map { .value($0) } ?? .none
    }

    /// Whether a URL may be asked: the answer and the token are secrets.
    private static func isTrusted(_ text: String) -> Bool {
      guard text.isHeaderValue, let url = URL(string: text), let host = url.host, !host.isEmpty,
        url.user == nil, url.password == nil
      else { return false }
      switch url.scheme?.lowercased() {
      case "https": return true
      case "http": return isLocal(host.lowercased())
      default: return false
      }
    }

    /// Loopback addresses, and those that ECS and EKS have on each machine.
    private static func isLocal(_ host: String) -> Bool {
      let host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
      if ["localhost", "::1", "169.254.170.2", "169.254.170.23", "fd00:ec2::23"].contains(host) {
        return true
      }
      let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
      return parts.count == 4 && parts.allSatisfy { $0 != nil } && parts[0] == 127
    }
  }
#endif
