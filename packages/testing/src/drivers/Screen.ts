import { spawn } from "@lydell/node-pty"
import { Data, Deferred, Effect, type Scope } from "effect"
import headless from "@xterm/headless"

/** The screen did not come to show what was waited for. */
export class NeverShown extends Data.TaggedError("NeverShown")<{
  readonly wanted: string
  readonly screen: string
}> {
  override get message(): string {
    return `The screen never showed ${this.wanted}. It shows:\n${this.screen}`
  }
}

/** A program in a pseudo-terminal: its keys and its screen. */
export interface Screen {
  /** The lines of the last whole frame, without trailing spaces. */
  readonly lines: () => ReadonlyArray<string>
  /** Sends keys as a terminal does. */
  readonly press: (keys: string) => Effect.Effect<void>
  /** Waits until the screen is as wanted, and gives its lines. */
  readonly until: (
    wanted: string,
    isShown: (lines: ReadonlyArray<string>) => boolean
  ) => Effect.Effect<ReadonlyArray<string>, NeverShown>
  /** All that the program has sent to its terminal. */
  readonly sent: () => string
  /** The program's exit code, when it has ended. */
  readonly exitCode: Effect.Effect<number>
  /** The terminal itself, for what lines of text do not show: colors and styles. */
  readonly terminal: headless.Terminal
  /** Whether the alternate screen is shown. */
  readonly isAlternate: () => boolean
  /** The last text that the program put on the terminal's clipboard (OSC 52). */
  readonly clipboard: () => string
  /** Gives the terminal another size while the program runs. */
  readonly resize: (columns: number, rows: number) => Effect.Effect<void>
}

/** How to run a program in a pseudo-terminal. */
export interface ScreenOptions {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly columns: number
  readonly rows: number
  /** The folder in which it runs. @default this process's */
  readonly folder?: string
}

/** The private mode between whose beginning and end a frame is drawn. */
const synchronizedUpdate = 2026
/** The number of the sequence by which a program sets a terminal's clipboard. */
const clipboardSequence = 52
const patience = "15 seconds"

/** What is on a terminal, frame by frame. */
class Frames {
  readonly #terminal: headless.Terminal
  readonly #watchers = new Set<() => void>()
  #isDrawing = false
  lines: ReadonlyArray<string> = []
  clipboard = ""

  constructor(terminal: headless.Terminal) {
    this.#terminal = terminal
    // What lies between the marks of a synchronized update is no frame yet.
    for (const final of ["h", "l"]) {
      terminal.parser.registerCsiHandler({ prefix: "?", final }, (parameters) => {
        if (!parameters.includes(synchronizedUpdate)) return false
        this.#isDrawing = final === "h"
        this.look()
        return false
      })
    }
    terminal.parser.registerOscHandler(clipboardSequence, (data) => {
      this.clipboard = Buffer.from(data.slice(data.indexOf(";") + 1), "base64").toString("utf8")
      return true
    })
  }

  /** Takes over what the terminal shows, unless a frame is being drawn. */
  look(): void {
    if (this.#isDrawing) return
    const { active } = this.#terminal.buffer
    this.lines = Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(row)?.translateToString(true) ?? ""
    )
    for (const watch of this.#watchers) watch()
  }

  /** The first frame, from now on, that is as wanted. */
  until(isShown: (lines: ReadonlyArray<string>) => boolean): Effect.Effect<ReadonlyArray<string>> {
    return Effect.callback((resume) => {
      const watch = (): void => {
        if (!isShown(this.lines)) return
        this.#watchers.delete(watch)
        resume(Effect.succeed(this.lines))
      }
      this.#watchers.add(watch)
      watch()
      return Effect.sync(() => this.#watchers.delete(watch))
    })
  }
}

const spawnIn = ({ file, args, environment, columns: cols, rows, folder }: ScreenOptions) =>
  spawn(process.execPath, [file, ...args], {
    name: "xterm-256color",
    cols,
    rows,
    cwd: folder ?? process.cwd(),
    env: { TERM: "xterm-256color", ...environment }
  })

/** Opens a pseudo-terminal of a size and runs a program of this Node.js in it, for the time of a scope. */
export const openScreen = Effect.fnUntraced(function* (
  options: ScreenOptions
): Effect.fn.Return<Screen, never, Scope.Scope> {
  const { columns: cols, rows } = options
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true, scrollback: 0 })
  const frames = new Frames(terminal)
  const exited = yield* Deferred.make<number>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawnIn(options)),
    (child) =>
      Effect.sync(() => {
        if (!Deferred.isDoneUnsafe(exited)) child.kill("SIGKILL")
        terminal.dispose()
      })
  )
  const sent: Array<string> = []
  child.onData((data) => {
    sent.push(data)
    terminal.write(data, () => frames.look())
  })
  child.onExit(({ exitCode, signal }) => {
    const code = signal === undefined || signal === 0 ? exitCode : 128 + signal
    // What the program wrote last is on the screen before anybody learns that it ended.
    terminal.write("", () => Deferred.doneUnsafe(exited, Effect.succeed(code)))
  })

  return {
    lines: () => frames.lines,
    press: (keys) => Effect.sync(() => child.write(keys)),
    until: (wanted, isShown) =>
      Effect.timeoutOrElse(frames.until(isShown), {
        duration: patience,
        orElse: () => Effect.fail(new NeverShown({ wanted, screen: frames.lines.join("\n") }))
      }),
    sent: () => sent.join(""),
    exitCode: Deferred.await(exited),
    terminal,
    isAlternate: () => terminal.buffer.active.type === "alternate",
    clipboard: () => frames.clipboard,
    resize: (columns, rows) => Effect.sync(() => void [terminal, child].map((one) => one.resize(columns, rows)))
  }
})
