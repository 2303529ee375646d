import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { closeSync, createReadStream, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { folder, lines } from "./exportFolder.ts"
import { run } from "./inProcess.ts"
import { listedService } from "./listedService.ts"

const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }
const demo = ["export", "complaints", "--demo", "--area-code", "614"]

/** A file with a complaint whose city has an escape sequence and a character that hides. */
const hostileData = Effect.map(folder, (path) => {
  const file = join(path, "hostile.ndjson")
  const complaint = {
    id: "a",
    companyPhoneNumber: "4703352559",
    createdDate: "2021-07-05 10:00:00",
    violationDate: "2021-07-05 10:00:00",
    consumerCity: "Col\u001B[2Jum\u3164bus",
    consumerState: "Ohio",
    consumerAreaCode: "614",
    subject: "Other",
    isRobocall: true
  }
  writeFileSync(file, `${JSON.stringify(complaint)}\n`)
  return file
})

describe("export --out -", () => {
  it.live("writes safe text to a terminal, and exact text to a pipe", () =>
    Effect.gen(function* () {
      const asked = ["export", "complaints", "--data", yield* hostileData, "--out", "-", "--quiet"]
      const cityIn = (format: string, columns?: number) =>
        Effect.map(run([...asked, "--format", format], {}, columns === undefined ? {} : { columns }), ({ stdout }) => {
          return /Col.*?bus/.exec(stdout)?.[0]
        })
      assert.strictEqual(yield* cityIn("csv"), "Col\u001B[2Jum\u3164bus")
      assert.strictEqual(yield* cityIn("csv", 80), "Col␛[2Jum�bus")
      const { stdout } = yield* run([...asked, "--format", "csv"], {}, { columns: 80 })
      assert.match(stdout, /^Company_Phone_Number,[^\\\r]*\n[^\\\r]*,Y\n$/)
      assert.strictEqual(yield* cityIn("ndjson"), `${String.raw`Col\u001b[2Jum`}\u3164bus`)
      assert.strictEqual(yield* cityIn("ndjson", 80), String.raw`Col\u001b[2Jum\u3164bus`)
    })
  )

  for (const out of ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) {
    it.live(`writes to standard output for ${out} and reports the size`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* run([...demo, "--out", out, "--format", "csv"])
        assert.strictEqual(code, 0, stderr)
        const [, size = ""] = /, ([\d,]+) bytes\./.exec(stderr) ?? []
        assert.strictEqual(Number(size.replaceAll(",", "")), Buffer.byteLength(stdout))
        assert.match(stderr, /^Plan: \d+ complaints, /m)
      })
    )
  }

  it.live("stops at --limit, without unnecessary requests", () =>
    Effect.gen(function* () {
      for (const [max, requests, reachesMax] of [
        [49, 1, true],
        [50, 1, true],
        [51, 2, true],
        [119, 3, true],
        [120, 3, true],
        [121, 3, false]
      ] as const) {
        const service = yield* listedService({ "2021-07-07": 120 })
        const asked = ["export", "complaints", ...service.flags, "--out", "-", "--limit", String(max)]
        const { stderr, stdout } = yield* run(asked, environment)
        assert.strictEqual(lines(stdout).length, Math.min(max, 120))
        assert.strictEqual(service.requests.length, requests, String(max))
        assert.strictEqual(stderr.includes("at --limit."), reachesMax, stderr)
      }
    })
  )

  it.live("does not mention resuming, because it writes no checkpoint", () =>
    Effect.gen(function* () {
      const toOutput = yield* listedService({ "2021-07-07": 230 }, { refusesFrom: 3 })
      const toFile = yield* listedService({ "2021-07-07": 230 }, { refusesFrom: 3 })
      const file = join(yield* folder, "all.ndjson")
      const printed = yield* run(["export", "complaints", ...toOutput.flags, "--out", "-"], environment)
      const kept = yield* run(["export", "complaints", ...toFile.flags, "--out", file], environment)
      assert.deepStrictEqual([printed.code, kept.code], [6, 6])
      assert.include(kept.stderr, "99 complaints are saved")
      assert.notInclude(printed.stderr, "saved")
    })
  )

  it.live("shows progress on a terminal only if the records are not printed there", () =>
    Effect.gen(function* () {
      const eraseLine = "\r\u001B[K"
      const file = join(yield* folder, "all.parquet")
      const screen = { columns: 80 }
      const printed = yield* run([...demo, "--out", "-", "--format", "csv"], {}, screen)
      const written = yield* run([...demo, "--out", file], {}, screen)
      assert.notInclude(printed.stderr, eraseLine)
      assert.include(written.stderr, eraseLine)
    })
  )
})

