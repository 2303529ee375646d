import { type IPty, spawn } from "@lydell/node-pty"

const frameEnd = "\u001B[?2026l"
const patienceMillis = 60_000

/** A program in a pseudo-terminal of 100 columns and 30 rows. */
export class TerminalProgram {
  readonly #child: IPty
  #written = ""
  #look = (): void => undefined
  readonly exited: Promise<void>

  constructor(args: ReadonlyArray<string>, environment: Readonly<Record<string, string | undefined>>) {
    this.#child = spawn(process.execPath, [...args], {
      name: "xterm-256color",
      cols: 100,
      rows: 30,
      env: { ...environment, TERM: "xterm-256color" }
    })
    this.#child.onData((text) => {
      this.#written += text
      this.#look()
    })
    this.exited = new Promise((resolve) => this.#child.onExit(() => resolve()))
  }

  press(keys: string): void {
    this.#child.write(keys)
  }

  /** Waits for a complete frame with the given text. */
  until(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => reject(new Error(`The screen never showed "${text}".`)), patienceMillis)
      this.#look = () => {
        const at = this.#written.indexOf(text)
        if (at === -1 || !this.#written.includes(frameEnd, at)) return
        clearTimeout(giveUp)
        resolve()
      }
      this.#look()
    })
  }
}
