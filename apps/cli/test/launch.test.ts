import { assert, describe, it } from "@effect/vitest"
import { openScreen } from "../../tui/test/Screen.ts"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { bareEnvironment, executablePath, run } from "./executable.ts"

/** A sequence that sets a color, makes text bold, or swaps its colors. */
const style = /\u001B\[[\d;]+m/

describe("styles", () => {
  for (const [environment, isStyled] of [
    [{}, true],
    [{ NO_COLOR: "" }, true],
    [{ NO_COLOR: "1" }, false],
    [{ NO_COLOR: "1", FORCE_COLOR: "3" }, false]
  ] as const) {
    it.live(`are ${isStyled ? "used" : "not used"} with ${JSON.stringify(environment)}`, () =>
      Effect.gen(function* () {
        const own = { HOME: "/nonexistent", XDG_CACHE_HOME: "/dev/null/cache", COLORTERM: "truecolor", ...environment }
        const options = { file: executablePath, args: ["--demo"], environment: own, columns: 80, rows: 24 }
        const screen = yield* openScreen(options)
        yield* screen.until("the first rows", (lines) => lines.some((line) => line.includes("(979) 246-7685")))
        assert.strictEqual(style.test(screen.sent()), isStyled)
      }).pipe(Effect.scoped)
    )
  }
})

describe("a warning of Node.js", () => {
  it.effect("is one line on standard error, unless it is that SQLite is experimental", () =>
    Effect.gen(function* () {
      const warnings = [
        ["SQLite is an experimental feature and might change at any time", "ExperimentalWarning"],
        ["Another feature is experimental", "ExperimentalWarning"],
        ["SQLite is slow", "Warning"]
      ]
      // The program replaces the listener of Node.js. Its first step after that is to see these warnings.
      const warn = `let isNew = true
        const emit = ([message, name]) => process.emit("warning", Object.assign(new Error(message), { name }))
        process.on("newListener", (event) => {
          if (event === "warning" && isNew) queueMicrotask(() => ${JSON.stringify(warnings)}.forEach(emit))
          isNew = event !== "warning" && isNew
        })`
      const options = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warn)}` }
      const { code, stderr, stdout } = yield* run(["complaints", "list", "--demo", "--limit", "1", "--quiet"], options)
      assert.deepStrictEqual([code, stdout.split("\n").length], [0, 2])
      assert.strictEqual(stderr, "ExperimentalWarning: Another feature is experimental\nWarning: SQLite is slow\n")
    })
  )
})

describe("the compiled program", () => {
  const compiled = ["public-records", "compiled"]

  it.effect("is cached in XDG_CACHE_HOME, or in the home folder if that is empty or relative", () =>
    Effect.gen(function* () {
      const [home, cache] = [yield* temporaryFolder, yield* temporaryFolder]
      assert.strictEqual((yield* run(["config"], { HOME: home, XDG_CACHE_HOME: cache })).code, 0)
      assert.deepStrictEqual([existsSync(join(cache, ...compiled)), existsSync(join(home, ".cache"))], [true, false])
      assert.strictEqual((yield* run(["config"], { HOME: home, XDG_CACHE_HOME: "" })).code, 0)
      assert.isTrue(existsSync(join(home, ".cache", ...compiled)))
      assert.strictEqual((yield* run(["config"], { HOME: home, XDG_CACHE_HOME: "caches" })).code, 0)
      assert.isFalse(existsSync("caches"))
    })
  )

  it.effect("is not needed for the version and the help of a command", () =>
    Effect.gen(function* () {
      const cache = yield* temporaryFolder
      for (const args of [["--version"], ["-v"], ["mirror", "sync", "-h"]]) {
        const { code, stderr, stdout } = yield* run(args, { XDG_CACHE_HOME: cache })
        assert.deepStrictEqual([code, stderr, stdout === ""], [0, "", false])
      }
      assert.isFalse(existsSync(join(cache, "public-records")))
      // Only the program itself has a version.
      const command = yield* run(["mirror", "sinc", "--help"], { XDG_CACHE_HOME: cache })
      assert.include(command.stdout + command.stderr, "public-records mirror")
      assert.isTrue(existsSync(join(cache, ...compiled)))
    })
  )
})

describe("a signal", () => {
  it.live("ends the program even if the reader of its output has stopped reading", () =>
    Effect.gen(function* () {
      const args = [executablePath, "complaints", "list", "--demo", "--all", "--format", "ndjson"]
      const child = yield* Effect.acquireRelease(
        Effect.sync(() => spawn(process.execPath, args, { env: bareEnvironment, stdio: ["ignore", "pipe", "ignore"] })),
        (program) => Effect.sync(() => program.kill("SIGKILL"))
      )
      const ended = once(child, "exit")
      // The output fills the pipe, because nothing more is read.
      yield* Effect.promise(() => once(child.stdout, "readable"))
      child.kill("SIGTERM")
      const end = yield* Effect.timeoutOrElse(
        Effect.promise(() => ended),
        { duration: "20 seconds", orElse: () => Effect.fail(new Error("The program has not ended.")) }
      )
      assert.deepStrictEqual(end, [143, null])
    }).pipe(Effect.scoped)
  )
})
