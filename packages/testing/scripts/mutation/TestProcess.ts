import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { TestResult, type TestRun } from "./TestRun.ts"
import { type TryPlan } from "./TryPlan.ts"

const program = fileURLToPath(new URL("runTests.ts", import.meta.url))

/** How long a run may say nothing: before its first note, and from there on. **Units** milliseconds. */
interface Patience {
  readonly first: number
  readonly next: number
}

/** A process that runs tests. It is begun anew after it was lost. */
export class TestProcess {
  readonly #root: string
  readonly #folder = mkdtempSync(join(tmpdir(), "mutants-"))
  readonly #plan = join(this.#folder, "plan.json")
  readonly #notes = join(this.#folder, "notes.txt")
  #child: ChildProcess | undefined

  constructor(root: string) {
    this.#root = root
  }

  /** How the tests ended, with a mutant where one is named; nothing where they took longer than the milliseconds of `patience`, or took the process with them. */
  run(tests: TestRun, patience: number, active?: number): Promise<TestResult | undefined> {
    return this.#run(tests, { notes: "", tries: {}, active }, { first: patience, next: patience })
  }

  /** What came of each try, as the runner noted it, and whether the run came to its end. */
  async try(
    tests: TestRun,
    tries: TryPlan["tries"],
    patience: Patience
  ): Promise<{ readonly notes: ReadonlyArray<string>; readonly isWhole: boolean }> {
    writeFileSync(this.#notes, "")
    const result = await this.#run(tests, { notes: this.#notes, tries }, patience)
    const notes = readFileSync(this.#notes, "utf8").split("\n").slice(0, -1)
    return { notes, isWhole: result !== undefined }
  }

  #run(tests: TestRun, plan: TryPlan, patience: Patience): Promise<TestResult | undefined> {
    writeFileSync(this.#plan, JSON.stringify(plan))
    const env = { ...process.env, MUTATION_PLAN: this.#plan }
    const child = (this.#child ??= fork(program, [this.#root], { stdio: "ignore", env }))
    return new Promise((resolve) => {
      let noted = 0
      let until = Date.now() + patience.first
      const settle = (result: TestResult | undefined): void => {
        clearInterval(timer)
        child.removeAllListeners()
        resolve(result)
      }
      const timer = setInterval(() => {
        const now = plan.notes === "" ? 0 : statSync(plan.notes).size
        if (now > noted) until = Date.now() + patience.next
        noted = now
        if (Date.now() < until) return
        this.#stop()
        settle(undefined)
      }, 500)
      child.once("message", (message) => settle(Schema.decodeUnknownSync(TestResult)(message)))
      child.once("exit", () => {
        this.#child = undefined
        settle(undefined)
      })
      child.send(tests)
    })
  }

  #stop(): void {
    this.#child?.kill("SIGKILL")
    this.#child = undefined
  }

  end(): void {
    this.#stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
