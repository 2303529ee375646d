import { readFile } from "node:fs/promises"
import { type IPty, spawn } from "@lydell/node-pty"

const frameEnd = "\u001B[?2026l"
const kernelTicks = 100
const kilobyte = 1_024
const patienceMillis = 60_000

/** A program in a pseudo-terminal of 100 columns and 30 rows. */
export class TerminalProgram {
  readonly #child: IPty
  readonly #waiting = new Set<() => void>()
  /** Output since the last `press`. */
  written = ""
  readonly exited: Promise<void>

  constructor(args: ReadonlyArray<string>, environment: Readonly<Record<string, string | undefined>>) {
    this.#child = spawn(process.execPath, [...args], {
      name: "xterm-256color",
      cols: 100,
      rows: 30,
      env: { ...environment, TERM: "xterm-256color" }
    })
    this.#child.onData((text) => {
      this.written += text
      for (const look of this.#waiting) look()
    })
    this.exited = new Promise((resolve) => this.#child.onExit(() => resolve()))
  }

  press(keys: string): void {
    this.written = ""
    this.#child.write(keys)
  }

  /** Waits for a complete frame with the given text after the last key press. */
  until(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const at = this.written.indexOf(text)
        if (at === -1 || !this.written.includes(frameEnd, at)) return
        this.#waiting.delete(look)
        clearTimeout(giveUp)
        resolve()
      }
      const giveUp = setTimeout(() => reject(new Error(`The screen never showed "${text}".`)), patienceMillis)
      this.#waiting.add(look)
      look()
    })
  }

  /** Waits until the program has not written for a while. */
  quiet(millis: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(again)
        resolve()
      }
      let timer = setTimeout(done, millis)
      const again = (): void => {
        clearTimeout(timer)
        timer = setTimeout(done, millis)
      }
      this.#waiting.add(again)
    })
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL")
    await this.exited
  }

  /** Returns processor time and resident memory as Linux counts them. */
  async usage(): Promise<{ readonly cpuMillis: number; readonly residentBytes: number }> {
    const stat = await readFile(`/proc/${this.#child.pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const ticks = Number(fields[11]) + Number(fields[12])
    const status = await readFile(`/proc/${this.#child.pid}/status`, "utf8")
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
    return { cpuMillis: (ticks * 1_000) / kernelTicks, residentBytes: Number(resident) * kilobyte }
  }
}
