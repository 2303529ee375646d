import { openScreen, type Screen } from "@public-records/testing/drivers/Screen"
import { Effect, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { executablePath } from "../executable.ts"

/** Where a person sits: a terminal, the program in it, and a folder that is home and workplace. */
export interface Desk {
  readonly folder: string
  /** Starts the program in a terminal of a size. */
  readonly open: (columns: number, rows: number, args: ReadonlyArray<string>) => Effect.Effect<void>
  /** The terminal with the program in it. */
  readonly screen: () => Screen
  /** Sends keys, and keeps what the screen showed before them. */
  readonly press: (keys: string) => Effect.Effect<void>
  /** What the screen showed before the last keys. */
  readonly before: () => ReadonlyArray<string>
}

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-round-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** A desk for the time of a scope: nothing of it is left afterwards. */
export const newDesk: Effect.Effect<Desk, never, Scope.Scope> = Effect.gen(function* () {
  const folder = yield* newFolder
  const scope = yield* Effect.scope
  let screen: Screen | undefined
  let before: ReadonlyArray<string> = []
  const opened = (): Screen => {
    if (screen === undefined) throw new Error("The program is not open: a round begins with opens().")
    return screen
  }
  return {
    folder,
    open: Effect.fnUntraced(function* (columns, rows, args) {
      // As over SSH, so that what is copied comes to this terminal, and no tool of this machine is called.
      const environment = { HOME: folder, XDG_CACHE_HOME: "/dev/null/cache", TZ: "UTC", SSH_TTY: "/dev/pts/0" }
      before = []
      screen = yield* Scope.provide(
        openScreen({ file: executablePath, args, environment, columns, rows, folder }),
        scope
      )
    }),
    screen: opened,
    press: (keys) =>
      Effect.suspend(() => {
        before = opened().lines()
        return opened().press(keys)
      }),
    before: () => before
  }
})
