import type { PublicRecordsError, QuotaState } from "@public-records/core"
import type { LoadedRecords } from "@public-records/mirror"
import { counted, grouped } from "@public-records/text/counts"
import { safeText } from "@public-records/text/safeText"
import { Effect, Option, Result } from "effect"
import { isGapless, isRowCountKnown, remainingRequests, rowCountOf, type RowStore } from "../collection/RowStore.ts"
import { clockOf } from "../drawing/clock.ts"
import type { Service } from "../Source.ts"
import { type FailureTexts, invalidFilter, type ScreenSource } from "./ScreenSource.ts"

const rowsPerRequest = 50
const requests = (count: number): string => counted(count, "request", "requests")
const tryAgain = "r retry"

const failures: Record<PublicRecordsError["reason"]["_tag"], Pick<FailureTexts, "title" | "short" | "keys">> = {
  InvalidQuery: invalidFilter,
  InvalidOptions: { title: "INVALID SETTING", short: "A setting is wrong.", keys: "q quit · then fix the setting" },
  KeyMissing: { title: "NO KEY", short: "Set PUBLIC_RECORDS_API_KEY.", keys: "K enter a key · q quit" },
  KeyRejected: {
    title: "403 API KEY REJECTED",
    short: "Check PUBLIC_RECORDS_API_KEY.",
    keys: "K another key · q quit"
  },
  RateLimited: { title: "429 RATE LIMIT", short: "The key's rate limit is reached.", keys: tryAgain },
  Unavailable: { title: "SERVICE UNAVAILABLE", short: "Check your network connection.", keys: tryAgain },
  CircuitOpen: { title: "REQUESTS PAUSED", short: "The service failed repeatedly.", keys: tryAgain },
  DeadlineExceeded: { title: "TIMED OUT", short: "The request took too long.", keys: tryAgain },
  UnexpectedAnswer: { title: "UNEXPECTED RESPONSE", short: "Check the base URL.", keys: tryAgain },
  BadRequest: { title: "REQUEST REJECTED", short: "Retrying will not help.", keys: "f edit the filter" },
  RedirectRefused: { title: "REDIRECT BLOCKED", short: "Check the base URL.", keys: "q quit · then fix the base URL" },
  WalkStalled: { title: "NO NEW RECORDS", short: "Try again later.", keys: tryAgain },
  NotFound: { title: "NOT FOUND", short: "There is no such record.", keys: "Esc close" }
}

const signup = "https://api.data.gov/signup/"

/** Returns the message of a failure. The executable reads the key from the environment. */
const failureMessage = (reason: PublicRecordsError["reason"]): string => {
  const [what] = reason.sentences
  if (reason._tag === "KeyRejected") return `${what} Check PUBLIC_RECORDS_API_KEY, or get a key at ${signup}.`
  return reason._tag === "KeyMissing" ? `${what} Get one at ${signup} and set PUBLIC_RECORDS_API_KEY.` : reason.message
}

const unreached: ReadonlySet<string> = new Set(["Unavailable", "CircuitOpen", "DeadlineExceeded"])

/** Returns the remaining requests if the service reports them, otherwise the requests sent. */
const quotaText = ({ limit, nextRequestAt, remaining, requestsThisHour }: QuotaState): string => {
  if (Option.isNone(limit) || Option.isNone(remaining)) return `${requests(requestsThisHour)} this hour · limit unknown`
  const next = Option.match(nextRequestAt, { onNone: () => "", onSome: (at) => `, next at ${clockOf(at)}` })
  return `${grouped(remaining.value)} of ${grouped(limit.value)} requests left${next}`
}

/** Returns lines about the rate limit. */
const quotaTexts = ({ limit, nextRequestAt, remaining, requestsThisHour }: QuotaState): ReadonlyArray<string> => {
  const count = Option.match({ onNone: () => "unknown", onSome: grouped })
  const next = Option.match(nextRequestAt, {
    onNone: () => "request available now",
    onSome: (at) => `request at ${clockOf(at)}`
  })
  return [
    `used        ${requests(requestsThisHour)} in the last hour`,
    `remaining   ${count(remaining)}`,
    `limit       ${count(limit)}`,
    `next        ${next}`
  ]
}

/** Describes the loaded rows: `the first 50 of 434`. */
const loadedText = (store: RowStore<unknown>, records: number): string => {
  const loaded = isGapless(store) ? `the first ${grouped(records)}` : `${grouped(records)} loaded`
  const rows = records === 0 ? "no rows" : loaded
  const invalid = store.loaded === records ? "" : ` (${grouped(store.loaded - records)} invalid)`
  if (!isRowCountKnown(store)) return `${rows}, total unknown${invalid}`
  const all = rowCountOf(store)
  return `${store.loaded >= all ? `all ${grouped(records)}` : `${rows} of ${grouped(all)}`}${invalid}`
}

