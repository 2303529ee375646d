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
  /** The program's exit code, when it has ended. */
  readonly exitCode: Effect.Effect<number>
  /** Whether the alternate screen is shown. */
  readonly isAlternate: () => boolean
}

/** How to run a program in a pseudo-terminal. */
export interface ScreenOptions {
  readonly file: string
  readonly args: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
  readonly columns: number
  readonly rows: number
}

/** The private mode between whose beginning and end a frame is drawn. */
const synchronizedUpdate = 2026
const patience = "15 seconds"

/** Opens a pseudo-terminal of a size and runs a program of this Node.js in it, for the time of a scope. */
export const openScreen = Effect.fnUntraced(function* (
  options: ScreenOptions
): Effect.fn.Return<Screen, never, Scope.Scope> {
  const { columns: cols, rows } = options
  const terminal = new headless.Terminal({ cols, rows, allowProposedApi: true, scrollback: 0 })
  const exited = yield* Deferred.make<number>()
  const watchers = new Set<() => void>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [options.file, ...options.args], {
        name: "xterm-256color",
        cols,
        rows,
        env: { TERM: "xterm-256color", ...options.environment }
      })
    ),
    (child) =>
      Effect.sync(() => {
        if (!Deferred.isDoneUnsafe(exited)) child.kill("SIGKILL")
        terminal.dispose()
      })
  )
  const snapshot = (): ReadonlyArray<string> =>
    Array.from({ length: rows }, (_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? "")
  let shown = snapshot()
  let isDrawing = false
  const look = (): void => {
    if (isDrawing) return
    shown = snapshot()
    for (const watch of watchers) watch()
  }
  // What lies between the marks of a synchronized update is no frame yet.
  const onUpdate = (final: "h" | "l") =>
    terminal.parser.registerCsiHandler({ prefix: "?", final }, (parameters) => {
      if (parameters.includes(synchronizedUpdate)) {
        isDrawing = final === "h"
        look()
      }
      return false
    })
  onUpdate("h")
  onUpdate("l")
  child.onData((data) => terminal.write(data, look))
  child.onExit(({ exitCode, signal }) => {
    Deferred.doneUnsafe(exited, Effect.succeed(signal === undefined || signal === 0 ? exitCode : 128 + signal))
  })

  const until: Screen["until"] = (wanted, isShown) =>
    Effect.callback<ReadonlyArray<string>>((resume) => {
      const watch = (): void => {
        if (!isShown(shown)) return
        watchers.delete(watch)
        resume(Effect.succeed(shown))
      }
      watchers.add(watch)
      watch()
      return Effect.sync(() => watchers.delete(watch))
    }).pipe(
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.fail(new NeverShown({ wanted, screen: shown.join("\n") }))
      })
    )

  return {
    lines: () => shown,
    press: (keys) => Effect.sync(() => child.write(keys)),
    until,
    exitCode: Deferred.await(exited),
    isAlternate: () => terminal.buffer.active.type === "alternate"
  }
})
