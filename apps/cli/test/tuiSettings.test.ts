import { assert, describe, it } from "@effect/vitest"
import { openScreen } from "../../tui/test/Screen.ts"
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const file = fileURLToPath(new URL("../dist/public-records.js", import.meta.url))

const includes =
  (...parts: ReadonlyArray<string>) =>
  (lines: ReadonlyArray<string>): boolean =>
    parts.every((part) => lines.some((line) => line.includes(part)))

const home = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const opened = (folder: string, args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) =>
  openScreen({
    file,
    args: ["tui", ...args],
    environment: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: "/dev/null/cache", TZ: "UTC", ...variables },
    columns: 100,
    rows: 30
  })

const configured = (folder: string, settings: unknown): void => {
  mkdirSync(join(folder, "public-records"))
  writeFileSync(join(folder, "public-records", "config.json"), JSON.stringify(settings), { mode: 0o600 })
}

describe("the terminal UI", () => {
  it.live("follows the configuration file, which it does not change, and saves a view next to it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      const settings = { keys: { quit: "Q" }, maxRetryAfter: "1m" }
      configured(folder, settings)
      const screen = yield* opened(folder, ["--demo"])
      yield* screen.until("the first rows", includes("50 of 34,566 loaded"))
      yield* screen.press("T")
      yield* screen.until("the theme", includes("Theme light."))
      yield* screen.press("smine\r")
      yield* screen.until("the view", includes("Saved the view mine."))
      yield* screen.press("qQ")
      assert.strictEqual(yield* screen.exitCode, 0)
      const read = (name: string): string => readFileSync(join(folder, "public-records", name), "utf8")
      assert.deepStrictEqual(JSON.parse(read("config.json")), settings)
      assert.include(read("views.json"), '"mine"')
    }).pipe(Effect.scoped)
  )

  it.live("starts and works if nothing can be saved, and shows a message", () =>
    Effect.gen(function* () {
      const nowhere = { HOME: "/proc", XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "", XDG_STATE_HOME: "" }
      const screen = yield* opened("/proc", ["--demo"], nowhere)
      yield* screen.until("the first rows", includes("50 of 34,566 loaded"))
      yield* screen.press("smine\r")
      yield* screen.until("the view", includes("/proc/.config/public-records/views.json cannot be saved"))
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 0)
    }).pipe(Effect.scoped)
  )

  it.live("starts and works with a file of views that cannot be used, and shows a message about it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      configured(folder, {})
      const path = join(folder, "public-records", "views.json")
      const screen = yield* opened(folder, ["--demo"])
      yield* screen.until("the first rows", includes("50 of 34,566 loaded"))
      for (const content of ['{"views":[{"name":"mi', "[]"]) {
        writeFileSync(path, content)
        yield* screen.press("4")
        yield* screen.until("the sentence", includes("SAVED VIEWS", path.slice(0, 40), "is not a valid", "Fix"))
        yield* screen.press("\u001B[27usmine\r")
        yield* screen.until("the sentence again", (lines) => lines.at(-2)?.includes(path) === true)
        assert.strictEqual(readFileSync(path, "utf8"), content)
        yield* screen.press("x")
        yield* screen.until("the table", includes("50 of 34,566 loaded"))
      }
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 0)
    }).pipe(Effect.scoped)
  )
})
