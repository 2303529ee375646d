import type { StartOptions } from "@public-records/server"
import { openScreen, type Screen } from "../../../tui/test/Screen.ts"
import { Effect, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { executablePath } from "../executable.ts"
import { type Service, startService } from "./Service.ts"

/** A terminal with the program in it, and a folder that is both the home and the working folder. */
export interface TestDesktop {
  readonly folder: string
  /** Starts the program in a terminal of a size. */
  readonly open: (columns: number, rows: number, args: ReadonlyArray<string>, apiKey?: string) => Effect.Effect<void>
  /** Starts a service. The names of its data files are relative to the folder. */
  readonly serve: (options: StartOptions) => Effect.Effect<void>
  readonly service: () => Service
  readonly screen: () => Screen
  /** Sends keys and remembers the screen before them. */
  readonly press: (keys: string) => Effect.Effect<void>
  /** Returns the lines of the screen before the last keys. */
  readonly before: () => ReadonlyArray<string>
}

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-journey-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Creates a desktop and removes it when the scope closes. */
export const makeTestDesktop: Effect.Effect<TestDesktop, never, Scope.Scope> = Effect.gen(function* () {
  const folder = yield* newFolder
  const scope = yield* Effect.scope
  let screen: Screen | undefined
  let service: Service | undefined
  let before: ReadonlyArray<string> = []
  const opened = (): Screen => {
    if (screen === undefined) throw new Error("The program is not open: a journey starts with opens().")
    return screen
  }
  const served = (): Service => {
    if (service === undefined) throw new Error("There is no service: call serves() first.")
    return service
  }
  return {
    folder,
    serve: Effect.fnUntraced(function* (options) {
      const data = options.data?.map((name) => join(folder, name))
      service = yield* Scope.provide(startService({ ...options, data }), scope)
    }),
    service: served,
    open: Effect.fnUntraced(function* (columns, rows, args, apiKey) {
      // Simulates SSH, so that copied text is sent to this terminal instead of a clipboard tool of this machine.
      const environment = {
        HOME: folder,
        XDG_CACHE_HOME: "/dev/null/cache",
        TZ: "UTC",
        SSH_TTY: "/dev/pts/0",
        ...(apiKey === undefined ? {} : { PUBLIC_RECORDS_API_KEY: apiKey })
      }
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
