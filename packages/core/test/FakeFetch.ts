import { complaintRecord } from "./FakeService.ts"

/** A request that reached the fake fetch. */
interface Sent {
  readonly url: URL
  readonly headers: Headers
  readonly signal: AbortSignal | null | undefined
}

/** Returns the response to the n-th request, counted from 0. */
type Reply = (url: URL, n: number, sent: Sent) => Response | Promise<Response>

/** Creates a fetch from a function. It records the requests. */
export const fakeFetch = (reply: Reply) => {
  const sent: Array<Sent> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = { url: new URL(String(input)), headers: new Headers(init?.headers), signal: init?.signal }
    const n = sent.push(request) - 1
    return reply(request.url, n, request)
  }
  return { sent, fetch }
}

/** Never responds. Rejects when its signal is aborted. */
export const neverRespond: Reply = (_url, _n, { signal }) =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))

/** Returns the pages of a list of complaints. */
export const listOf =
  (total: number): Reply =>
  ({ searchParams }) => {
    const offset = Number(searchParams.get("offset"))
    const size = Math.max(0, Math.min(Number(searchParams.get("items_per_page")), total - offset))
    const data = Array.from({ length: size }, (_, n) => complaintRecord(`id${offset + n}`))
    return Response.json({ data, meta: { "records-total": total } })
  }

/** Waits until a condition is true. */
export const waitUntil = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => void setTimeout(resolve, 0))
}

/** Returns the error of a rejected promise. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error("It should have been rejected.")
    },
    (error: unknown) => error
  )
