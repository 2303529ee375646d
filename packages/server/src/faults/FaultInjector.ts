import { SeededRandom } from "../SeededRandom.ts"
import { FaultHistory, type FaultHistoryEntry } from "./FaultHistory.ts"
import { type FaultEffect, effectOf, type FaultKind, maxDelayMillis } from "./faultKinds.ts"
import type { Fault, FaultSchedule, NextFault } from "./FaultSchedule.ts"

/** The faults to inject into one request, combined. */
export interface InjectedFault extends FaultEffect {
  readonly delayMillis: number
  /** The injected faults: any delays, then at most one other fault. */
  readonly applied: ReadonlyArray<FaultKind>
}

const isUnder = (path: string, pattern: string): boolean =>
  pattern.endsWith("/*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern

/** Whether a fault selects a path. Without a path it selects both collections, not the web site. */
const matchesPath = ({ on }: NextFault, path: string): boolean => isUnder(path, on?.path ?? "/v0/*")

const combine = (faults: ReadonlyArray<NextFault>): InjectedFault => {
  const effects = faults.map((fault) => ({ kind: fault.do, ...effectOf(fault) }))
  const delays = effects.filter(({ delayMillis }) => delayMillis !== undefined)
  const others = effects.filter(({ delayMillis }) => delayMillis === undefined).slice(0, 1)
  const sum = delays.reduce((total, { delayMillis = 0 }) => total + delayMillis, 0)
  return {
    ...others[0],
    delayMillis: Math.min(sum, maxDelayMillis),
    applied: [...delays, ...others].map(({ kind }) => kind)
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
