import type { Delivery, RouteResponse } from "../requests/Response.ts"
import type { FaultKind } from "./FaultKind.ts"
import { type Fault, type FaultSchedule, maxDelayMillis, type NextFault } from "./FaultSchedule.ts"
import { duplicatingFirst, identityTransform, overlapping, type PageTransform } from "./PageTransform.ts"
import { htmlResponse, malformedResponse, statusResponse } from "./faultResponses.ts"
import { FaultHistory, type FaultHistoryEntry } from "./FaultHistory.ts"
import { SeededRandom } from "../SeededRandom.ts"

/** The faults to inject into one request, combined. */
export interface InjectedFault {
  readonly delayMillis: number
  readonly delivery: Delivery
  readonly transformPage: PageTransform
  /** Whether a new record arrives before the response. */
  readonly mutates: boolean
  /** The response to send instead of the service's own, if any. */
  readonly replacement: RouteResponse | undefined
  /** The injected faults: any delays, then at most one other fault. */
  readonly applied: ReadonlyArray<FaultKind>
}

/** The effect of a fault other than a delay. */
type FaultEffect = Omit<InjectedFault, "delayMillis" | "applied">

const noEffect: FaultEffect = {
  delivery: "whole",
  transformPage: identityTransform,
  mutates: false,
  replacement: undefined
}

const isUnder = (path: string, pattern: string): boolean =>
  pattern.endsWith("/*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern

// Only requests to the two collections pass the gates.
const matchesPath = ({ on }: NextFault, path: string): boolean => on?.path === undefined || isUnder(path, on.path)

const effectOf = (fault: NextFault): FaultEffect => {
  switch (fault.do) {
    case "status":
      return { ...noEffect, replacement: statusResponse(fault) }
    case "html":
      return { ...noEffect, replacement: htmlResponse(fault) }
    case "malformed":
      return { ...noEffect, replacement: malformedResponse(fault) }
    case "stall":
      return { ...noEffect, delivery: "stalled" }
    case "truncate":
      return { ...noEffect, delivery: "truncated" }
    case "reset":
      return { ...noEffect, delivery: "reset" }
    case "overlap":
      return { ...noEffect, transformPage: overlapping }
    case "duplicate":
      return { ...noEffect, transformPage: duplicatingFirst }
    case "mutate":
      return { ...noEffect, mutates: true }
    case "delay":
      return noEffect
  }
}

const combine = (faults: ReadonlyArray<NextFault>): InjectedFault => {
  const delays = faults.filter((fault) => fault.do === "delay")
  const sum = delays.reduce((millis, { ms = 0 }) => millis + ms, 0)
  const other = faults.find((fault) => fault.do !== "delay")
  return {
    ...(other === undefined ? noEffect : effectOf(other)),
    delayMillis: Math.min(sum, maxDelayMillis),
    applied: [...delays, ...(other === undefined ? [] : [other])].map((fault) => fault.do)
  }
}

/** A fault of the schedule and its state. */
interface ScheduledFault {
  readonly fault: Fault
  readonly requests: ReadonlySet<number> | undefined
  readonly random: SeededRandom
  /** Number of requests so far that matched its path. */
  seen: number
}

const scheduleOf = ({ faults, seed = 1 }: FaultSchedule): ReadonlyArray<ScheduledFault> =>
  faults.map((fault, index) => ({
    fault,
    requests: fault.on?.requests && new Set(fault.on.requests),
    random: new SeededRandom(seed + index),
    seen: 0
  }))

const fires = (entry: ScheduledFault, path: string): boolean => {
  const { fault, random, requests } = entry
  if (!matchesPath(fault, path)) return false
  entry.seen += 1
  // Draws for every request of the path, so that the draws do not depend on the other conditions.
  const draw = random.fraction()
  if (requests !== undefined && !requests.has(entry.seen)) return false
  if (fault.on?.every !== undefined && entry.seen % fault.on.every !== 0) return false
  return fault.on?.probability === undefined || draw < fault.on.probability
}

/** Decides which faults to inject into each request that passed the gates, and records them. */
export class FaultInjector {
  #schedule: ReadonlyArray<ScheduledFault>
  #next: Array<NextFault> = []
  readonly #history = new FaultHistory()

  constructor(schedule: FaultSchedule) {
    this.#schedule = scheduleOf(schedule)
  }

  /** Returns the faults for the next request. Faults added for a single request come before the schedule. */
  next(path: string): InjectedFault {
    const injected = combine(this.#firing(path))
    this.#history.add(path, injected)
    return injected
  }

  #firing(path: string): ReadonlyArray<NextFault> {
    const index = this.#next.findIndex((fault) => matchesPath(fault, path))
    const once = index === -1 ? [] : this.#next.splice(index, 1)
    return [...once, ...this.#schedule.filter((entry) => fires(entry, path)).map(({ fault }) => fault)]
  }

  /** Starts a schedule from its beginning. Clears single faults and the history. */
  set(schedule: FaultSchedule): void {
    this.#schedule = scheduleOf(schedule)
    this.#next = []
    this.#history.clear()
  }

  /** Adds a fault for the next request. */
  add(fault: NextFault): void {
    this.#next.push(fault)
  }

  history(): ReadonlyArray<FaultHistoryEntry> {
    return this.#history.all()
  }
}
