import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { commandLine, type Run } from "./commandLineDrivers.ts"
import { knownKey } from "@public-records/testing/Keys"
import { sampleComplaints } from "@public-records/testing/Samples"
import { defaultSetup, records, type Scenario } from "@public-records/testing/Scenario"
import { everyComplaint } from "@public-records/testing/scenarios/requests"

const numbers = sampleComplaints.slice(0, 4).map(({ companyPhoneNumber }) => companyPhoneNumber)
const lines = numbers.map((companyPhoneNumber) => `${JSON.stringify({ companyPhoneNumber })}\n`)

const scenario: Scenario = {
  name: "is canceled",
  statements: [53],
  setup: { ...defaultSetup, isSecure: false },
  request: everyComplaint,
  outcome: records(numbers),
  cancels: { during: 1, maxRequests: 2 }
}

const whole: Run = { exitCode: 0, stdout: lines.join(""), stderr: "" }
const canceled: Run = { exitCode: 130, stdout: lines.slice(0, 2).join(""), stderr: "" }

/** Runs the scenario with a program that ends like this, first canceled and then not. Returns why it fails. */
const failureOf = (first: Run, second = whole) => {
  const runs = [first, second]
  const driver = commandLine("a program", () => Effect.sync(() => runs.shift() ?? assert.fail("a third run")), true)
  return Effect.map(Effect.exit(driver.run(scenario)), (exit) => (Exit.isSuccess(exit) ? "" : String(exit.cause)))
}

describe("a scenario that cancels a command", () => {
  it.live("passes if the command ends at once, with complete records from the start of the list", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failureOf(canceled), "")
      assert.strictEqual(yield* failureOf({ ...canceled, stdout: "" }), "")
    })
  )

  const mistakes: ReadonlyArray<readonly [mistake: string, first: Run, problem: string]> = [
    ["another exit code", { ...canceled, exitCode: 0 }, "the exit code is 0"],
    ["a message", { ...canceled, stderr: "Canceled.\n" }, "standard error has"],
    ["an incomplete line", { ...canceled, stdout: canceled.stdout.trimEnd() }, "the last line is incomplete"],
    ["a gap", { ...canceled, stdout: `${lines[0]}${lines[2]}` }, "other records than the first ones"]
  ]
  for (const [mistake, first, problem] of mistakes) {
    it.live(`fails because of ${mistake} after Ctrl-C`, () =>
      Effect.map(failureOf(first), (failure) => assert.include(failure, problem))
    )
  }

  it.live("fails if the key or a control sequence is in the output of the second run", () =>
    Effect.gen(function* () {
      assert.include(yield* failureOf(canceled, { ...whole, stderr: knownKey }), "KeyLeaked")
      assert.include(yield* failureOf(canceled, { ...whole, stderr: "\u001B[2J" }), "which controls terminals")
    })
  )
})

describe("the exit code of a command", () => {
  const error = (reason: string, exitCode: number) => ({
    stdout: "",
    stderr: `${JSON.stringify({ error: { reason, message: "It failed.", exitCode, nextTryAt: null } })}\n`
  })
  const outcomeOf = (ended: Run) => {
    const { cancels: _, ...others } = scenario
    return Effect.exit(commandLine("a program", () => Effect.succeed(ended)).run(others))
  }

  it.live("must be the documented one of the reason, and that in the error", () =>
    Effect.gen(function* () {
      const right = yield* outcomeOf({ exitCode: 5, ...error("Unavailable", 5) })
      assert.deepStrictEqual(right, Exit.succeed({ _tag: "Refused", reason: "Unavailable" }))
      for (const [actual, inError] of [
        [4, 4],
        [5, 4],
        [4, 5]
      ] as const) {
        const wrong = yield* outcomeOf({ exitCode: actual, ...error("Unavailable", inError) })
        assert.include(String(wrong), `should exit with 5, not ${actual}`)
      }
    })
  )
})
