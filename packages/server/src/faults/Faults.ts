import type { Fault, FaultSchedule } from "./FaultSchedule.ts"
import type { Ending, Reply } from "../requests/Answer.ts"
import { doubled, overlapping, type PageBend, straight } from "./PageBend.ts"
import { gatewayErrorBody } from "../gateway/GatewayError.ts"
import { SeededRandom } from "../SeededRandom.ts"

/** What the schedule has in store for one request. */
export interface FaultVerdict {
  /** What struck, for the log; of several, the one that acts. */
  readonly struck: Fault["do"] | undefined
  readonly delayMillis: number
  readonly ending: Ending
  readonly bend: PageBend
  /** A new record arrives before the answer. */
  readonly mutates: boolean
  /** Sent in place of the service's own answer. */
  readonly instead: Reply | undefined
}

/** Nothing goes wrong. */
export const noFault: FaultVerdict = {
  struck: undefined,
  delayMillis: 0,
  ending: "whole",
  bend: straight,
  mutates: false,
  instead: undefined
}

const collections = ["/v0/dnc-complaints", "/v0/hsr-early-termination-notices"]

const isUnder = (path: string, pattern: string): boolean =>
  pattern.endsWith("/*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern

const matchesPath = (fault: Fault, path: string): boolean => {
  const pattern = fault.on?.path
  if (pattern !== undefined) return isUnder(path, pattern)
  return collections.some((collection) => path === collection || isUnder(path, `${collection}/*`))
}

const statusReply = (fault: Fault): Reply => ({
  status: fault.status ?? 500,
  headers: {
    "Content-Type": "application/json",
    ...(fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) }),
    ...fault.headers
  },
  body: fault.body ?? gatewayErrorBody("SCHEDULED_FAULT", "This failure was scheduled.")
})

const htmlReply = (fault: Fault): Reply => ({
  status: fault.status ?? 502,
  headers: { "Content-Type": "text/html; charset=utf-8", ...fault.headers },
  body:
    fault.body ??
    "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n"
})

const malformedReply = (fault: Fault): Reply => ({
  status: 200,
  headers: { "Content-Type": "application/json", ...fault.headers },
  body: fault.body ?? '{"data":[{"type":'
})

const verdictOf = (fault: Fault): FaultVerdict => {
  switch (fault.do) {
    case "status":
      return { ...noFault, instead: statusReply(fault) }
    case "html":
      return { ...noFault, instead: htmlReply(fault) }
    case "malformed":
      return { ...noFault, instead: malformedReply(fault) }
    case "stall":
      return { ...noFault, ending: "stalled" }
    case "truncate":
      return { ...noFault, ending: "truncated" }
    case "reset":
      return { ...noFault, ending: "reset" }
    case "overlap":
      return { ...noFault, bend: overlapping }
    case "duplicate":
      return { ...noFault, bend: doubled }
    case "mutate":
      return { ...noFault, mutates: true }
    case "delay":
      return noFault
  }
}

/** Plays a schedule: asked once for each request that passed the gates, it says what goes wrong. */
export class Faults {
  readonly #faults: ReadonlyArray<{ readonly fault: Fault; readonly random: SeededRandom; seen: number }>

  constructor({ faults, seed = 1 }: FaultSchedule) {
    this.#faults = faults.map((fault, place) => ({ fault, random: new SeededRandom(seed + place), seen: 0 }))
  }

  next(path: string): FaultVerdict {
    const striking = this.#faults.filter((entry) => {
      const { fault, random } = entry
      if (!matchesPath(fault, path)) return false
      entry.seen += 1
      // Drawn for every request that matches, so that the draws do not depend on the other conditions.
      const draw = random.fraction()
      if (fault.on?.requests !== undefined && !fault.on.requests.includes(entry.seen)) return false
      if (fault.on?.every !== undefined && entry.seen % fault.on.every !== 0) return false
      return fault.on?.probability === undefined || draw < fault.on.probability
    })
    if (striking.length === 0) return noFault
    const delays = striking.filter(({ fault }) => fault.do === "delay")
    const delayMillis = delays.reduce((sum, { fault }) => sum + (fault.ms ?? 0), 0)
    const acting = striking.find(({ fault }) => fault.do !== "delay")
    const struck = acting === undefined ? "delay" : acting.fault.do
    return { ...(acting === undefined ? noFault : verdictOf(acting.fault)), struck, delayMillis }
  }
}
