import { inspect } from "node:util"
import { type PublicRecordsError, type WalkReport } from "@public-records/core"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Predicate } from "effect"
import { type ResponseKind, classifyResponse, claimOf, identityOf, isTransient } from "./classifyResponse.ts"
import { allIdsOf, brokenIdsOf, matchingIdsOf, vanishingIdsOf } from "./PlainRecords.ts"
import { type Run } from "./Run.ts"
import { type Exchange } from "./Wire.ts"

const hour = 3_600_000
const maxAttempts = 5
const maxPagesWithoutNewRecords = 3
const maxRecordsPerPage = 50

/** Request and response, with the kind of the response. */
interface Step {
  readonly exchange: Exchange
  readonly kind: ResponseKind
}

type Pages = ReadonlyArray<ResponseKind & { readonly _tag: "Page" }>

const stepsOf = ({ exchanges }: Run): ReadonlyArray<Step> =>
  exchanges.map((exchange) => ({ exchange, kind: classifyResponse(exchange) }))

const pagesOf = (steps: ReadonlyArray<Step>): Pages => steps.flatMap(({ kind }) => (kind._tag === "Page" ? [kind] : []))

/** Returns the failed attempts of the last request, without earlier ones that were followed by a success. */
const lastAttempts = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> => {
  const url = steps.at(-1)?.exchange.url.href
  const same = steps.filter(({ exchange }) => exchange.url.href === url)
  return same.slice(same.findLastIndex(({ kind }) => !isTransient(kind)) + 1)
}

/** Whether the last pages contained nothing new. */
const isStalled = ({ ids }: Run, pages: Pages): boolean => {
  const before = new Set(pages.slice(0, -maxPagesWithoutNewRecords).flatMap(({ records }) => records.map(identityOf)))
  const last = pages.slice(-maxPagesWithoutNewRecords).flatMap(({ records }) => records.map(identityOf))
  const returned = new Set(ids)
  return pages.length >= maxPagesWithoutNewRecords && last.every((id) => before.has(id) || !returned.has(id))
}

/** Checks that the records are the expected ones, each once, in order, and complete if the walk succeeded. */
const wrongRecords = (run: Run, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const { schedule, ids } = run
  const matching = matchingIdsOf(schedule)
  const broken = brokenIdsOf(schedule)
  const vanishing = vanishingIdsOf(schedule)
  const wanted = matching.slice(schedule.offset).filter((id) => !broken.has(id) && !vanishing.has(id))
  const placeById = new Map(matching.map((id, place) => [id, place]))
  const held = new Set(allIdsOf(schedule))
  const arrived = new Set(
    pagesOf(steps).flatMap(({ records }) => records.map(identityOf).filter((id) => !held.has(id)))
  )
  const problems: Array<string> = []
  if (new Set(ids).size !== ids.length) problems.push("a record was returned twice")
  const strangers = ids.filter((id) => !placeById.has(id) && !arrived.has(id))
  if (strangers.length > 0) problems.push(`returned records that do not match: ${strangers.join(", ")}`)
  const places = ids.flatMap((id) => placeById.get(id) ?? [])
  const inside = places.filter((place) => place >= schedule.offset)
  if (inside.some((place, n) => place <= (inside[n - 1] ?? -1))) problems.push("records are out of order")
  // New records push records from before the offset behind it.
  if (inside.length < places.length && !hasArrivals(run)) problems.push("returned records from before the offset")
  const returned = new Set(ids)
  const missing = wanted.filter((id) => !returned.has(id))
  if (run.end._tag === "Done" && missing.length > 0) {
    problems.push(`the walk succeeded, but ${missing.length} of ${wanted.length} records are missing`)
  }
  const firstMissing = wanted.findIndex((id) => !returned.has(id))
  const afterGap = firstMissing === -1 ? undefined : wanted.slice(firstMissing).find((id) => returned.has(id))
  if (afterGap !== undefined) problems.push("a record between other returned records is missing")
  return problems
}

const hasArrivals = ({ schedule }: Run): boolean => schedule.faults.faults.some((fault) => fault.do === "mutate")