describe("the size of an export to standard output", () => {
  it.live("is in bytes, not in characters", () =>
    Effect.gen(function* () {
      const { stderr, stdout } = yield* run(["export", "complaints", "--data", yield* hostileData, "--out", "-"])
      const bytes = Buffer.byteLength(stdout)
      assert.isAbove(bytes, stdout.length)
      assert.include(stderr, `1 complaint in 1 request: standard output, ${bytes} bytes.`)
    })
  )
})

describe("export to a descriptor or a pipe", () => {
  const expected = Effect.map(run([...demo, "--out", "-", "--quiet"]), ({ stdout }) => stdout)

  for (const place of ["/dev/fd", "/proc/self/fd"]) {
    it.live(`continues at the position of an open file, as ${place}/N, and leaves it open`, () =>
      Effect.gen(function* () {
        const path = join(yield* folder, "open")
        const descriptor = openSync(path, "w")
        writeFileSync(descriptor, "first\n")
        const { code, stderr } = yield* run([...demo, "--out", `${place}/${descriptor}`, "--quiet"])
        writeFileSync(descriptor, "last\n")
        closeSync(descriptor)
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.strictEqual(readFileSync(path, "utf8"), `first\n${yield* expected}last\n`)
      })
    )
  }

  it.live("is refused with exit code 1 for a descriptor that is closed or internal to Node.js", () =>
    Effect.gen(function* () {
      const own = readdirSync("/proc/self/fd").find((descriptor) => {
        try {
          return readlinkSync(`/proc/self/fd/${descriptor}`).includes("[eventpoll]")
        } catch {
          return false
        }
      })
      const fix = "Choose another path with --out, or fix this one.\n"
      for (const [descriptor, reason] of [
        ["9999", "EBADF: bad file descriptor, fstat"],
        [own ?? "none", "it is not open"]
      ] as const) {
        const { code, stderr } = yield* run([...demo, "--out", `/dev/fd/${descriptor}`, "--quiet"])
        assert.deepStrictEqual([code, stderr], [1, `/dev/fd/${descriptor} cannot be written: ${reason}. ${fix}`])
      }
    })
  )

  it.live("fails with the reason if a device is full, and writes to one that is not", () =>
    Effect.gen(function* () {
      const full = yield* run([...demo, "--out", "/dev/full", "--quiet"])
      assert.match(full.stderr, /^\/dev\/full cannot be written: ENOSPC/)
      // Like /dev/null, which every program needs, so that no mistake may replace it.
      const empty = yield* run([...demo, "--out", "/dev/zero", "--quiet"])
      assert.deepStrictEqual([full.code, empty.code, empty.stderr], [1, 0, ""])
    })
  )

  it.live("writes to a named pipe, and ends silently if the reader closes it", () =>
    Effect.gen(function* () {
      const pipe = join(yield* folder, "pipe.ndjson")
      execFileSync("mkfifo", [pipe])
      const whole = createReadStream(pipe, "utf8")
      let text = ""
      whole.on("data", (part) => (text += part))
      const closed = once(whole, "close")
      const filled = yield* run([...demo, "--out", pipe, "--quiet"])
      yield* Effect.promise(() => closed)
      assert.deepStrictEqual(filled, { code: 0, stdout: "", stderr: "" })
      assert.strictEqual(text, yield* expected)
      const brief = createReadStream(pipe)
      brief.once("data", () => brief.destroy())
      const left = yield* run(["export", "complaints", "--demo", "--out", pipe, "--quiet"])
      assert.deepStrictEqual(left, { code: 0, stdout: "", stderr: "" })
    })
  )
})
