// SPDX-License-Identifier: Apache-2.0

import Glibc
import Logging
import NIOSSL
import Synchronization

/// The reason why a certificate cannot be used.
public struct CertificateError: Error, CustomStringConvertible {
  /// One sentence with the file and the reason; nothing of the key.
  public let description: String
}

/// The certificate of a server and its private key, from files that another program renews.
///
/// The files are read again when a connection arrives after they have changed. As long as the new ones do
/// not fit together, which happens while they are being replaced, connections get the old certificate.
public final class ServerCertificate: Sendable {
  /// The parts of a file's status that change with its content.
  private struct Stamp: Equatable {
    var device: UInt64
    var inode: UInt64
    var byteCount: Int64
    var seconds: Int
    var nanoseconds: Int
    /// The time of the last change of the permissions, among others.
    var changeSeconds: Int
    var changeNanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
      byteCount = Int64(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
      (changeSeconds, changeNanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
  }

  private struct State {
    var context: NIOSSLContext
    /// The files from which the context was made.
    var stamps: [Stamp?]
    /// The files that could not be used last, of which the log knows.
    var failedStamps: [Stamp?] = []
    var lastLook: ContinuousClock.Instant
  }

  private let certificatePath: String
  private let keyPath: String
  private let interval: Duration
  private let state: Mutex<State>

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - certificatePath: The file with the certificate and its chain, in PEM.
  ///   - keyPath: The file with the private key, in PEM, without a passphrase.
  /// - Throws: `CertificateError` if a file cannot be used, or they do not fit together.
  public convenience init(
    certificatePath: String, keyPath: String
  ) throws(CertificateError) {
    try self.init(certificatePath: certificatePath, keyPath: keyPath, interval: .seconds(1))
  }

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - certificatePath: The file with the certificate and its chain.
  ///   - keyPath: The file with the private key.
  ///   - interval: The shortest time between two looks at the files.
  /// - Throws: `CertificateError` as above.
  init(
    certificatePath: String, keyPath: String, interval: Duration
  ) throws(CertificateError) {
    (self.certificatePath, self.keyPath, self.interval) = (certificatePath, keyPath, interval)
    let stamps = [Stamp(certificatePath), Stamp(keyPath)]
    state = Mutex(
      State(
        context: try Self.context(certificatePath, keyPath), stamps: stamps,
        lastLook: ContinuousClock().now))
  }

  /// Returns the present context of new connections.
  func context(_ logger: Logger) -> NIOSSLContext {
    state.withLock { state in
      let now = ContinuousClock().now
      guard now - state.lastLook >= interval else { return state.context }
      state.lastLook = now
      let stamps = [Stamp(certificatePath), Stamp(keyPath)]
      guard stamps != state.stamps else { return state.context }
      do throws(CertificateError) {
        state.context = try Self.context(certificatePath, keyPath)
        state.stamps = stamps
        logger.notice("the certificate was read again")
      } catch {
        if stamps != state.failedStamps {
          logger.error("the old certificate stays in use: \(error)")
        }
        state.failedStamps = stamps
      }
      return state.context
    }
  }

  private static func context(
    _ certificatePath: String, _ keyPath: String
  ) throws(CertificateError) -> NIOSSLContext {
    for path in [certificatePath, keyPath] where access(path, R_OK) != 0 {
      throw CertificateError(
        description: "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey
    do {
      chain = try NIOSSLCertificate.fromPEMFile(certificatePath)
    } catch {
      throw CertificateError(description: "\(certificatePath) has no certificate in PEM: \(error)")
    }
    do {
      key = try NIOSSLPrivateKey(file: keyPath, format: .pem)
    } catch {
      throw CertificateError(
        description: "\(keyPath) has no private key in PEM without passphrase: \(error)")
    }
    guard !chain.isEmpty else {
      throw CertificateError(description: "\(certificatePath) has no certificate in PEM")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["h2", "http/1.1"]
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw CertificateError(
        description: "the key in \(keyPath) is not that of \(certificatePath): \(error)")
    }
  }
}