/** Whether a client has used up its attempts. */
const isExhausted = (steps: ReadonlyArray<Step>): boolean => lastAttempts(steps).length >= maxAttempts

const isAboveCap = (run: Run, { exchange, kind }: Step): boolean =>
  kind._tag === "Later" &&
  kind.retryTime !== undefined &&
  kind.retryTime - exchange.answeredAt > run.schedule.maxRetryAfterSeconds * 1000

/** Whether an error matches the responses. */
const fits = (run: Run, steps: ReadonlyArray<Step>, { reason }: PublicRecordsError): boolean => {
  const last = steps.at(-1)
  if (last === undefined) return false
  const { kind, exchange } = last
  switch (reason._tag) {
    case "BadRequest":
      return kind._tag === "Refusal" && kind.status === reason.status
    case "UnexpectedAnswer":
      // A scheduled 403 has none of the gateway's codes for keys.
      return kind._tag === "Odd" || (kind._tag === "Refusal" && kind.status === 403)
    case "RedirectRefused":
      return kind._tag === "Redirect"
    case "WalkStalled":
      return isStalled(run, pagesOf(steps))
    case "RateLimited": {
      const isLate = kind._tag === "Later" && (kind.retryTime ?? 0) <= (reason.nextTryAt?.getTime() ?? Infinity)
      return isLate && (isAboveCap(run, last) || (kind.status === 429 && isExhausted(steps)))
    }
    case "Unavailable":
      return isTransient(kind) && isExhausted(steps)
    case "CircuitOpen":
      return isExhausted(steps)
    case "DeadlineExceeded":
      return run.endedAt - (lastAttempts(steps)[0] ?? last).exchange.at > 60_000 || run.endedAt - exchange.at > 60_000
    default:
      return false
  }
}

const wrongEnd = (run: Run, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  switch (run.end._tag) {
    case "Hangs":
      return ["the walk never ends"]
    case "Defect":
      return [`the walk died: ${run.end.detail}`]
    case "Failed":
      return fits(run, steps, run.end.error)
        ? []
        : [
            `the error does not match the last response (${steps.at(-1)?.kind._tag ?? "none"}): ${run.end.error.message}`
          ]
    case "Done":
      return steps.at(-1)?.kind._tag === "Page" ? [] : ["the walk succeeded after a response that is not a page"]
  }
}

/** Returns the later requests that a client had to delay because of a response. */
const heldBack = (steps: ReadonlyArray<Step>, n: number): ReadonlyArray<Exchange> => {
  const { kind, exchange } = steps[n] ?? {}
  if (kind?._tag !== "Later" || exchange === undefined) return []
  const later = steps.slice(n + 1).map((step) => step.exchange)
  // A 429 delays every request of the key, other responses only retries.
  const concerned = later.filter(({ url }) => kind.status === 429 || url.href === exchange.url.href)
  return concerned.filter(({ at, url }) => at > exchange.answeredAt || url.href === exchange.url.href)
}

const wrongTimes = (run: Run, steps: ReadonlyArray<Step>): ReadonlyArray<string> =>
  steps.flatMap((step, n) => {
    const { kind } = step
    const [next] = heldBack(steps, n)
    if (kind._tag !== "Later" || next === undefined) return []
    const at = kind.retryTime ?? 0
    const early = next.at < at ? [`a request was sent ${at - next.at} ms before the time in Retry-After`] : []
    const isRetry = next.url.href === step.exchange.url.href
    const late = isRetry && isAboveCap(run, step) ? ["a request was sent although Retry-After exceeds the maximum"] : []
    return [...early, ...late]
  })

/** Whether the client exceeded a limit that the service had reported in its headers. */
const isLimitIgnored = (exchanges: ReadonlyArray<Exchange>): boolean => {
  const reported = exchanges.find(
    ({ received }) => received._tag === "Response" && received.headers.has("x-ratelimit-limit")
  )
  return exchanges.some(
    ({ received, at }) =>
      received._tag === "Response" &&
      received.status === 429 &&
      (received.body ?? "").includes("OVER_RATE_LIMIT") &&
      at > (reported?.answeredAt ?? Infinity)
  )
}

