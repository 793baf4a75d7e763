// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging

extension Exchange {
  /// Adds what depends on the addresses under which the server is known, and from which it is used.
  func addOrigins(to response: inout Response) {
    server.crossOrigin.addFields(to: &response, of: request.head)
    if let url = server.configuration.publicURL, let path = response.headers[.location],
      path.hasPrefix("/")
    {
      response.headers[.location] = (url.hasSuffix("/") ? String(url.dropLast()) : url) + path
    }
  }

  /// Returns the response to an error; its cause is logged if the server is at fault.
  func response(describing error: any Error) -> Response {
    let problem = Problem(describing: error)
    if let level = problem.code.logLevel {
      logger.log(level: level, "\(request.method) failed: \(error)")
    }
    let root = server.configuration.root
    var response: Response
    if request.wantsHTML, problem.code == .unauthorized {
      let path = request.method == .get ? request.head.path : nil
      let next = SignInPage.localPath(path, root: root)
      response = .html(
        SignInPage(root: root).page(next: next), status: problem.code.status, policy: .never)
    } else if request.wantsHTML {
      let page = ProblemPage.occurrence(of: problem, root: root, requestID: id)
      response = .html(page, status: problem.code.status, policy: .never)
    } else {
      let document = ProblemDocument(problem: problem, root: root, requestID: id)
      let json = try? Response.json(
        document, status: problem.code.status, mediaType: "application/problem+json")
      response = json ?? Response(status: problem.code.status)
    }
    response.headers.append(contentsOf: problem.headers)
    response.headers[.vary] = "Accept"
    return response
  }
}
