// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing

extension Gallery {
  /// Makes a call of the source, whose answer the gallery awaits.
  func make(_ request: PageSourceRequest) {
    guard case .changes(let version) = request.call else {
      Task { [weak self, source] in
        let answer = await source.answer(to: request.call)
        await self?.take(answer, to: request.number)
      }
      return
    }
    listener?.task.cancel()
    listener = (request.number, listen(to: source, after: version, for: request.number))
  }

  func stopListening(_ number: Int) {
    if listener?.number == number { listener?.task.cancel() }
  }

  /// Listens to changes of the source, until the gallery does not need them or the source fails.
  private func listen<Source: PageSource>(
    to source: Source, after version: Int, for number: Int
  ) -> Task<Void, Never> {
    Task { [weak self] in
      do {
        for try await change in source.changes(after: version) {
          // A stream may deliver changes after its cancellation.
          guard let self, !Task.isCancelled else { return }
          await self.take(.success(.change(change)), to: number)
        }
        await self?.take(.success(.end), to: number)
      } catch {
        guard !Task.isCancelled else { return }
        await self?.take(.failure(PageSourceError(error)), to: number)
      }
    }
  }

  /// Takes an answer of the source.
  private func take(_ answer: Result<PageSourceResponse, PageSourceError>, to number: Int) {
    let response: PageSourceResponse
    switch answer {
    case .success(let success): response = success
    case .failure(let error):
      currentError = error
      response = .failure(PageSourceFailure(error))
    }
    perform { state, now in _ = state.respond(to: number, with: response, at: now) }
  }

  /// Takes a change of the source that no request has delivered.
  func receive(_ change: PageSourceChange) {
    perform { state, now in state.receive(change, at: now) }
  }

  /// Whether a call of the source is in progress.
  var isWaitingForSource: Bool { shared.isAsking || shared.isRefreshing }
}

extension PageSource {
  /// Returns the answer to a request other than that for changes.
  fileprivate func answer(
    to call: PageSourceRequest.Call
  ) async -> Result<PageSourceResponse, PageSourceError> {
    do throws(PageSourceError) {
      switch call {
      case .apply(let changeset, let version):
        return .success(.receipt(try await apply(changeset, to: version)))
      case .rotate(let page, let turns, let version):
        return .success(.receipt(try await rotate(page, by: turns, to: version)))
      case .pages: return .success(.pages(try await pages()))
      case .version: return .success(.version(try await version()))
      case .changes: return .success(.end)
      }
    } catch {
      return .failure(error)
    }
  }
}
