import { type Fault } from "@public-records/server"
import { virtualStart } from "@public-records/testing/virtualTime"
import { type Quirks, type Schedule } from "./Schedule.ts"
import { Choices } from "../../packages/mirror/test/comparison/Choices.ts"

type FaultCondition = NonNullable<Fault["on"]>
type Shape = Pick<Schedule, "collection" | "limit" | "offset">

const paths = { complaints: "/v0/dnc-complaints", notices: "/v0/hsr-early-termination-notices" } as const

const httpDateAfter = (seconds: number): string => new Date(virtualStart + seconds * 1000).toUTCString()

const seconds = [0, 1, 5, 30, 119, 120, 121, 600, 3600] as const
const dates = [-86_400, 20, 90, 7200].map(httpDateAfter)
const unreadable = ["soon", "-5", "1.5", "Mon, 99 Foo 2025 10:00:00 GMT"] as const
const retryAfters = [...seconds, ...dates, ...unreadable] as const

const passing = [408, 429, 429, 500, 502, 503, 503, 504, 520] as const
const lasting = [400, 401, 403, 404, 405, 410, 422, 304, 200] as const

const statusFault = (choices: Choices): Fault => {
  const retryAfter = choices.happens(0.7) ? { retryAfter: choices.oneOf(retryAfters) } : {}
  if (choices.happens(0.8)) return { do: "status", status: choices.oneOf(passing), ...retryAfter }
  if (choices.happens(0.3)) {
    const Location = choices.oneOf(["https://elsewhere.invalid/v0/dnc-complaints", "http://reference-server.invalid/"])
    return { do: "status", status: choices.oneOf([301, 302, 307]), headers: { Location } }
  }
  return { do: "status", status: choices.oneOf(lasting), ...retryAfter }
}

/** Delays. Clients time out on the longest ones. **Units** milliseconds. */
const delays = [1, 300, 5_000, 29_000, 31_000, 200_000] as const

const fault = (choices: Choices, kind: Fault["do"]): Fault => {
  if (kind === "status") return statusFault(choices)
  if (kind === "delay") return { do: "delay", ms: choices.oneOf(delays) }
  if (kind === "html") return choices.happens(0.5) ? { do: "html" } : { do: "html", status: 200 }
  return { do: kind }
}

/** Kinds of faults. Statuses are as frequent as four other kinds together. */
const statuses = ["status", "status", "status", "status"] as const
const others = ["delay", "stall", "truncate", "reset", "malformed", "html", "duplicate", "mutate"] as const

const kindsFor = ({ limit, offset }: Shape): readonly [Fault["do"], ...ReadonlyArray<Fault["do"]>] => [
  ...statuses,
  ...others,
  // A first page at a nonzero offset that begins early cannot be distinguished from a correct one.
  ...(offset === 0 && limit > 0 ? (["overlap", "overlap"] as const) : [])
]

const pathOf = (choices: Choices, collection: Schedule["collection"]) => {
  if (choices.happens(0.4)) return {}
  if (choices.happens(0.8)) return { path: paths[collection] }
  return { path: choices.oneOf([`${paths.complaints}/*`, "/v0/*", paths.notices]) }
}

const condition = (choices: Choices, collection: Schedule["collection"], kind: Fault["do"]): FaultCondition => {
  const path = pathOf(choices, collection)
  const isArrival = kind === "mutate"
  if (choices.happens(0.5)) {
    return { ...path, requests: Array.from({ length: choices.between(1, 4) }, () => choices.between(1, 8)) }
  }
  // If records arrive with almost every request, a walk that starts with the oldest one does not end.
  if (choices.happens(0.4)) return { ...path, every: choices.between(isArrival ? 4 : 1, 7) }
  return { ...path, probability: choices.oneOf(isArrival ? [0.1, 0.3] : [0.05, 0.1, 0.2, 0.3, 0.5, 0.8]) }
}

