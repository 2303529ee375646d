import { type Reason } from "@public-records/core"
import { type Fault } from "@public-records/server"
import { Effect, Exit, Option } from "effect"
import { type Driver } from "@public-records/testing/Driver"
import { sampleComplaints, sampleNotices } from "@public-records/testing/Samples"
import { type Outcome, type Question, type Scenario, type Setting } from "@public-records/testing/Scenario"
import { scenarios } from "@public-records/testing/scenarios"
import { SeededChoices } from "./SeededChoices.ts"

type Name = Reason["_tag"]

/** A fault, and the errors that it may cause. If there are none, it must not be noticed. */
interface Drawn {
  readonly fault: Fault
  readonly mayEnd: ReadonlyArray<Name>
  /** Whether the client may have to wait for more than a second. */
  readonly isSlow?: boolean
}

const status = (code: number, ...mayEnd: ReadonlyArray<Name>): Drawn => ({
  fault: { do: "status", status: code },
  mayEnd
})

const statuses = [
  status(408),
  status(429),
  status(500),
  status(503),
  status(200, "UnexpectedAnswer"),
  status(400, "BadRequest"),
  status(403, "KeyRejected"),
  status(404, "BadRequest", "NotFound"),
  status(422, "BadRequest"),
  {
    fault: { do: "status", status: 302, headers: { Location: "https://elsewhere.invalid/" } },
    mayEnd: ["RedirectRefused"]
  },
  { fault: { do: "status", status: 429, retryAfter: 3600 }, mayEnd: ["RateLimited"] },
  { fault: { do: "status", status: 503, retryAfter: "soon" }, mayEnd: [] },
  { fault: { do: "status", status: 429, retryAfter: 90 }, mayEnd: [], isSlow: true }
] as const satisfies ReadonlyArray<Drawn>

const kinds: ReadonlyArray<(choices: SeededChoices) => Drawn> = [
  (choices) => choices.pick(statuses),
  (choices) => ({ fault: { do: "delay", ms: choices.pick([1, 20, 100]) }, mayEnd: [] }),
  () => ({ fault: { do: "delay", ms: 31_000 }, mayEnd: [], isSlow: true }),
  () => ({ fault: { do: "stall" }, mayEnd: [], isSlow: true }),
  (choices) => ({ fault: { do: "html", status: choices.pick([200, 500, 503]) }, mayEnd: [] }),
  ...(["truncate", "reset", "malformed", "overlap", "duplicate", "mutate"] as const).map((kind) => (): Drawn => ({
    fault: { do: kind },
    mayEnd: []
  }))
]

/** The number of seeds that have every scenario with every kind of fault once. Later seeds draw other requests and details. */
export const faultySeeds = scenarios.length * kinds.length

/** A scenario with one more fault. */
export interface FaultyScenario {
  readonly seed: number
  readonly scenario: Scenario
  readonly fault: Fault
  readonly mayEnd: ReadonlyArray<Name>
}

const paths = {
  ListComplaints: "/v0/dnc-complaints",
  ListNotices: "/v0/hsr-early-termination-notices",
  GetComplaint: "/v0/dnc-complaints/*",
  GetNotice: "/v0/hsr-early-termination-notices/*"
} as const

const pathOf = ({ _tag }: Question): string => paths[_tag]

/** Returns the errors that one more fault may cause together with the scenario's own faults and limits. */
const ownEnds = ({ burstLimits, faults }: Setting): ReadonlyArray<Name> => [
  ...(faults.length > 0 ? (["Unavailable", "UnexpectedAnswer", "BadRequest", "RateLimited"] as const) : []),
  ...(burstLimits.length > 0 ? (["RateLimited"] as const) : [])
]

