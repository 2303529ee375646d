import { type Reason } from "@public-records/core"
import { type Fault } from "@public-records/server"
import { Effect, Exit, Option } from "effect"
import { type Driver } from "@public-records/testing/Driver"
import { sampleComplaints, sampleNotices } from "@public-records/testing/Samples"
import { type Outcome, type ScenarioRequest, type Scenario, type ServiceSetup } from "@public-records/testing/Scenario"
import { scenarios } from "@public-records/testing/scenarios"
import { listPathOf } from "../../packages/testing/src/scenarios/requests.ts"
import { Choices } from "../../packages/mirror/test/comparison/Choices.ts"

type Name = Reason["_tag"]

/** Fault and the errors that it may cause. Without such errors, the outcome must not change. */
interface DrawnFault {
  readonly fault: Fault
  readonly allowedErrors: ReadonlyArray<Name>
  /** Whether the client may have to wait for more than a second. */
  readonly needsVirtualTime?: boolean
}

const status = (code: number, ...allowedErrors: ReadonlyArray<Name>): DrawnFault => ({
  fault: { do: "status", status: code },
  allowedErrors
})

const statuses = [
  status(408),
  status(429),
  status(500),
  status(503),
  status(200, "UnexpectedAnswer"),
  status(400, "BadRequest"),
  status(403, "UnexpectedAnswer"),
  status(404, "BadRequest", "NotFound"),
  status(422, "BadRequest"),
  {
    fault: { do: "status", status: 302, headers: { Location: "https://elsewhere.invalid/" } },
    allowedErrors: ["RedirectRefused"]
  },
  { fault: { do: "status", status: 429, retryAfter: 3600 }, allowedErrors: ["RateLimited"] },
  { fault: { do: "status", status: 503, retryAfter: "soon" }, allowedErrors: [] },
  { fault: { do: "status", status: 429, retryAfter: 90 }, allowedErrors: [], needsVirtualTime: true }
] as const satisfies ReadonlyArray<DrawnFault>

const kinds: ReadonlyArray<(choices: Choices) => DrawnFault> = [
  (choices) => choices.oneOf(statuses),
  (choices) => ({ fault: { do: "delay", ms: choices.oneOf([1, 20, 100]) }, allowedErrors: [] }),
  () => ({ fault: { do: "delay", ms: 31_000 }, allowedErrors: [], needsVirtualTime: true }),
  () => ({ fault: { do: "stall" }, allowedErrors: [], needsVirtualTime: true }),
  (choices) => ({ fault: { do: "html", status: choices.oneOf([200, 500, 503]) }, allowedErrors: [] }),
  ...(["truncate", "reset", "malformed", "overlap", "duplicate", "mutate"] as const).map((kind) => (): DrawnFault => ({
    fault: { do: kind },
    allowedErrors: []
  }))
]

/** The number of seeds that combine every scenario with every kind of fault once. Later seeds vary requests and details. */
export const faultySeeds = scenarios.length * kinds.length

/** Scenario with an additional fault. */
export interface FaultyScenario {
  readonly seed: number
  readonly scenario: Scenario
  readonly fault: Fault
  readonly allowedErrors: ReadonlyArray<Name>
}

const pathOf = (request: ScenarioRequest): string => listPathOf(request) + ("id" in request ? "/*" : "")

/** Returns the errors that an additional fault may cause together with the scenario's own faults and limits. */
const ownEnds = ({ burstLimits, faults }: ServiceSetup): ReadonlyArray<Name> => [
  ...(faults.length > 0 ? (["Unavailable", "UnexpectedAnswer", "BadRequest", "RateLimited"] as const) : []),
  ...(burstLimits.length > 0 ? (["RateLimited"] as const) : [])
]

