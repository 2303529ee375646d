import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { bareEnvironment, executablePath } from "../executable.ts"
import { type ServedRecords } from "./ServedRecords.ts"

/** How a run of an export ended. */
export interface ExportRun {
  /** `null` if a signal ended the run. */
  readonly code: number | null
  readonly stderr: string
}

/** A signal, and the moment to send it. */
export interface Interruption {
  readonly signal: NodeJS.Signals
  /** Number of bytes that the service sends to this run before, or 0 if the run has just started. */
  readonly afterBytes: number
  /** Delay after that. **Units** milliseconds. */
  readonly after: number
}

const environment = {
  ...bareEnvironment,
  PUBLIC_RECORDS_API_KEY: "DEMO_KEY",
  PUBLIC_RECORDS_REQUESTS_PER_HOUR: "1000000"
}

/** Runs exports of one query from one service. */
export class ExportRuns {
  readonly #served: ServedRecords
  readonly #flags: ReadonlyArray<string>

  constructor(served: ServedRecords, flags: ReadonlyArray<string>) {
    this.#served = served
    this.#flags = flags
  }

  /** Runs an export to its end, or until it is interrupted. **Units** `limit` is the maximum file size in KiB. */
  async run(
    out: string,
    { interruption, limit }: { interruption?: Interruption; limit?: number } = {}
  ): Promise<ExportRun> {
    const source = ["--base-url", this.#served.url, "--allow-http"]
    const args = [executablePath, "export", "complaints", ...source, ...this.#flags, "--out", out]
    const bounds = limit === undefined ? "" : `ulimit -f ${limit}; `
    const child = spawn("/bin/bash", ["-c", `${bounds}exec "$@"`, "bash", process.execPath, ...args], {
      env: environment,
      stdio: ["ignore", "ignore", "pipe"]
    })
    let stderr = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    const ended = once(child, "close")
    if (interruption !== undefined) {
      const { after, afterBytes, signal } = interruption
      const isNear = new Promise<void>((resolve) => this.#served.connection.onSent(afterBytes, resolve))
      if (afterBytes > 0) await Promise.race([isNear, ended])
      await sleep(after)
      child.kill(signal)
    }
    const [code] = await ended
    return { code: typeof code === "number" ? code : null, stderr }
  }
}