/** Returns the scenario of a seed with its fault. */
export const faultyScenarioOf = (seed: number): FaultyScenario => {
  const choices = new SeededChoices(seed)
  const plain = scenarios[(seed - 1) % scenarios.length]
  const draw = kinds[Math.floor((seed - 1) / scenarios.length) % kinds.length]
  if (plain === undefined || draw === undefined) throw new Error(`There is no scenario for the seed ${seed}.`)
  const drawn: Drawn = draw(choices)
  // Four attempts may fail and the fifth succeeds; other faults of the scenario may take their part of them.
  const requests = choices.pick([[1], [2], [1, 2], [3], [1, 3], [2, 3]])
  const fault = { on: { path: pathOf(plain.question), requests }, ...drawn.fault }
  return {
    seed,
    fault,
    mayEnd: [...drawn.mayEnd, ...ownEnds(plain.setting)],
    scenario: {
      ...plain,
      isSlow: plain.isSlow === true || drawn.isSlow === true,
      // Requests that fail are sent again.
      ...(plain.leaves === undefined ? {} : { leaves: { ...plain.leaves, mostRequests: Infinity } }),
      ...(plain.stops === undefined ? {} : { stops: { ...plain.stops, mostRequests: Infinity } }),
      setting: { ...plain.setting, faults: [...plain.setting.faults, fault] }
    }
  }
}

const known = new Set([
  ...sampleComplaints.map(({ companyPhoneNumber }) => companyPhoneNumber),
  ...sampleNotices.map(({ transactionNumber }) => transactionNumber)
])
const isKnown = (mark: string): boolean => known.has(mark)

/** Whether the records are right: all of them in order for a walk, and for an altered page some of the service's. */
const isTrue = (
  { fault, scenario: { leaves, outcome, question, setting } }: FaultyScenario,
  marks: ReadonlyArray<string>
): boolean => {
  if (outcome._tag === "Refused") return marks.every(isKnown)
  const isBent = ["overlap", "duplicate", "mutate"].includes(fault.do)
  // What arrives meanwhile may come or not.
  const came = setting.faults.some((one) => one.do === "mutate") ? marks.filter(isKnown) : marks
  if (isBent && "all" in question && !question.all) return came.every(isKnown)
  // A record that one answer of the scenario spoils may come whole in another one.
  if (setting.faults.length > 1) return came.every(isKnown) && (isBent || new Set(came).size === came.length)
  // Who leaves after so many leaves sooner where some of them arrived meanwhile.
  const expected = leaves === undefined ? outcome.marks : outcome.marks.slice(0, came.length)
  return came.join() === expected.join()
}

const problemOf = (faulty: FaultyScenario, came: Outcome): string | undefined => {
  const { mayEnd, scenario } = faulty
  if (came._tag === "Records")
    return isTrue(faulty, came.marks) ? undefined : `other records came: ${came.marks.join()}`
  const { outcome } = scenario
  const isExpected = outcome._tag === "Refused" && outcome.reason === came.reason
  return isExpected || mayEnd.includes(came.reason) ? undefined : `it ended with ${came.reason}`
}

/** Returns what a driver gets wrong in a scenario, or `undefined`. */
const faultyProblem = async (driver: Driver, faulty: FaultyScenario): Promise<string | undefined> => {
  const exit = await Effect.runPromiseExit(driver.ask(faulty.scenario))
  const problem = Exit.isSuccess(exit)
    ? problemOf(faulty, exit.value)
    : `it failed without a typed error: ${String(exit.cause)}`
  return problem && toldFaulty(driver, faulty, problem)
}

/** Runs the scenarios of seeds in drivers, one by one. Returns how many ran and how many went wrong. */
export const playFaulty = async (
  drivers: ReadonlyArray<Driver>,
  seeds: ReadonlyArray<number>,
  onPlayed: (played: number, problems: ReadonlyArray<string>) => void
): Promise<{ readonly asked: number; readonly wrong: number }> => {
  let asked = 0
  let wrong = 0
  for (const [n, seed] of seeds.entries()) {
    const faulty = faultyScenarioOf(seed)
    const problems: Array<string> = []
    for (const driver of drivers) {
      if (Option.isSome(driver.cannot(faulty.scenario))) continue
      asked += 1
      const problem = await faultyProblem(driver, faulty)
      if (problem !== undefined) problems.push(problem)
    }
    wrong += problems.length
    onPlayed(n + 1, problems)
  }
  return { asked, wrong }
}

const toldFaulty = ({ name }: Driver, { fault, scenario, seed }: FaultyScenario, problem: string): string =>
  [
    `Seed ${seed}, ${name}, "${scenario.name}": ${problem}`,
    `  the fault: ${JSON.stringify(fault)}`,
    `  again: pnpm soak --only scenarios --seed ${seed} --count 1`
  ].join("\n")
