import { assert, describe, it } from "@effect/vitest"
import { startReferenceServer } from "@public-records/server"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { openScreen } from "@public-records/testing/drivers/Screen"
import { Mirror } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
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

/** A daily file with one row. */
const aComplaint =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall\n" +
  "2135551212,2021-07-07 10:00:00,2021-07-07 09:00:00,Akron,Ohio,330,Other,Y\n"

const configured = (folder: string, settings: unknown): void => {
  mkdirSync(join(folder, "public-records"))
  writeFileSync(join(folder, "public-records", "config.json"), JSON.stringify(settings), { mode: 0o600 })
}

const referenceServer = Effect.acquireRelease(
  Effect.promise(() => startReferenceServer({ apiKeys: [canaryKey], synthetic: 60 })),
  (server) => Effect.promise(() => server.close())
)

describe("the terminal UI", () => {
  it.live("accepts another key after a rejected one, and shows no part of it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      const { url } = yield* referenceServer
      const screen = yield* opened(folder, ["--allow-http", "--base-url", url], { PUBLIC_RECORDS_API_KEY: "wrong" })
      const refused = yield* screen.until("the refusal", includes("403 API KEY REJECTED", "K another key"))
      yield* screen.press("K")
      yield* screen.until("the question", includes("ENTER A KEY"))
      yield* screen.press(canaryKey)
      const asked = yield* screen.until("as many dots", includes("•".repeat(canaryKey.length)))
      yield* screen.press("\r")
      const shown = yield* screen.until("the rows", includes("50 of 60 loaded", "key: typed in"))
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 0)
      assert.deepStrictEqual(findCanary([...refused, ...asked, ...shown].join("\n")), [])
      const files = globSync("**/*.*", { cwd: folder }).map((name) => readFileSync(join(folder, name), "utf8"))
      assert.deepStrictEqual(findCanary(files.join("\n")), [])
    }).pipe(Effect.scoped)
  )

  it.live("follows the configuration file, and saves a theme and a view next to it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      const settings = { keys: { quit: "Q" }, maxRetryAfter: "1m" }
      configured(folder, settings)
      const screen = yield* opened(folder, ["--demo"])
      yield* screen.until("the first rows", includes("50 of 14,034 loaded"))
      yield* screen.press("T")
      yield* screen.until("the theme", includes("Theme light."))
      yield* screen.press("smine\r")
      yield* screen.until("the view", includes("Saved the view mine."))
      yield* screen.press("qQ")
      assert.strictEqual(yield* screen.exitCode, 0)
      const read = (name: string): string => readFileSync(join(folder, "public-records", name), "utf8")
      assert.deepStrictEqual(JSON.parse(read("config.json")), { ...settings, theme: "light" })
      assert.include(read("views.json"), '"mine"')
    }).pipe(Effect.scoped)
  )

  it.live("offers the mirror of the computer, and switches to it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      const rows = join(folder, "rows.csv")
      writeFileSync(rows, aComplaint)
      mkdirSync(join(folder, ".local/share/public-records"), { recursive: true })
      yield* Mirror.use((mirror) => Stream.runDrain(mirror.importFiles([rows]))).pipe(
        Effect.provide(Mirror.layer({ file: join(folder, ".local/share/public-records/mirror.db"), access: "write" }))
      )
      const screen = yield* opened(folder, [])
      yield* screen.until("the offer", includes("This computer has a mirror. Press M to use it"))
      yield* screen.press("M")
      yield* screen.until("the mirror", includes("1 of 1 loaded", "● mirror, 2021-07-07 to 2021-07-07, 1 day"))
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 0)
    }).pipe(Effect.scoped)
  )

  it.live("starts and works if nothing can be saved, and shows a message", () =>
    Effect.gen(function* () {
      const nowhere = { HOME: "/proc", XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "", XDG_STATE_HOME: "" }
      const screen = yield* opened("/proc", ["--demo"], nowhere)
      yield* screen.until("the first rows", includes("50 of 14,034 loaded"))
      yield* screen.press("T")
      yield* screen.until(
        "the theme",
        includes("Theme light, for now: /proc/.config/public-records/config.json cannot")
      )
      yield* screen.press("smine\r")
      yield* screen.until("the view", includes("/proc/.config/public-records/views.json cannot be saved: its folder"))
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 0)
    }).pipe(Effect.scoped)
  )

  it.live("starts and works with a file of views that cannot be used, and shows a message about it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      configured(folder, {})
      const path = join(folder, "public-records", "views.json")
      const views = Array.from({ length: 200_000 }, (_, n) => ({ name: `${n}`, collection: "notices", filter: {} }))
      const tooMany = JSON.stringify({ views })
      writeFileSync(path, tooMany)
      const screen = yield* opened(folder, ["--demo"])
      yield* screen.until("the first rows", includes("50 of 14,034 loaded"))
      for (const [content, problem] of [
        [tooMany, "cannot be used"],
        ['{"views":[{"name":"mi', "is not a valid"]
      ] as const) {
        writeFileSync(path, content)
        yield* screen.press("4")
        yield* screen.until("the sentence", includes("SAVED VIEWS", path.slice(0, 40), problem, "Fix"))
        yield* screen.press("\u001B[27usmine\r")
        yield* screen.until("the sentence again", (lines) => lines.at(-2)?.includes(path) === true)
        assert.strictEqual(readFileSync(path, "utf8"), content)
        yield* screen.press("x")
        yield* screen.until("the table", includes("50 of 14,034 loaded"))
      }
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 0)
    }).pipe(Effect.scoped)
  )

  it.live("names invalid settings in the file before the screen changes", () =>
    Effect.gen(function* () {
      const folder = yield* home
      configured(folder, { keys: { qiut: "Q" } })
      const screen = yield* opened(folder, ["--demo"])
      assert.strictEqual(yield* screen.exitCode, 2)
      assert.isTrue(includes('"qiut", which is not a command')(screen.lines()))
      assert.isFalse(screen.isAlternate())
    }).pipe(Effect.scoped)
  )
})
