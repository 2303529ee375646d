import { SeededRandom } from "../../src/SeededRandom.ts"
import { oddQuery } from "./oddQuery.ts"
import { mixedCase, oddText } from "./oddText.ts"

/** A request generated from a seed. The same seed generates the same request. */
export interface OddRequest {
  readonly seed: number
  readonly method: string
  /** Path and query, exactly as sent. */
  readonly url: string
  readonly headers: ReadonlyArray<readonly [string, string]>
}

/** The API key of the server. It must not appear in any response. */
export const canaryKey = "CANARY-7f3e9b1d5c"

const complaints = "/v0/dnc-complaints"
const notices = "/v0/hsr-early-termination-notices"

const pathOf = (random: SeededRandom): string => {
  const collection = random.pick([complaints, notices])
  switch (random.between(0, 19)) {
    case 0:
      return `${collection}/${encodeURI(oddText(random).toWellFormed())}`
    case 1:
      return `${collection}/${oddText(random)}`
    case 2:
      return random.pick([
        "/",
        "//",
        "/v0",
        "/v0/",
        `${collection}/`,
        `/${collection}`,
        "/v0/../v0/dnc-complaints",
        "/%76%30/dnc-complaints"
      ])
    case 3:
      return mixedCase(random, collection)
    case 4:
      return `/${oddText(random)}`
    case 5:
      return "/health"
    default:
      return collection
  }
}

const methodOf = (random: SeededRandom): string =>
  random.between(0, 9) < 8
    ? "GET"
    : random.pick(["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"])

type Header = readonly [string, string]

const oddHeaders: readonly [Header, ...ReadonlyArray<Header>] = [
  ["Accept-Encoding", "gzip"],
  ["Accept-Encoding", "gzip;q=0, *;q=1"],
  ["Accept-Encoding", "identity;q=0, gzip;q=0.001"],
  ["Accept-Encoding", ",;=,,gzip;;q=;"],
  ["If-None-Match", "*"],
  ["If-None-Match", 'W/"a", "b", c'],
  ["If-Modified-Since", "yesterday"],
  ["Range", "bytes=0-10,-5,99999-"],
  ["Accept", "text/xml"],
  ["X-Forwarded-Proto", "http"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["Origin", "null"],
  ["Cookie", "a=b; __proto__=c"],
  ["Host", ""],
  ["Referer", "x".repeat(3_000)],
  ["__proto__", "polluted"],
  ["constructor", "polluted"],
  ["X-Odd", "\u00E9\u00FF"]
]

const keyHeaders = (random: SeededRandom, place: number): ReadonlyArray<Header> => {
  if (place < 8) return [["X-Api-Key", canaryKey]]
  return place === 8
    ? [["X-Api-Key", random.pick(["", "wrong", canaryKey.toLowerCase(), `${canaryKey}, ${canaryKey}`])]]
    : []
}

/** Generates the request of a seed. */
export const oddRequest = (seed: number): OddRequest => {
  const random = new SeededRandom(seed)
  const place = random.between(0, 9)
  const query = oddQuery(random)
  const keyed = place === 9 ? `${query}&${random.pick(["api_key", "%61pi_key"])}=${canaryKey}` : query
  const path = pathOf(random)
  return {
    seed,
    method: methodOf(random),
    url: keyed === "" ? path : `${path}?${keyed}`,
    headers: [
      ...keyHeaders(random, place),
      ...Array.from({ length: random.between(0, 4) === 0 ? 2 : 0 }, () => random.pick(oddHeaders))
    ]
  }
}
