import { appendFileSync, readFileSync } from "node:fs"
import { Schema } from "effect"
import { type RunnerTestCase, TestRunner } from "vitest"
import { mutants, takeReached } from "./activeMutant.ts"
import { TryPlan } from "./TryPlan.ts"

declare module "vitest" {
  interface TaskMeta {
    /** The mutants whose place was reached. */
    reached?: ReadonlyArray<number>
    /** Those whose place was reached before the test, as the modules were loaded. */
    reachedBefore?: ReadonlyArray<number>
  }
}

const endless = new Promise<never>(() => {})

const plan = Schema.decodeUnknownSync(Schema.fromJsonString(TryPlan))(
  readFileSync(process.env["MUTATION_PLAN"] ?? "", "utf8")
)
const noticed = new Set<number>()
mutants.active = plan.active ?? -1

const note = (...words: ReadonlyArray<string | number>): void => {
  if (plan.notes !== "") appendFileSync(plan.notes, `${words.join(" ")}\n`)
}

/** Runs each test without a mistake, and then with each of the mutants that it is planned to try. */
export default class MutantRunner extends TestRunner {
  readonly runTask = async (test: RunnerTestCase): Promise<void> => {
    const run = TestRunner.getTestFn(test)
    test.meta.reachedBefore = takeReached()
    await run()
    test.meta.reached = takeReached()
    const isGreen = async (mutant: number): Promise<boolean> => {
      mutants.active = mutant
      mutants.isAsked = false
      try {
        await run()
        return true
      } catch {
        return false
      } finally {
        mutants.active = -1
      }
    }
    const tries = plan.tries[test.id] ?? []
    if (tries.length > 0 && !(await isGreen(-1))) return note("once", test.id)
    for (const mutant of tries) {
      if (noticed.has(mutant)) continue
      note("try", mutant, test.id)
      const isSurvivor = await isGreen(mutant)
      if (!isSurvivor) noticed.add(mutant)
      note(isSurvivor ? (mutants.isAsked ? "survived" : "unasked") : "noticed", mutant, test.id)
      // What the mistake left behind must not be taken for the work of the next one.
      if (!isSurvivor && !(await isGreen(-1))) {
        note("spoilt")
        await endless
      }
    }
  }
}
