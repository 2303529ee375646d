import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readApiKey } from "../src/settings/apiKey.ts"
import { type KeySetting } from "../src/settings/userSettings.ts"
import { folder } from "./exportFolder.ts"

const keyOf = (kind: KeySetting["kind"], value: string, environment = {}) =>
  Effect.map(readApiKey({ kind, value, from: "here" }, environment), Redacted.value)

const failureOf = (kind: KeySetting["kind"], value: string) => Effect.flip(keyOf(kind, value))

/** Advances the time in small steps until a fiber has ended. */
const passTimeUntil = Effect.fnUntraced(function* <A, E>(fiber: Fiber.Fiber<A, E>) {
  while (fiber.pollUnsafe() === undefined) {
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    yield* TestClock.adjust("10 millis")
  }
  return yield* Fiber.join(fiber)
})

/** Waits until another process has done something. */
const until = (isTrue: () => boolean) =>
  Effect.promise(async () => {
    while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
  })

describe("a key", () => {
  for (const [what, bytes] of [
    ["a line end", Buffer.from("some-key\n")],
    ["a byte order mark and CRLF", Buffer.from("\uFEFFsome-key\r\n\r\n")]
  ] as const) {
    it.effect(`is read from a file with ${what}`, () =>
      Effect.gen(function* () {
        const path = join(yield* folder, "key")
        writeFileSync(path, bytes)
        assert.strictEqual(yield* keyOf("file", path), "some-key")
      })
    )
  }

  it.effect("is read from a command, without input and with the environment", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* keyOf("command", `cat; printf '%s\\n' "$SECRET"`, { SECRET: "some-key" }), "some-key")
    })
  )

  it.effect("has at most 1000 characters", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* keyOf("key", "x".repeat(1000)), 1000)
      const { exitCode, message } = yield* failureOf("key", "x".repeat(1001))
      assert.deepStrictEqual([exitCode, message.includes("is too long for an API key")], [2, true])
    })
  )

  for (const [kind, value, message] of [
    ["key", " ", "No API key found in here."],
    ["file", "/nowhere/key", "The key file /nowhere/key (here) cannot be used: it cannot be read (ENOENT)."],
    ["file", "/", "The key file / (here) cannot be used: it is a folder."],
    ["file", "/dev/zero", "The key file /dev/zero (here) cannot be used: it is larger than 1 MB."],
    ["command", `echo '${canaryKey}'; exit 7`, "The command for the API key (here) failed with 7."],
    ["command", "kill -9 $$", "The command for the API key (here) failed with SIGKILL."],
    ["command", "yes", "The command for the API key (here) failed with ERR_CHILD_PROCESS_STDIO_MAXBUFFER."],
    ["command", "(", "The command for the API key (here) failed with 2."]
  ] as const) {
    it.effect(`causes exit code 3 and names its source if it cannot be read: ${message}`, () =>
      Effect.gen(function* () {
        const failure = yield* failureOf(kind, value)
        assert.deepStrictEqual([failure.exitCode, failure.summary], [3, message])
        assert.deepStrictEqual(findCanary(failure.message), [])
      })
    )
  }

  it.effect("in UTF-16 is refused", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "key")
      writeFileSync(path, Buffer.from("\uFEFFsome-key\r\n", "utf16le"))
      assert.include((yield* failureOf("file", path)).message, "cannot be used: it is in UTF-16, not in UTF-8.")
    })
  )

  it.effect("is read from a pipe after waiting for it, for at most 10 seconds", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "pipe")
      execFileSync("mkfifo", [path])
      const read = yield* Effect.forkChild(keyOf("file", path))
      spawn("/bin/sh", ["-c", `echo some-key > '${path}'`], { stdio: "ignore" })
      assert.strictEqual(yield* passTimeUntil(read), "some-key")
      const silent = yield* Effect.forkChild(failureOf("file", path))
      assert.include((yield* passTimeUntil(silent)).message, "no data was received within 10 seconds")
    })
  )

  it.effect("is read from a command that takes at most 10 seconds", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "pid")
      const command = `trap '' TERM; echo $$ > '${file}.new'; mv '${file}.new' '${file}'; exec sleep 600`
      const read = yield* Effect.forkChild(failureOf("command", command))
      yield* until(() => existsSync(file))
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(read.pollUnsafe())
      yield* TestClock.adjust("1 second")
      const { exitCode, message } = yield* Fiber.join(read)
      assert.deepStrictEqual(
        [exitCode, message],
        [3, "The command for the API key (here) did not finish within 10 seconds. Run it by hand to see why."]
      )
      // The command is killed.
      yield* until(() => !existsSync(`/proc/${readFileSync(file, "utf8").trim()}`))
    })
  )
})
