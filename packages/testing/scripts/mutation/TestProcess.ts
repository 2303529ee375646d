import { type ChildProcess, fork } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { TestResult, type TestRun } from "./TestRun.ts"
import { type TryPlan } from "./TryPlan.ts"

const program = fileURLToPath(new URL("runTests.ts", import.meta.url))

/** How long a run may say nothing: before its first note, from there on, and at work. **Units** milliseconds. */
interface Patience {
  readonly first: number
  readonly next: number
  readonly work: number
}

const ticksPerSecond = 100

/** How long a process was at work, where the system says so. **Units** milliseconds. */
const workOf = (pid: number | undefined): number => {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const [user, system] = readFileSync(file, "utf8").split(") ").at(-1)?.split(" ").slice(11, 13).map(Number) ?? []
  return (1000 * ((user ?? 0) + (system ?? 0))) / ticksPerSecond
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
    process.once("exit", () => this.end())
  }

  /** How the tests ended, with a mutant where one is named; nothing where they took longer than the milliseconds of `patience`, or took the process with them. */
  run(tests: TestRun, patience: number, active?: number): Promise<TestResult | undefined> {
    return this.#run(
      tests,
      { notes: "", tries: {}, active },
      {
        first: patience,
        next: patience,
        work: patience
      }
    )
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
      let mayWork = workOf(child.pid) + patience.first
      const settle = (result: TestResult | undefined): void => {
        clearInterval(timer)
        child.removeAllListeners()
        resolve(result)
      }
      const timer = setInterval(() => {
        const now = plan.notes === "" ? 0 : statSync(plan.notes).size
        if (now > noted) {
          until = Date.now() + patience.next
          mayWork = workOf(child.pid) + patience.work
        }
        noted = now
        if (Date.now() < until && workOf(child.pid) < mayWork) return
        this.#stop()
        settle(undefined)
      }, 250)
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