/** Returns the maximum number of requests of a walk without faults: each page starts with one seen record, and the end is confirmed. */
const maxCalmRequests = ({ schedule }: Run, steps: ReadonlyArray<Step>): number => {
  const { limit, offset } = schedule
  const afterFirstPage = Math.max(0, matchingIdsOf(schedule).length - offset - limit)
  const hasTotal = pagesOf(steps).every((page) => claimOf(page) !== undefined)
  return 1 + Math.ceil(afterFirstPage / Math.min(limit, maxRecordsPerPage - 1)) + (hasTotal ? 1 : 2)
}

const wrongRequests = (run: Run, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const { schedule, exchanges, maxRequests } = run
  const problems: Array<string> = []
  if (exchanges.length > maxRequests) problems.push(`more than ${maxRequests} requests: the walk does not end`)
  const { requestsPerHour, serviceLimit } = schedule
  const tooMany = exchanges.find(({ at }, n) => at - (exchanges[n - requestsPerHour]?.at ?? -Infinity) < hour)
  if (tooMany !== undefined) problems.push(`more than ${requestsPerHour} requests within an hour`)
  const isSixth = steps.some((_, n) => lastAttempts(steps.slice(0, n + 1)).length > maxAttempts)
  if (isSixth) problems.push(`a request had more than ${maxAttempts} attempts`)
  if (serviceLimit !== undefined && isLimitIgnored(exchanges)) {
    problems.push("the client exceeded the limit in the service's headers")
  }
  const isCalm = schedule.faults.faults.length === 0 && Object.keys(schedule.quirks).length === 0
  const most = maxCalmRequests(run, steps)
  if (isCalm && exchanges.length > most) problems.push(`${exchanges.length} requests, but ${most} are enough`)
  return problems
}

/** Returns the number of records that the walk may have requested again: overlaps, one per page if the list shifts, and discarded pages. */
const maxRereadRecords = (run: Run, steps: ReadonlyArray<Step>): number => {
  const shifted = hasArrivals(run) || run.schedule.quirks.vanish !== undefined ? 1 : 0
  const seen = new Set<string>()
  let readUpTo = 0
  let again = 0
  for (const { kind, exchange } of steps) {
    if (kind._tag !== "Page") continue
    const { searchParams } = exchange.url
    const offset = Number(searchParams.get("offset") ?? searchParams.get("page[offset]") ?? 0)
    const ids = kind.records.map(identityOf)
    const isDiscarded = seen.size > 0 && !ids.some((id) => seen.has(id))
    again += isDiscarded ? ids.length : Math.min(ids.length, Math.max(0, readUpTo - offset) + shifted)
    readUpTo = Math.max(readUpTo, offset + ids.length)
    for (const id of ids) seen.add(id)
  }
  return again
}

const within = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to)

/** Returns how many invalid records a report may count. Records without an id look alike, so a shifting list can hide or repeat them. */
const brokenOn = ({ schedule }: Run, pages: Pages): { readonly least: number; readonly most: number } => {
  const broken = brokenIdsOf(schedule)
  const hasNoId = (record: unknown): boolean => !Predicate.hasProperty(record, "id")
  const records = pages.flatMap((page) => page.records)
  const withId = new Set(records.map(identityOf).filter((id) => broken.has(id)))
  const vanishing = vanishingIdsOf(schedule)
  // Other records may have arrived before the first one, or vanished before they were read.
  const required = matchingIdsOf(schedule).slice(schedule.offset)
  const minWithId = required.filter((id) => withId.has(id) && !vanishing.has(id)).length
  const withoutId = records.filter(hasNoId)
  const distinct = new Set(withoutId.map(identityOf)).size
  const isSteady = schedule.faults.faults.length === 0 && schedule.quirks.vanish === undefined
  return { least: minWithId + (isSteady ? distinct : 0), most: withId.size + (isSteady ? distinct : withoutId.length) }
}

