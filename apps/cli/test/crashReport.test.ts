import { KeyMask } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { reportCrash } from "../src/crashReport.ts"

const key = "kQ7dT2mX9pLw4RzV8bNcJ5hG1sYf3aUe6iOoP0Zx"
const masks = [new KeyMask(Option.some(Redacted.make(key)))]

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

describe("a crash report", () => {
  it.effect("contains the trace but not the key, and only its owner can read it", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const environment = { XDG_STATE_HOME: home, TERM: "xterm", NO_COLOR: "1", PUBLIC_RECORDS_API_KEY: key }
      const failure = yield* reportCrash(new Error(`fetching with ${key} went wrong`), environment, masks)
      const [name = ""] = yield* Effect.promise(() => readdir(join(home, "public-records")))
      const path = join(home, "public-records", name)
      const text = yield* Effect.promise(() => readFile(path, "utf8"))
      assert.include(failure.message, path)
      assert.strictEqual(failure.exitCode, 1)
      assert.match(text, /fetching with •••• went wrong/)
      assert.match(text, /crashReport\.test\.ts/)
      assert.match(text, /^TERM=xterm\nCOLORTERM=\nNO_COLOR=1\nTMUX=\nLANG=\nLC_ALL=\n\n/m)
      // The time of the test's clock.
      assert.strictEqual(name, "crash-1970-01-01T00-00-00-000Z.txt")
      assert.strictEqual((yield* Effect.promise(() => stat(path))).mode & 0o777, 0o600)
      for (const shown of [text, failure.message]) assert.notInclude(shown, key)
    }).pipe(Effect.scoped)
  )

  it.effect("contains none of several keys, neither in the file nor in the message", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const keys = ["4fQ9zL2mX7pRaH0eUj5Ws", "8dK3vN6tB1wYgC_oIqFx7"]
      const several = keys.map((one) => new KeyMask(Option.some(Redacted.make(one))))
      const { message } = yield* reportCrash(new Error(keys.join(" and ")), { XDG_STATE_HOME: home }, several)
      const [name = ""] = yield* Effect.promise(() => readdir(join(home, "public-records")))
      const text = yield* Effect.promise(() => readFile(join(home, "public-records", name), "utf8"))
      for (const shown of [text, message]) {
        assert.include(shown, "•••• and ••••")
        for (const one of keys) assert.notInclude(shown, one)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is in the home folder, unless another folder for states is set", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const environment = { XDG_STATE_HOME: "", HOME: home }
      const { message } = yield* reportCrash(new Error("a bug"), environment, masks)
      const [name = ""] = yield* Effect.promise(() => readdir(join(home, ".local", "state", "public-records")))
      assert.include(message, join(home, ".local", "state", "public-records", name))
    }).pipe(Effect.scoped)
  )

  it.effect("is replaced by a message if it cannot be written", () =>
    Effect.gen(function* () {
      const { message } = yield* reportCrash("a bug", { XDG_STATE_HOME: "/dev/null/state" }, masks)
      assert.match(message, /a bug\. The crash report could not be written to \/dev\/null\/state/)
    })
  )
})
