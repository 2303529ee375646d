import { spawn } from "@lydell/node-pty"
import { Data, Deferred, Effect, type Scope } from "effect"
import headless from "@xterm/headless"

/** The screen did not show the expected content before the timeout. */
export class ScreenTimeout extends Data.TaggedError("ScreenTimeout")<{
  readonly wanted: string
  readonly screen: string
}> {
  override get message(): string {
    return `The screen never showed ${this.wanted}. It shows:\n${this.screen}`
  }
}

/** Program in a pseudo-terminal. */
export interface Screen {
  /** Lines of the last complete frame, without trailing spaces. */
  readonly lines: () => ReadonlyArray<string>
  /** Sends key presses as a terminal does. */
  readonly press: (keys: string) => Effect.Effect<void>
  /** Waits until the screen shows the expected content and returns its lines. */
  readonly until: (
    wanted: string,
    isShown: (lines: ReadonlyArray<string>) => boolean
  ) => Effect.Effect<ReadonlyArray<string>, ScreenTimeout>
  /** Returns everything that the program has written to the terminal. */
  readonly sent: () => string
  /** Waits for the program to end and returns its exit code. */
  readonly exitCode: Effect.Effect<number>
  /** The emulated terminal, to inspect colors and styles. */
  readonly terminal: headless.Terminal
  /** Whether the terminal shows the alternate screen. */
  readonly isAlternate: () => boolean
  /** Returns the last string that the program copied to the terminal's clipboard (OSC 52). */
  readonly clipboard: () => string
  /** Resizes the terminal. */
  readonly resize: (columns: number, rows: number) => Effect.Effect<void>
}

/** Program to run in a pseudo-terminal, and the terminal's size. */
export interface ScreenOptions {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly columns: number
  readonly rows: number
  /** Working directory. @default that of this process */
  readonly folder?: string
}

/** Private mode of a synchronized update: everything between its start and its end is one frame. */
const synchronizedUpdate = 2026
/** Number of the sequence that sets a terminal's clipboard. */
const clipboardSequence = 52
const screenTimeout = "1 minute"

/** Complete frames of a terminal. */
class Frames {
  readonly #terminal: headless.Terminal
  readonly #watchers = new Set<() => void>()
  #isDrawing = false
  lines: ReadonlyArray<string> = []
  clipboard = ""

  constructor(terminal: headless.Terminal) {
    this.#terminal = terminal
    // During a synchronized update, the frame is incomplete.
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

  /** Reads the terminal's content, unless a frame is incomplete. */
  look(): void {
    if (this.#isDrawing) return
    const { active } = this.#terminal.buffer
    this.lines = Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(row)?.translateToString(true) ?? ""
    )
    for (const watch of this.#watchers) watch()
  }

  /** Waits for a frame that satisfies a condition, starting with the current one. */
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

/** Opens a pseudo-terminal and runs a Node.js program in it until the scope closes. */
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
    // Process the program's last output before reporting that it ended.
    terminal.write("", () => Deferred.doneUnsafe(exited, Effect.succeed(code)))
  })

  return {
    lines: () => frames.lines,
    press: (keys) => Effect.sync(() => child.write(keys)),
    until: (wanted, isShown) =>
      Effect.timeoutOrElse(frames.until(isShown), {
        duration: screenTimeout,
        orElse: () => Effect.fail(new ScreenTimeout({ wanted, screen: frames.lines.join("\n") }))
      }),
    sent: () => sent.join(""),
    exitCode: Deferred.await(exited),
    terminal,
    isAlternate: () => terminal.buffer.active.type === "alternate",
    clipboard: () => frames.clipboard,
    resize: (columns, rows) => Effect.sync(() => void [terminal, child].map((one) => one.resize(columns, rows)))
  }
})