const faultsOf = (choices: Choices, shape: Shape): ReadonlyArray<Fault> => {
  const kinds = kindsFor(shape)
  return Array.from({ length: choices.oneOf([0, 1, 1, 2, 2, 3, 3, 4, 5]) }, () => {
    const kind = choices.oneOf(kinds)
    return { on: condition(choices, shape.collection, kind), ...fault(choices, kind) }
  })
}

/** Returns quirks of pages and totals. A total that is too small ends a walk at a short page, so only the last page may be short. */
const pagesOf = (choices: Choices): Quirks => {
  if (choices.happens(0.4)) return { claim: choices.oneOf([-1, -30, -60, -100]) }
  return {
    ...(choices.happens(0.4) ? { claim: choices.oneOf(["none", 1, 1000]) } : {}),
    ...(choices.happens(0.4) ? { largestPage: choices.oneOf([10, 20, 25, 49]) } : {}),
    ...(choices.happens(0.4) ? { shortPageEvery: choices.between(2, 4) } : {})
  }
}

const quirksOf = (choices: Choices, offset: number): Quirks => {
  if (choices.happens(0.5)) return {}
  if (choices.happens(0.1)) return { maxOffset: offset + choices.oneOf([0, 20, 50, 100]) }
  return {
    ...pagesOf(choices),
    ...(choices.happens(0.4)
      ? { broken: { every: choices.oneOf([1, 7, 50]), how: choices.oneOf(["date", "id"] as const) } }
      : {})
  }
}

/** Faults that change the records of a page. */
const bendsPages = ({ do: kind }: Fault): boolean => kind === "mutate" || kind === "overlap" || kind === "duplicate"

/**
 * Returns an empty page or vanishing records. Not combined with a total that is too small, which hides an empty page, with an offset,
 * or with limits and faults that change pages: another server, which counts from the start, continues without the vanished records.
 */
const gapsOf = (choices: Choices, { faults, offset, quirks, records, serviceLimit }: Schedule): Quirks => {
  const isTotalTooSmall = typeof quirks.claim === "number" && quirks.claim < 0
  if (choices.happens(0.2) && !isTotalTooSmall) return { emptyAt: choices.between(1, 6) }
  const mayVanish = offset === 0 && serviceLimit === undefined && !faults.faults.some(bendsPages)
  if (!mayVanish || choices.happens(0.4)) return {}
  const from = choices.between(0, Math.max(0, records - 1))
  return { vanish: { at: choices.between(2, 6), from, count: choices.oneOf([1, 3, 20, 60]) } }
}

/** Returns the schedule of a seed. */
export const scheduleOf = (seed: number): Schedule => {
  const choices = new Choices(seed)
  const collection = choices.oneOf(["complaints", "notices"])
  const limit = choices.oneOf([50, 50, 50, 50, 49, 25, 20, 10, 7, 2, 1])
  const many = [0, 1, 49, 50, 51, 99, 100, 101, 120, 150, 230, choices.between(0, 300)] as const
  const records = limit < 10 ? choices.oneOf([0, 1, 2, 3, 13, 51]) : choices.oneOf(many)
  const offset = choices.happens(0.8) ? 0 : choices.between(0, records + 5)
  const schedule: Schedule = {
    seed,
    collection,
    records,
    profile: choices.oneOf(["documented", "live"]),
    filter: choices.happens(0.5) ? "none" : choices.oneOf(["narrow", "narrow", "range", "days", "days", "nothing"]),
    order: choices.oneOf(["DESC", "DESC", "ASC"]),
    sortBy: choices.oneOf(["created", "changed"]),
    limit,
    offset,
    requestsPerHour: choices.oneOf([1000, 1000, 1000, 30, 5, 1]),
    serviceLimit: choices.oneOf([undefined, undefined, 1000, 10, 3]),
    maxRetryAfterSeconds: choices.oneOf([120, 120, 10, 10_800]),
    quirks: quirksOf(choices, offset),
    faults: { seed: choices.between(1, 1_000_000), faults: faultsOf(choices, { collection, limit, offset }) }
  }
  if (schedule.quirks.maxOffset !== undefined) return schedule
  return { ...schedule, quirks: { ...schedule.quirks, ...gapsOf(choices, schedule) } }
}