/** Whether each page has the records at its offset, so that it is known which of them were requested again. */
const isSteady = ({ schedule: { faults, quirks } }: Run): boolean =>
  !faults.faults.some(({ do: kind }) => kind === "overlap" || kind === "duplicate" || kind === "mutate") &&
  quirks.vanish === undefined &&
  quirks.emptyAt === undefined &&
  quirks.maxOffset === undefined &&
  quirks.shortPageEvery === undefined &&
  quirks.broken?.how !== "id"

/**
 * Returns the expected counts of a report. Records that were requested again may count as duplicates, and retries as requests. A
 * failed walk may have discarded its last pages.
 */
const expectedReport = (run: Run, steps: ReadonlyArray<Step>, report: WalkReport) => {
  const pages = pagesOf(steps)
  const isDone = run.end._tag === "Done"
  const received = pages.reduce((sum, { records }) => sum + records.length, 0)
  const all = pages.flatMap(({ records }) => records)
  const named = all.filter((record) => Predicate.hasProperty(record, "id")).map(identityOf)
  const known = received - new Set(all.map(identityOf)).size
  const knownById = named.length - new Set(named).size
  const serverRepeats = knownById - maxRereadRecords(run, steps)
  const broken = brokenOn(run, pages)
  return {
    records: run.ids.length,
    requests: within(report.requests, pages.length, run.exchanges.length),
    duplicates: within(report.duplicates, isDone ? serverRepeats : 0, isDone && isSteady(run) ? serverRepeats : known),
    rejected: within(report.rejected, isDone ? broken.least : 0, broken.most)
  }
}

/** Returns the total that a report must have, and whether it must agree with the number of records. */
const expectedClaim = (run: Run, pages: Pages, { records, rejected }: WalkReport) => {
  const claim = pages.flatMap((page) => claimOf(page) ?? []).at(-1) ?? null
  const isAgreed = claim === null ? null : Math.max(0, claim - run.schedule.offset) === records + rejected
  return { claimedTotal: claim, agrees: run.end._tag === "Done" ? isAgreed : null }
}

const wrongReport = (run: Run, steps: ReadonlyArray<Step>): ReadonlyArray<string> => {
  const [report] = run.reports
  if (report === undefined || run.reports.length > 1) return [`${run.reports.length} reports instead of one`]
  const expected = JSON.stringify({
    ...expectedReport(run, steps, report),
    ...expectedClaim(run, pagesOf(steps), report)
  })
  const { records, requests, duplicates, rejected, claimedTotal, agrees } = report
  const actual = JSON.stringify({ records, requests, duplicates, rejected, claimedTotal, agrees })
  return actual === expected ? [] : [`the report is ${actual}, not ${expected}`]
}

/** Finds places where the key was leaked, and work that outlived the walk. */
const leaks = (run: Run): ReadonlyArray<string> => {
  const problems: Array<string> = []
  if (run.exchanges.some(({ keys }) => keys.header !== canaryKey))
    problems.push("a request lacks the key in its header")
  if (run.exchanges.some(({ keys }) => keys.isInUrl)) problems.push("the key is in a URL")
  const hosts = new Set(run.exchanges.map(({ url }) => url.origin))
  if (hosts.size > 1) problems.push(`the key was sent to ${[...hosts].join(" and ")}`)
  if (run.end._tag === "Failed") {
    const { error } = run.end
    const shown = [error.message, inspect(error, { depth: 8 }), Predicate.isString(error.stack) ? error.stack : ""]
    if (shown.some((text) => findCanary(text).length > 0)) problems.push("the key is in the error")
  }
  if (run.left > 0) problems.push(`${run.left} sleepers or requests outlived the walk`)
  return problems
}

/** Returns a message for each violation in a run. */
export const findViolations = (run: Run): ReadonlyArray<string> => {
  const steps = stepsOf(run)
  return [
    ...wrongEnd(run, steps),
    ...wrongRecords(run, steps),
    ...wrongTimes(run, steps),
    ...wrongRequests(run, steps),
    ...wrongReport(run, steps),
    ...leaks(run)
  ]
}