/** Returns the scenario of a seed, with its fault. */
export const faultyScenarioOf = (seed: number): FaultyScenario => {
  const choices = new Choices(seed)
  const plain = scenarios[(seed - 1) % scenarios.length]
  const draw = kinds[Math.floor((seed - 1) / scenarios.length) % kinds.length]
  if (plain === undefined || draw === undefined) throw new Error(`There is no scenario for the seed ${seed}.`)
  const drawn: DrawnFault = draw(choices)
  // The fifth attempt must succeed. Other faults of the scenario may also use up attempts.
  const requests = choices.oneOf([[1], [2], [1, 2], [3], [1, 3], [2, 3]])
  const fault = { on: { path: pathOf(plain.request), requests }, ...drawn.fault }
  return {
    seed,
    fault,
    allowedErrors: [...drawn.allowedErrors, ...ownEnds(plain.setup)],
    scenario: {
      ...plain,
      needsVirtualTime: plain.needsVirtualTime === true || drawn.needsVirtualTime === true,
      // Failed requests are retried.
      ...(plain.stopsReading === undefined ? {} : { stopsReading: { ...plain.stopsReading, maxRequests: Infinity } }),
      ...(plain.cancels === undefined ? {} : { cancels: { ...plain.cancels, maxRequests: Infinity } }),
      setup: { ...plain.setup, faults: [...plain.setup.faults, fault] }
    }
  }
}

const known = new Set([
  ...sampleComplaints.map(({ companyPhoneNumber }) => companyPhoneNumber),
  ...sampleNotices.map(({ transactionNumber }) => transactionNumber)
])
const isKnown = (identifier: string): boolean => known.has(identifier)

/** Whether the records are correct. A walk must return all of them in order, a changed page only known ones. */
const isTrue = (
  { fault, scenario: { stopsReading, outcome, request, setup } }: FaultyScenario,
  identifiers: ReadonlyArray<string>
): boolean => {
  if (outcome._tag === "Refused") return identifiers.every(isKnown)
  const isBent = ["overlap", "duplicate", "mutate"].includes(fault.do)
  // Records that arrive during the walk may or may not be included.
  const returned = setup.faults.some((one) => one.do === "mutate") ? identifiers.filter(isKnown) : identifiers
  if (isBent && "all" in request && !request.all) return returned.every(isKnown)
  // A record that is invalid in one response of the scenario may be valid in another.
  if (setup.faults.length > 1) return returned.every(isKnown) && (isBent || new Set(returned).size === returned.length)
  // New records replace some of the expected ones if the walk stops early.
  const expected = stopsReading === undefined ? outcome.identifiers : outcome.identifiers.slice(0, returned.length)
  return returned.join() === expected.join()
}

const problemOf = (faulty: FaultyScenario, returned: Outcome): string | undefined => {
  const { allowedErrors, scenario } = faulty
  if (returned._tag === "Records")
    return isTrue(faulty, returned.identifiers)
      ? undefined
      : `it returned other records: ${returned.identifiers.join()}`
  const { outcome } = scenario
  const isExpected = outcome._tag === "Refused" && outcome.reason === returned.reason
  return isExpected || allowedErrors.includes(returned.reason) ? undefined : `it ended with ${returned.reason}`
}

/** Returns a message if a driver violates a scenario, otherwise `undefined`. */
const problemIn = async (driver: Driver, faulty: FaultyScenario): Promise<string | undefined> => {
  const { fault, scenario, seed } = faulty
  const exit = await Effect.runPromiseExit(driver.run(scenario))
  const problem = Exit.isSuccess(exit)
    ? problemOf(faulty, exit.value)
    : `it failed without a typed error: ${String(exit.cause)}`
  if (problem === undefined) return undefined
  return `Seed ${seed}, ${driver.name}, "${scenario.name}": ${problem}\n  the fault: ${JSON.stringify(fault)}`
}

/** Runs the scenarios of the seeds in the drivers, one at a time. Returns how many ran, and the problems. */
export const soakScenarios = async (
  drivers: ReadonlyArray<Driver>,
  seeds: ReadonlyArray<number>,
  onProgress: (played: number) => void = () => undefined
) => {
  let calls = 0
  const problems: Array<string> = []
  for (const [n, seed] of seeds.entries()) {
    const faulty = faultyScenarioOf(seed)
    for (const driver of drivers.filter(({ unsupported }) => Option.isNone(unsupported(faulty.scenario)))) {
      calls += 1
      const problem = await problemIn(driver, faulty)
      if (problem !== undefined) problems.push(problem)
    }
    onProgress(n + 1)
  }
  return { calls, problems, summary: `${calls} calls` }
}
