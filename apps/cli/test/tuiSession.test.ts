import { Console } from "node:console"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { PassThrough } from "node:stream"
import { ReadStream } from "node:tty"
import { setFlagsFromString } from "node:v8"
import { assert, describe, it } from "@effect/vitest"
import { startReferenceServer } from "@public-records/server"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { holdMirror } from "./changeMirror.ts"
import { run, start } from "./inProcess.ts"
import { header } from "./oneDay.ts"

// Ink needs a constructor that the test runner's console lacks.
Object.assign(console, { Console })

// The terminal UI changes these flags for the whole process. These are their defaults.
afterAll(() => {
  for (const flag of ["--semi-space-growth-factor=2", "--heap-growing-percent=0"]) setFlagsFromString(flag)
})

const isReadStream = (_input: unknown): _input is ReadStream => true

/** Creates a keyboard on which a test types. */
const keyboard = () => {
  const keys = new PassThrough({ encoding: "utf8" })
  const ignore = () => undefined
  const stdin = Object.assign(keys, { isTTY: true, isRaw: false, setRawMode: ignore, ref: ignore, unref: ignore })
  if (!isReadStream(stdin)) throw new Error("not a keyboard")
  return {
    stdin,
    press: (text: string) => Effect.sync(() => keys.write(text)),
    /** Lets the terminal fail when the terminal UI releases it. */
    breakKeyboard: Effect.sync(() => {
      Object.assign(stdin, {
        setRawMode: () => {
          throw new Error(`no keyboard for ${canaryKey}`)
        }
      })
    })
  }
}

/** The keyboard of a terminal that is gone. */
const brokenKeyboard: ReadStream = Object.create(ReadStream.prototype, {
  isTTY: { value: true },
  setRawMode: {
    value: () => {
      throw new Error(`no keyboard for ${canaryKey}`)
    }
  }
})

/** For a screen reader, the terminal UI writes the rest of each changed line as plain text. */
const screenReader = { INK_SCREEN_READER: "true" }

/** Starts the terminal UI on a terminal. */
const opened = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) =>
  Effect.suspend(() => {
    const { stdin, ...keys } = keyboard()
    return Effect.map(start(["tui", ...args], environment, { columns: 100, stdin }), (session) => ({
      ...session,
      ...keys
    }))
  })

const home = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** Creates a file with one complaint. */
const dataIn = (folder: string): string => {
  const path = join(folder, "rows.csv")
  const row = "2135551212,2021-07-07 10:00:00,2021-07-07 09:00:00,Akron,Ohio,330,Other,Y"
  writeFileSync(path, [header, row, ""].join("\n"))
  return path
}

/** Creates the mirror of a home folder. */
const mirrorIn = Effect.fnUntraced(function* (folder: string) {
  const file = join(folder, ".local/share/public-records/mirror.duckdb")
  mkdirSync(dirname(file), { recursive: true })
  const { code, stderr } = yield* run(["mirror", "import", dataIn(folder), "--mirror-file", file])
  assert.strictEqual(code, 0, stderr)
})

const configured = (folder: string, settings: unknown, mode: number): void => {
  mkdirSync(join(folder, "public-records"))
  writeFileSync(join(folder, "public-records", "config.json"), JSON.stringify(settings), { mode })
}

const referenceServer = Effect.acquireRelease(
  Effect.promise(() => startReferenceServer({ apiKeys: [canaryKey], synthetic: 60 })),
  (server) => Effect.promise(() => server.close())
)

