import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import { TestResult, type TestRun } from "./TestRun.ts"

const program = fileURLToPath(new URL("runTests.ts", import.meta.url))

/** A process that runs tests. It is begun anew after it was lost. */
export class TestProcess {
  readonly #root: string
  #child: ChildProcess | undefined

  constructor(root: string) {
    this.#root = root
  }

  /** How the tests ended; nothing where they took longer than the milliseconds of `patience`, or took the process with them. */
  run(tests: TestRun, patience: number): Promise<TestResult | undefined> {
    const child = (this.#child ??= fork(program, [this.#root], { stdio: "ignore" }))
    return new Promise((resolve) => {
      const settle = (result: TestResult | undefined): void => {
        clearTimeout(timer)
        child.removeAllListeners()
        resolve(result)
      }
      const timer = setTimeout(() => {
        this.end()
        settle(undefined)
      }, patience)
      child.once("message", (message) => settle(Schema.decodeUnknownSync(TestResult)(message)))
      child.once("exit", () => {
        this.#child = undefined
        settle(undefined)
      })
      child.send(tests)
    })
  }

  end(): void {
    this.#child?.kill("SIGKILL")
    this.#child = undefined
  }
}
