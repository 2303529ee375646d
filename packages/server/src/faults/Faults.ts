import type { Ending, Reply } from "../requests/Answer.ts"
import { type Fault, type FaultKind, type FaultSchedule, longestDelayMillis, type NextFault } from "./FaultSchedule.ts"
import { doubled, overlapping, type PageBend, straight } from "./PageBend.ts"
import { htmlReply, malformedReply, statusReply } from "./FaultReply.ts"
import { type PlayedRequest, PlayedRequests } from "./PlayedRequests.ts"
import { SeededRandom } from "../SeededRandom.ts"

/** What is in store for one request. */
export interface FaultVerdict {
  readonly delayMillis: number
  readonly ending: Ending
  readonly bend: PageBend
  /** A new record arrives before the answer. */
  readonly mutates: boolean
  /** Sent in place of the service's own answer. */
  readonly instead: Reply | undefined
  /** The faults that strike: the delays, then the one that acts. */
  readonly struck: ReadonlyArray<FaultKind>
}

/** Nothing goes wrong. */
const noFault: FaultVerdict = {
  delayMillis: 0,
  ending: "whole",
  bend: straight,
  mutates: false,
  instead: undefined,
  struck: []
}

const collections = ["/v0/dnc-complaints", "/v0/hsr-early-termination-notices"]

const isUnder = (path: string, pattern: string): boolean =>
  pattern.endsWith("/*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern

const matchesPath = (fault: NextFault, path: string): boolean => {
  const pattern = fault.on?.path
  if (pattern !== undefined) return isUnder(path, pattern)
  return collections.some((collection) => path === collection || isUnder(path, `${collection}/*`))
}

const verdictOf = (fault: NextFault): FaultVerdict => {
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

const together = (striking: ReadonlyArray<NextFault>): FaultVerdict => {
  if (striking.length === 0) return noFault
  const delays = striking.filter((fault) => fault.do === "delay")
  const sum = delays.reduce((millis, { ms = 0 }) => millis + ms, 0)
  const acting = striking.find((fault) => fault.do !== "delay")
  return {
    ...(acting === undefined ? noFault : verdictOf(acting)),
    delayMillis: Math.min(sum, longestDelayMillis),
    struck: [...delays, ...(acting === undefined ? [] : [acting])].map((fault) => fault.do)
  }
}

/** A fault of the schedule, with what it has seen so far. */
interface Scheduled {
  readonly fault: Fault
  readonly requests: ReadonlySet<number> | undefined
  readonly random: SeededRandom
  seen: number
}

const scheduled = ({ faults, seed = 1 }: FaultSchedule): ReadonlyArray<Scheduled> =>
  faults.map((fault, place) => ({
    fault,
    requests: fault.on?.requests && new Set(fault.on.requests),
    random: new SeededRandom(seed + place),
    seen: 0
  }))

const strikes = (entry: Scheduled, path: string): boolean => {
  const { fault, random, requests } = entry
  if (!matchesPath(fault, path)) return false
  entry.seen += 1
  // Drawn for every request that matches, so that the draws do not depend on the other conditions.
  const draw = random.fraction()
  if (requests !== undefined && !requests.has(entry.seen)) return false
  if (fault.on?.every !== undefined && entry.seen % fault.on.every !== 0) return false
  return fault.on?.probability === undefined || draw < fault.on.probability
}

/** Plays a schedule: asked once for each request that passed the gates, it says what goes wrong, and keeps account. */
export class Faults {
  #schedule: ReadonlyArray<Scheduled> = []
  #next: Array<NextFault> = []
  readonly #played: PlayedRequests

  constructor(schedule: FaultSchedule, history: number) {
    this.#schedule = scheduled(schedule)
    this.#played = new PlayedRequests(history)
  }

  /** What strikes the next request; a fault put up for one request comes before the schedule. */
  next(path: string): FaultVerdict {
    const verdict = this.#schedule.length === 0 && this.#next.length === 0 ? noFault : together(this.#striking(path))
    this.#played.add(path, verdict)
    return verdict
  }

  #striking(path: string): ReadonlyArray<NextFault> {
    const place = this.#next.findIndex((fault) => matchesPath(fault, path))
    const once = place === -1 ? [] : this.#next.splice(place, 1)
    return [...once, ...this.#schedule.filter((entry) => strikes(entry, path)).map(({ fault }) => fault)]
  }

  /** Plays this schedule from its beginning, and forgets what was there and what was played. */
  set(schedule: FaultSchedule): void {
    this.#schedule = scheduled(schedule)
    this.#next = []
    this.#played.clear()
  }

  /** Puts up a fault for one request. */
  add(fault: NextFault): void {
    this.#next.push(fault)
  }

  played(): ReadonlyArray<PlayedRequest> {
    return this.#played.all()
  }
}
