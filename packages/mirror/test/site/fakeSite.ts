import { Clock, Effect, Fiber, Option } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { openSite, type SiteOptions } from "../../src/site/Site.ts"

/** A request as it was sent, and the seconds since the first one. */
interface SentRequest {
  readonly at: number
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The setting of `fetch` for redirects. */
  readonly redirect: unknown
}

/** A response that begins after some seconds. The status -1 is a failed connection. */
export interface FakeAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly seconds?: number
}

const noInit: globalThis.RequestInit = {}

/** Turns of the event loop in which the body of a response is read. */
const turns = 5

/** Lets virtual time pass second by second while something runs. */
const passing = Effect.fnUntraced(function* <A, E>(work: Effect.Effect<A, E>) {
  const fiber = yield* Effect.forkChild(work)
  while (fiber.pollUnsafe() === undefined) {
    for (let turn = 0; turn < turns; turn++) {
      yield* Effect.promise(() => new Promise((resolve) => void setImmediate(resolve)))
    }
    if (fiber.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
  }
  return yield* Fiber.join(fiber)
})

/** Opens a site that gives some answers, one after the other, and the last one for ever. `get` asks for a path, whatever comes of it. */
export const openFake = Effect.fnUntraced(function* (answers: ReadonlyArray<FakeAnswer>, options: SiteOptions = {}) {
  const sent: Array<SentRequest> = []
  let startedAt: number | undefined
  const client = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      startedAt ??= now
      const { redirect } = Option.getOrElse(yield* Effect.serviceOption(FetchHttpClient.RequestInit), () => noInit)
      sent.push({ at: (now - startedAt) / 1000, url: url.href, headers: { ...request.headers }, redirect })
      const { body = "", headers = {}, seconds = 0, status = 200 } = answers[sent.length - 1] ?? answers.at(-1) ?? {}
      yield* Effect.sleep(`${seconds} seconds`)
      if (status === -1) {
        const reason = new HttpClientError.TransportError({ request, cause: new Error("fetch failed") })
        return yield* new HttpClientError.HttpClientError({ reason })
      }
      const content = status === 304 ? null : body
      return HttpClientResponse.fromWeb(request, new Response(content, { status, headers }))
    })
  )
  const site = yield* openSite(client, options)
  const get = (path: string, known?: Parameters<typeof site.get>[1]) => passing(Effect.result(site.get(path, known)))
  const page = (path: string) => passing(Effect.result(site.page(path)))
  return { site, get, page, sent, times: () => sent.map(({ at }) => at) }
})