describe("a session of the terminal UI", () => {
  it.live("accepts another key after a rejected one, and shows no part of it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      yield* mirrorIn(folder)
      const { url } = yield* referenceServer
      const environment = { ...screenReader, HOME: folder, PUBLIC_RECORDS_API_KEY: "wrong" }
      const session = yield* opened(["--allow-http", "--base-url", url], environment)
      yield* session.outputWith("403 API KEY REJECTED")
      yield* session.press("K")
      yield* session.outputWith("ENTER A KEY")
      yield* session.press(canaryKey)
      yield* session.outputWith("•".repeat(canaryKey.length))
      yield* session.press("\r")
      yield* session.outputWith("50 of 60 loaded")
      yield* session.outputWith("typed in")
      // The mirror does not contact the service of --base-url.
      yield* session.press("M")
      yield* session.outputWith("The records now come from the mirror.")
      yield* session.press("q")
      const { code, stdout } = yield* session.end
      assert.deepStrictEqual([code, findCanary(stdout)], [0, []])
    }).pipe(Effect.scoped)
  )

  it.live("leaves a mirror that its flags name for the service when a key is typed, and returns to it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      yield* mirrorIn(folder)
      const { url } = yield* referenceServer
      const environment = { ...screenReader, HOME: folder, PUBLIC_RECORDS_BASE_URL: url }
      const file = join(folder, ".local/share/public-records/mirror.duckdb")
      for (const flags of [["--mirror"], ["--mirror-file", file]]) {
        const session = yield* opened([...flags, "--allow-http"], environment)
        yield* session.outputWith("1 of 1 loaded")
        yield* session.press(`K${canaryKey}\r`)
        assert.include(yield* session.outputWith("Using the service with this key"), "key: typed in")
        yield* session.outputWith("50 of 60 loaded")
        yield* session.press("M")
        yield* session.outputWith("The records now come from the mirror.")
        yield* session.press("q")
        assert.strictEqual((yield* session.end).code, 0)
      }
    }).pipe(Effect.scoped)
  )

  it.live("leaves the records of a file for those of the service when a key is typed", () =>
    Effect.gen(function* () {
      const { url } = yield* referenceServer
      const environment = { ...screenReader, NO_COLOR: "1", PUBLIC_RECORDS_BASE_URL: url }
      const session = yield* opened(["--data", dataIn(yield* home), "--allow-http"], environment)
      yield* session.outputWith("1 of 1 loaded")
      yield* session.press("T")
      yield* session.outputWith("NO_COLOR is set: there are no colors to choose.")
      yield* session.press(`K${canaryKey}\r`)
      yield* session.outputWith("50 of 60 loaded")
      assert.deepStrictEqual([yield* session.handle("SIGINT"), yield* session.handle("SIGTERM")], [false, true])
      yield* session.press("\u0003")
      yield* session.outputWith("again")
      yield* session.press("\u0003")
      assert.strictEqual((yield* session.end).code, 130)
    }).pipe(Effect.scoped)
  )

  it.live("offers the mirror of the computer, and switches to it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      yield* mirrorIn(folder)
      const environment = { ...screenReader, HOME: folder, NO_COLOR: "" }
      const session = yield* opened([], environment)
      yield* session.outputWith("This computer has a mirror. Press M to use it")
      yield* session.press("M")
      yield* session.outputWith("1 of 1 loaded")
      yield* session.outputWith("mirror, 2021-07-07 to 2021-07-07, 1 day")
      yield* session.press("T")
      // "Theme light." replaces "The records now come from the mirror", so that "The" is not written again.
      yield* session.outputWith("me light.")
      yield* session.press("q")
      assert.strictEqual((yield* session.end).code, 0)
    }).pipe(Effect.scoped)
  )

  it.live(
    "with local records does not mention the mirror, but M switches to it, or says where its days came from",
    () =>
      Effect.gen(function* () {
        const folder = yield* home
        yield* mirrorIn(folder)
        for (const [args, loaded, message] of [
          [["--demo"], "of 34,566 loaded", "The records now come from the mirror."],
          [["--data", dataIn(folder)], "1 of 1 loaded", "The records now come from the mirror."],
          [["--mirror"], "1 of 1 loaded", "1 day from "]
        ] as const) {
          const session = yield* opened(args, { ...screenReader, HOME: folder })
          assert.notInclude(yield* session.outputWith(loaded), "This computer has a mirror")
          yield* session.press("M")
          yield* session.outputWith(message)
          yield* session.press("\u001Bq")
          assert.strictEqual((yield* session.end).code, 0)
        }
      }).pipe(Effect.scoped)
  )
})

describe("a session without a mirror", () => {
  it.live("imports a file into the default mirror, and shows it", () =>
    Effect.gen(function* () {
      const folder = yield* home
      const file = dataIn(folder)
      const session = yield* opened(["--demo"], { ...screenReader, HOME: folder })
      yield* session.outputWith("M: real data from the FTC, no key")
      yield* session.press("M")
      yield* session.outputWith(`The mirror is ${folder}`)
      yield* session.press(`file\r${file}\r`)
      yield* session.outputWith("mirror, 2021-07-07 to 2021-07-07, 1 day")
      yield* session.press("q")
      assert.strictEqual((yield* session.end).code, 0)
      assert.deepStrictEqual(readdirSync(join(folder, ".local/share/public-records")), ["mirror.duckdb"])
    }).pipe(Effect.scoped)
  )

  it.live("says why the site cannot be read, and creates no file", () =>
    Effect.gen(function* () {
      const folder = yield* home
      const session = yield* opened(["--demo", "--ca", join(folder, "none.pem")], { ...screenReader, HOME: folder })
      yield* session.outputWith("of 34,566 loaded")
      yield* session.press("M\r")
      yield* session.outputWith("Not everything was read. Press M to see why.")
      yield* session.press("M")
      yield* session.outputWith("The certificate file")
      yield* session.press("\u001Bq")
      assert.strictEqual((yield* session.end).code, 0)
      assert.isFalse(existsSync(join(folder, ".local")))
    }).pipe(Effect.scoped)
  )
})