/** Returns the hours to wait for a number of requests. Returns 0 if they fit in the remaining limit or if it is unknown. */
export const hoursBeyondLimit = ({ limit, remaining }: QuotaState, requests: number): number =>
  Option.isNone(limit) || Option.isNone(remaining)
    ? 0
    : Math.max(0, Math.ceil((requests - remaining.value) / limit.value))

/** Returns the remaining limit, and the hours that some requests take if they are beyond it. */
const limitText = (quota: QuotaState, count: number): string => {
  if (Option.isNone(quota.remaining)) return ""
  const hours = hoursBeyondLimit(quota, count)
  const time = hours === 0 ? "" : `: this takes about ${grouped(hours)} h`
  return ` ${counted(quota.remaining.value, "request is", "requests are")} left${time}.`
}

/** The costs in requests. */
const costs: Pick<ScreenSource, "exportCost" | "loadAllTexts" | "restText"> = {
  restText: (store) =>
    Option.match(remainingRequests(store), {
      onNone: () => "one request per 50 rows, total unknown",
      onSome: ({ isAll, requests: count }) =>
        `${counted(count, "more request", "more requests")}${isAll ? "" : ", 50,000 rows at most"}`
    }),
  loadAllTexts: ({ isRowCountKnown: isKnown, loaded, rowCount }, rest, quota) => {
    const count = isKnown ? Math.ceil((rowCount - loaded) / rowsPerRequest) : 0
    return [
      `${grouped(loaded)} rows are loaded. Loading the rest takes ${rest}.${limitText(quota, count)}`,
      "Press Esc to stop; loaded rows stay."
    ]
  },
  // After a full last page, one more request confirms the end of the list.
  exportCost: ({ isRowCountKnown: isKnown, rowCount }, _, quota) => {
    if (!isKnown) return "total and cost unknown"
    const count = Math.floor(rowCount / rowsPerRequest) + 1
    const hours = hoursBeyondLimit(quota, count)
    return hours === 0 ? requests(count) : `${requests(count)}, more than remaining: about ${hours} h`
  }
}

/** Inserts loaded records into tables in memory. The engine is loaded on demand. */
const mirrorOf = (records: () => LoadedRecords) =>
  Effect.flatMap(
    Effect.promise(() => import("@public-records/mirror")),
    ({ mirrorOfRecords }) => mirrorOfRecords(records())
  )

/** Returns the members of the service on the screen. */
export const serviceOnScreen = ({ baseUrl, keyAdvice, keySource, records }: Service): ScreenSource => {
  const host = safeText(baseUrl.replace(/^[a-z]+:\/\//, ""))
  const key = `key: ${safeText(keySource)} `
  return {
    records,
    rules: "service",
    name: baseUrl,
    questions: Result.fail("Only a mirror can answer this: press M. To try it, start with --demo."),
    chartSubject: ({ everything, loadedRecords, store }) => ({
      identity: store,
      where: everything,
      engine: mirrorOf(loadedRecords),
      scopeOf: ({ records: count }, { caveat }) => ({ base: loadedText(store, count), basis: caveat }),
      isAll: isRowCountKnown(store) && store.loaded >= rowCountOf(store)
    }),
    latestDay: () => Effect.succeed("latest"),
    newestDay: null,
    checkNumber: () => Effect.void,
    pagesPerUpdate: 1,
    labels: (newest) =>
      newest === ""
        ? [host]
        : [`data through ${safeText(newest)}`, `to ${safeText(newest)}`, `to ${safeText(newest.slice(0, 10))}`],
    accountTexts: (quota, failure) => {
      const isUnreached = failure !== undefined && unreached.has(failure.reason._tag)
      const left = ` ${isUnreached ? "○ offline ·" : "●"} ${quotaText(quota)}`
      return [`${host} · ${key}`, key, ""].map((right) => [left, right] as const)
    },
    statusTexts: (quota) => [`key         ${keySource}`, ...quotaTexts(quota)],
    purpose: (request, _, notes) => [`Sends: GET ${request} · 1 request per 50 rows`, ...notes].join(" · "),
    wayOut: [{ field: "", text: "A local mirror can answer this.", isWrong: false }],
    sameNumber: (count, loaded) => `${grouped(count)} of ${grouped(loaded)} loaded rows${count > 1 ? " · # next" : ""}`,
    ...costs,
    failure: ({ reason }) => ({
      ...failures[reason._tag],
      message: failureMessage(reason),
      advice: reason._tag === "RateLimited" ? keyAdvice : ""
    }),
    messageOf: ({ message }) => message,
    noticesRemark: "",
    connectItem: { label: "enter a key", hint: "masked, not saved" },
    beforeConnecting: []
  }
}
