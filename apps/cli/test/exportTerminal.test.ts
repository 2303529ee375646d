import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { join } from "node:path"
import { runCommandLine as runProgram } from "../src/commandLine.ts"
import { cannedService, json, wireComplaint } from "./cannedService.ts"
import { folder } from "./exportFolder.ts"
import { hostIn, type RunEnvironment } from "./inProcess.ts"

const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }
const terminal = { columns: 80 }
const erase = "\r\u001B[K"

/** Runs an export from a service that takes some time for each page, while nothing else takes time. */
const runSlowly = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  streams: RunEnvironment,
  millisPerPage = 60_000
) {
  const clock = yield* Clock.Clock
  const startedAt = clock.currentTimeMillisUnsafe()
  let pages = 0
  const now = () => startedAt + pages * millisPerPage
  const slow: typeof clock = Object.create(clock, {
    currentTimeMillisUnsafe: { value: now },
    currentTimeMillis: { value: Effect.sync(now) }
  })
  const { url } = yield* cannedService((request, response) => {
    pages++
    const offset = Number(new URL(request.url ?? "", "http://service.test").searchParams.get("offset"))
    const data = Array.from({ length: 50 }, (_, index) => wireComplaint(`id-${offset + index}`))
    json(200, { data: data.slice(0, Math.max(0, 120 - offset)), meta: { "records-total": 120 } })(request, response)
  })
  const host = hostIn({ environment, ...streams })
  const code = yield* runProgram(["export", "complaints", "--base-url", url, "--allow-http", ...args]).pipe(
    Effect.provide(host.layer),
    Effect.provideService(Clock.Clock, slow)
  )
  return { code, ...host.written() }
})

describe("the progress of an export", () => {
  it.live("replaces a line on a terminal, unless the records are printed there too", () =>
    Effect.gen(function* () {
      const toOutput = ["--out", "-"]
      const toFile = ["--out", join(yield* folder, "all.ndjson")]
      for (const [args, streams, isLine] of [
        [toFile, terminal, true],
        [toOutput, { ...terminal, isPiped: true }, true],
        [toOutput, terminal, false],
        [toOutput, {}, false]
      ] as const) {
        const { code, stderr } = yield* runSlowly(args, streams)
        assert.strictEqual(code, 0, stderr)
        assert.include(stderr, "120 of 120 ")
        assert.strictEqual(stderr.includes(`${erase}120 of 120 `), isLine, stderr)
      }
      const silent = yield* runSlowly([...toOutput, "--quiet"], {})
      assert.deepStrictEqual([silent.code, silent.stderr.includes("120 of 120")], [0, false], silent.stderr)
    })
  )

  it.live("is updated four times a second on a terminal, and every minute elsewhere", () =>
    Effect.gen(function* () {
      for (const [streams, millisPerPage, updates] of [
        [{ ...terminal, isPiped: true }, 249, 1],
        [{ ...terminal, isPiped: true }, 250, 3],
        [{}, 59_999, 1],
        [{}, 60_000, 3]
      ] as const) {
        const { stderr } = yield* runSlowly(["--out", "-"], streams, millisPerPage)
        assert.lengthOf([...stderr.matchAll(/\d+ of 120 \(/g)], updates, stderr)
      }
    })
  )
})