describe("a session on a mirror that another process writes", () => {
  it.live("says that it waits, before there is a screen and on it, and then answers", () =>
    Effect.gen(function* () {
      const folder = yield* home
      yield* mirrorIn(folder)
      const file = join(folder, ".local/share/public-records/mirror.duckdb")
      const waiting = `Waiting for another process that uses the mirror ${file}.`
      const first = yield* holdMirror(file)
      const session = yield* opened(["--mirror"], { ...screenReader, HOME: folder })
      assert.strictEqual(yield* session.errorWith("\n"), `${waiting}\n`)
      yield* first
      yield* session.outputWith("1 of 1 loaded")
      const second = yield* holdMirror(file)
      yield* session.press("3")
      yield* session.outputWith("Waiting for another process")
      // Meanwhile it answers keys.
      yield* session.press("T")
      yield* session.outputWith("Theme light.")
      yield* second
      yield* session.outputWith("100 % = all 1")
      yield* session.press("q")
      assert.strictEqual((yield* session.end).code, 0)
    }).pipe(Effect.scoped)
  )
})

// Not at the same time as other sessions, because React reports the failure to one of the sessions that are open.
describe("a crash", { concurrent: false }, () => {
  it.live("ends with code 1 and its stack, without the key", () =>
    Effect.gen(function* () {
      const environment = { PUBLIC_RECORDS_API_KEY: canaryKey }
      const { code, stderr, stdout } = yield* run(["tui"], environment, { columns: 100, stdin: brokenKeyboard })
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(
        stderr,
        /^Error: no keyboard for ••••\n( +at .*\n)+The terminal UI crashed\. Please report it, with the lines above\.\n$/
      )
    })
  )

  it.live("prints no key that was typed before", () =>
    Effect.gen(function* () {
      const { url } = yield* referenceServer
      const environment = { ...screenReader, PUBLIC_RECORDS_API_KEY: "wrong" }
      const session = yield* opened(["--allow-http", "--base-url", url], environment)
      yield* session.outputWith("403 API KEY REJECTED")
      yield* session.press(`K${canaryKey}\r`)
      yield* session.outputWith("50 of 60 loaded")
      yield* session.breakKeyboard
      yield* session.press("q")
      const { code, stderr } = yield* session.end
      assert.deepStrictEqual([code, stderr.includes("no keyboard for ••••\n")], [1, true], stderr)
      assert.deepStrictEqual(findCanary(stderr), [])
    }).pipe(Effect.scoped)
  )
})

describe("a terminal UI that cannot start", () => {
  it.live("needs a terminal that can move its cursor", () =>
    Effect.gen(function* () {
      const { stdin } = keyboard()
      for (const [environment, terminal, summary] of [
        [{}, { columns: 80 }, "standard input is not a terminal"],
        [{}, { columns: 80, isPiped: true, stdin }, "standard output is not a terminal"],
        [{ TERM: "dumb" }, { columns: 80, stdin }, 'does not support a terminal with TERM set to "dumb"']
      ] as const) {
        const { code, stderr, stdout } = yield* run(["tui", "--demo"], environment, terminal)
        assert.deepStrictEqual([code, stdout], [2, ""])
        assert.include(stderr, summary)
      }
      const named = yield* run(["--demo"], { TERM: "dumb" }, { columns: 80, stdin })
      assert.include(named.stderr, 'TERM set to "dumb"')
      const parsed = yield* run(["--demo", "--no-wait"], { TERM: "dumb" }, { columns: 80, stdin })
      assert.include(parsed.stderr, 'TERM set to "dumb"')
    })
  )

  it.live("names invalid settings and a missing mirror before the screen changes", () =>
    Effect.gen(function* () {
      const folder = join(yield* home, "a\u001B[2Jb")
      mkdirSync(folder)
      configured(folder, { apiKey: "some-key", keys: { qiut: "Q" } }, 0o644)
      const terminal = { columns: 80, stdin: keyboard().stdin }
      const invalid = yield* run(["tui"], { XDG_CONFIG_HOME: folder }, terminal)
      assert.deepStrictEqual([invalid.code, invalid.stdout], [2, ""])
      const path = join(folder, "public-records", "config.json").replace("\u001B", "␛")
      const [problem = ""] = invalid.stderr.split("\n")
      assert.include(problem, '"keys" has "qiut", whose keys cannot be set.')
      assert.include(problem, `It is in ${path}.`)
      const missing = yield* run(["tui", "--mirror-file", "/nowhere/mirror.duckdb"], {}, terminal)
      assert.deepStrictEqual([missing.code, missing.stdout], [2, ""])
      assert.isTrue(missing.stderr.startsWith("There is no mirror at /nowhere/mirror.duckdb."), missing.stderr)
    }).pipe(Effect.scoped)
  )
})
