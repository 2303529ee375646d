import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { bareEnvironment, executablePath } from "../executable.ts"
import { type ServedRecords } from "./ServedRecords.ts"

/** How a run of an export ended. */
export interface ExportRun {
  /** Nothing where a signal ended it. */
  readonly code: number | null
  readonly stderr: string
}

/** What interrupts a run. */
export interface Interruption {
  readonly signal: NodeJS.Signals
  /** Looked at every few milliseconds; once it holds, the moment is near. */
  readonly isNear: () => boolean
  /** **Units** milliseconds, after the moment was near. */
  readonly after: number
}

const lookEveryMillis = 2

const environment = {
  ...bareEnvironment,
  PUBLIC_RECORDS_API_KEY: "DEMO_KEY",
  PUBLIC_RECORDS_REQUESTS_PER_HOUR: "1000000"
}

/** Exports of one question from one service. */
export class ExportRuns {
  readonly #served: ServedRecords
  readonly #asked: ReadonlyArray<string>

  constructor(served: ServedRecords, asked: ReadonlyArray<string>) {
    this.#served = served
    this.#asked = asked
  }

  /** Runs an export to its end, or until it is interrupted; `limit` is the largest file that it may write, in KiB. */
  async run(
    out: string,
    { interruption, limit }: { interruption?: Interruption; limit?: number } = {}
  ): Promise<ExportRun> {
    const source = ["--base-url", this.#served.url, "--allow-http"]
    const args = [executablePath, "export", "complaints", ...source, ...this.#asked, "--out", out]
    const bounds = limit === undefined ? "" : `ulimit -f ${limit}; `
    const child = spawn("/bin/bash", ["-c", `${bounds}exec "$@"`, "bash", process.execPath, ...args], {
      env: environment,
      stdio: ["ignore", "ignore", "pipe"]
    })
    let stderr = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    const ended = once(child, "close")
    if (interruption !== undefined) {
      const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
      while (isRunning() && !interruption.isNear()) await sleep(lookEveryMillis)
      await sleep(interruption.after)
      child.kill(interruption.signal)
    }
    const [code] = await ended
    return { code: typeof code === "number" ? code : null, stderr }
  }
}
