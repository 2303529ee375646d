import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { complaintKind } from "../src/output/kinds.ts"
import { runCommandLine as runProgram } from "../src/commandLine.ts"
import { cannedService, json, wireComplaint } from "./cannedService.ts"
import { folder, lines, namesIn } from "./exportFolder.ts"
import { hostIn, run } from "./inProcess.ts"
import { listedService } from "./listedService.ts"

const environment = { PUBLIC_RECORDS_API_KEY: "a-key" }
const partitioned = ["--partition-by", "created-date"]
const range = (from: string, to: string) => ["--created-from", from, "--created-to", to]
const days = { "2021-07-01": 20, "2021-07-02": 120 }
const both = range("2021-07-01", "2021-07-02")
const plans = (stderr: string) => lines(stderr).filter((line) => line.startsWith("Plan"))

/** Runs a command line until standard error has a text, and then interrupts it. */
const interruptedAt = (text: string, args: ReadonlyArray<string>, variables = environment) =>
  Effect.promise(async () => {
    const host = hostIn({ environment: variables })
    const interrupt = new AbortController()
    const ended = Effect.runPromise(runProgram(args).pipe(Effect.provide(host.layer)), {
      signal: interrupt.signal
    }).then(
      (code) => String(code),
      () => "interrupted"
    )
    const isLate = AbortSignal.timeout(30_000)
    while (!host.written().stderr.includes(text) && !isLate.aborted) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    interrupt.abort()
    return { end: await ended, ...host.written() }
  })

/** Runs a command line an hour after the complaints of 13 July 2021, a Tuesday, are published. */
const runOnWednesday = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const clock = yield* Clock.Clock
  const ahead = Date.parse("2021-07-14T17:00:00Z") - clock.currentTimeMillisUnsafe()
  const now = () => clock.currentTimeMillisUnsafe() + ahead
  const shifted: typeof clock = Object.create(clock, {
    currentTimeMillisUnsafe: { value: now },
    currentTimeMillis: { value: Effect.sync(now) }
  })
  const host = hostIn({ environment })
  const program = runProgram(args).pipe(Effect.provide(host.layer), Effect.provideService(Clock.Clock, shifted))
  return { code: yield* program, ...host.written() }
})

/** A service that asks for a pause with every response. **Units** seconds. */
const pausing = (seconds: number) =>
  cannedService(json(429, { error: { code: "OVER_RATE_LIMIT", message: "Later." } }, { "retry-after": `${seconds}` }))

describe("an export by days", () => {
  it.live("prints the plan of several days before the first, and of one day with its pages, each once", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* listedService(days)
      const asked = ["export", "complaints", ...service.flags, "--out", path, ...partitioned]
      const first = yield* run([...asked, "--created-date", "2021-07-01"], environment)
      assert.deepStrictEqual(
        plans(first.stderr).map((line) => /\d+ complaints/.exec(line)?.[0]),
        ["20 complaints"]
      )
      // Only one of two days is left, so its plan comes with its pages too.
      const before = service.requests.length
      const second = yield* run([...asked, ...both], environment)
      assert.deepStrictEqual(
        plans(second.stderr).map((line) => /\d+ complaints/.exec(line)?.[0]),
        ["120 complaints"]
      )
      assert.strictEqual(service.requests.length - before, 3)
      const again = yield* run([...asked, ...both], environment)
      assert.lengthOf(plans(again.stderr), 1)
      assert.strictEqual(service.requests.length - before, 3)
      const more = yield* run([...asked, ...range("2021-06-29", "2021-07-02"), "--dry-run"], environment)
      assert.match(more.stderr, /^Plan for the rest: 0 complaints, /)
      const other = yield* run([...asked, ...range("2021-06-29", "2021-06-30"), "--dry-run"], environment)
      assert.match(other.stderr, /^Plan: 0 complaints, /)
    })
  )

  it.live("sends no request for a plan that --quiet hides", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const requests: Array<number> = []
      for (const flags of [[], ["--quiet"]]) {
        const service = yield* listedService(days)
        const asked = ["export", "complaints", ...service.flags, ...partitioned, ...both, ...flags]
        yield* run([...asked, "--out", join(path, `calls${flags.length}`)], environment)
        requests.push(service.requests.length)
      }
      assert.deepStrictEqual(requests, [5, 4])
    })
  )

  it.live("prints a line for each day, the sum of all days, and the number of days with a different total", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* cannedService((request, response) => {
        const isFirst = request.url?.includes("2021-07-01") === true && !request.url.includes("2021-07-02")
        const offset = Number(/offset=(\d+)/.exec(request.url ?? "")?.[1] ?? 0)
        const data = offset === 0 ? [wireComplaint("a"), wireComplaint("b")] : [wireComplaint("b")].slice(offset - 1)
        json(200, { data, meta: { "records-total": isFirst ? 2 : 7 } })(request, response)
      })
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", ...partitioned, "--out", path]
      const { code, stderr } = yield* run([...asked, ...both, "--strict"], environment)
      assert.strictEqual(code, 6)
      assert.match(stderr, /^2021-07-01: 2 complaints in \d+ requests?\.$/m)
      assert.match(stderr, /^2021-07-02: 2 complaints in \d+ requests, .*\.$/m)
      assert.match(stderr, /^4 complaints in \d+ requests, /m)
      assert.match(stderr, /differs for 1 day\./)
      assert.match(stderr, /--strict/)
      // The other day first.
      const ascending = [...asked.slice(0, -1), `${path}2`, ...both, "--sort", "asc"]
      const last = yield* run([...ascending, "--strict"], environment)
      assert.strictEqual(last.code, 6)
      assert.include(
        last.stderr,
        "The service reports 7 complaints, but 2 were received, which --strict does not allow."
      )
    })
  )

  it.live("does not say that totals differ if the service reports none", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* cannedService(json(200, { data: [], meta: {} }))
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", ...partitioned, "--out", path]
      const { code, stderr } = yield* run([...asked, ...both, "--strict"], environment)
      assert.strictEqual(code, 0, stderr)
      assert.match(stderr, /^2021-07-01: 0 complaints in \d requests?\.$/m)
      assert.notMatch(stderr, /differ/)
    })
  )

  it.live("skips a day that another export completes in the meantime", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const exporting = (url: string, dates: ReadonlyArray<string>) => {
        const line = [
          "export",
          "complaints",
          "--base-url",
          url,
          "--allow-http",
          "--out",
          path,
          ...partitioned,
          ...dates
        ]
        return run([...line, "--quiet", "--report", "json"], environment)
      }
      let other: Promise<unknown> | undefined
      const service = yield* cannedService((request, response) => {
        const [day = ""] = /2021-07-0[12]/.exec(request.url ?? "") ?? []
        const data = request.url?.includes("offset=0") === true ? [wireComplaint(day)] : []
        const respond = () => json(200, { data, meta: { "records-total": 1 } })(request, response)
        if (other !== undefined) return respond()
        // The first response is sent when another export has completed the other day.
        const otherDay = day === "2021-07-01" ? "2021-07-02" : "2021-07-01"
        other = Effect.runPromise(exporting(service.url, ["--created-date", otherDay])).then(respond)
      })
      const { code, stderr, stdout } = yield* exporting(service.url, both)
      assert.strictEqual(code, 0, stderr)
      const { daysAdded, daysComplete } = JSON.parse(stdout)
      assert.deepStrictEqual([daysAdded, daysComplete], [1, 1])
      assert.lengthOf(
        service.requests.filter(({ url }) => url.includes("offset=0")),
        2
      )
    })
  )

  it.live("skips days without complaints within a day of their publication, and unpublished days", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* listedService({})
      const asked = ["export", "complaints", ...service.flags, "--out", path, ...partitioned, "--report", "json"]
      const { stdout, stderr } = yield* runOnWednesday([...asked, ...range("2021-07-11", "2021-07-16")])
      const { daysAdded, daysComplete, daysNotPublished } = JSON.parse(stdout)
      assert.deepStrictEqual([daysAdded, daysComplete, daysNotPublished], [2, 0, 4])
      assert.match(stderr, / 2021-07-13, 2021-07-14 to 2021-07-16\.$/m)
      const local = join(yield* folder, "data.json")
      writeFileSync(local, JSON.stringify([wireComplaint("a", { "created-date": "2021-07-13 12:00:00" })]))
      const demo = ["export", "complaints", "--data", local, "--out", `${path}2`, ...partitioned, "--report", "json"]
      const ofData = yield* runOnWednesday([...demo, ...range("2021-07-11", "2021-07-16")])
      assert.deepInclude(JSON.parse(ofData.stdout), { daysAdded: 1, daysComplete: 0, daysNotPublished: 3 })
    })
  )

  it.live("has every day of a mirror, even one without matches within a day of its publication", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const [daily, mirror] = [join(path, "DNC_Complaint_Numbers_2021-07-14.csv"), join(path, "mirror.duckdb")]
      const row = "2165550100,2021-07-13 10:00:00,2021-07-13 09:00:00,Akron,Ohio,330,Other,Y"
      writeFileSync(daily, `${complaintKind.csv.header.join()}\r\n${row}\r\n`)
      assert.strictEqual((yield* run(["mirror", "import", daily, "--mirror-file", mirror])).code, 0)
      const asked = ["export", "complaints", "--mirror-file", mirror, "--number", "999", ...partitioned]
      const { stdout } = yield* runOnWednesday([...asked, "--out", join(path, "calls"), "--report", "json"])
      assert.deepInclude(JSON.parse(stdout), { records: 0, daysAdded: 1, daysNotPublished: 0 })
    })
  )

  it.live("is empty only if neither complete nor added days have records", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* listedService({ "2021-07-01": 3 })
      const asked = ["export", "complaints", ...service.flags, "--out", path, ...partitioned, "--fail-if-empty"]
      const codeOf = (...flags: ReadonlyArray<string>) =>
        Effect.map(run([...asked, ...flags], environment), ({ code }) => code)
      const empty = ["--created-date", "2021-07-02"]
      assert.strictEqual(yield* codeOf(...empty, "--dry-run"), 7)
      assert.strictEqual(yield* codeOf(...both, "--dry-run"), 0)
      assert.strictEqual(yield* codeOf(...empty), 7)
      assert.strictEqual(yield* codeOf(...empty), 7)
      assert.strictEqual(yield* codeOf(...empty, "--dry-run"), 7)
      assert.strictEqual(yield* codeOf(...both), 0)
      assert.strictEqual(yield* codeOf(...both), 0)
      assert.strictEqual(yield* codeOf(...both, "--dry-run"), 0)
    })
  )

  it.live("is not empty in a dry run if an interrupted day has records", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const service = yield* listedService({ "2021-07-02": 120 }, { refusesFrom: 2 })
      const day = ["--created-date", "2021-07-02", "--out", path, ...partitioned]
      assert.strictEqual((yield* run(["export", "complaints", ...service.flags, ...day], environment)).code, 6)
      const gone = yield* listedService({})
      const asked = ["export", "complaints", ...gone.flags, ...day, "--dry-run", "--fail-if-empty"]
      const dry = yield* run(asked, environment)
      assert.strictEqual(dry.code, 0)
      assert.match(dry.stderr, /^Plan for the rest: /m)
    })
  )

  it.live("has a manifest of all its days, unless an export to it was interrupted", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "calls")
      const asked = ["--out", path, ...partitioned, ...both]
      const exportWith = Effect.fnUntraced(function* (refusesFrom?: number) {
        const service = yield* listedService(days, refusesFrom === undefined ? {} : { refusesFrom })
        const { code } = yield* run(["export", "complaints", ...service.flags, ...asked], environment)
        return [code, existsSync(join(path, "_manifest.json"))]
      })
      assert.deepStrictEqual(yield* exportWith(5), [6, false])
      assert.deepStrictEqual(yield* exportWith(), [0, true])
      rmSync(join(path, "created_date=2021-07-01"), { recursive: true })
      assert.deepStrictEqual(yield* exportWith(1), [6, false])
      assert.deepStrictEqual(yield* exportWith(), [0, true])
      // All days are complete, but the last run was killed before it wrote the manifest.
      rmSync(join(path, "_manifest.json"))
      assert.deepStrictEqual(yield* exportWith(), [0, true])
    })
  )

  it.live("states that the data is the sample, but not for files", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const data = join(path, "data.json")
      writeFileSync(data, JSON.stringify([wireComplaint("a", { "created-date": "2021-07-01 12:00:00" })]))
      for (const [source, isSample] of [
        [["--demo"], true],
        [["--data", data], false]
      ] as const) {
        for (const out of [
          ["--out", join(path, `${isSample}`), ...partitioned],
          ["--out", join(path, "all.csv")]
        ]) {
          const asked = ["export", "complaints", ...source, "--created-date", "2021-07-01", ...out]
          assert.strictEqual((yield* run(asked)).stderr.includes("Sample data"), isSample)
        }
      }
    })
  )

  it.live("waits for two hours if the service requests it, for a folder and for a file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const out of [
        ["--out", join(path, "calls"), ...partitioned, ...both],
        ["--out", join(path, "all.csv")]
      ]) {
        const service = yield* pausing(7200)
        const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", ...out]
        const { end } = yield* interruptedAt("Waiting until", asked)
        assert.strictEqual(end, "interrupted")
        const longer = yield* pausing(3 * 3600 + 60)
        const refused = ["export", "complaints", "--base-url", longer.url, "--allow-http", ...out]
        assert.strictEqual((yield* run(refused, environment)).code, 4)
      }
    })
  )
})

describe("an export to one file", () => {
  it.live("names the day that is not published yet, if the query is for one day of the service", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.ndjson")
      const service = yield* listedService(days)
      const namesIt = (source: ReadonlyArray<string>, ...query: ReadonlyArray<string>) =>
        Effect.map(run(["export", ...source, ...query, "--out", file], environment), ({ stderr }) =>
          /^The complaints of 2999-01-01 are not published yet/m.test(stderr)
        )
      const complaints = ["complaints", ...service.flags]
      assert.isTrue(yield* namesIt(complaints, "--created-date", "2999-01-01"))
      assert.isFalse(yield* namesIt(complaints, "--created-date", "2021-07-01"))
      assert.isTrue(yield* namesIt(complaints, ...range("2999-01-01", "2999-01-01")))
      assert.isFalse(yield* namesIt(complaints, "--violation-date", "2999-01-01"))
      assert.isFalse(yield* namesIt(["complaints", "--demo"], "--created-date", "2999-01-01"))
      assert.isFalse(yield* namesIt(["notices", "--demo"], "--date", "2999-01-01"))
    })
  )

  it.live("has an empty plan after all pages, even if the file is not finished", () =>
    Effect.gen(function* () {
      for (const [data, code] of [
        [[wireComplaint("a")], 0],
        [[], 7]
      ] as const) {
        const file = join(yield* folder, "all.ndjson")
        // The file's name is taken by a folder while the last page is read.
        const service = yield* cannedService((request, response) => {
          mkdirSync(file, { recursive: true })
          json(200, { data, meta: { "records-total": data.length } })(request, response)
        })
        const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", "--out", file]
        assert.strictEqual((yield* run(asked, environment)).code, 1)
        const before = service.requests.length
        const dry = yield* run([...asked, "--format", "ndjson", "--dry-run", "--fail-if-empty"], environment)
        assert.match(dry.stderr, /^Plan for the rest: 0 complaints, 0 pages, 0 requests\.$/m)
        assert.deepStrictEqual([dry.code, service.requests.length], [code, before])
      }
    })
  )

  it.live("is not empty in a dry run if an interrupted run has records", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "all.ndjson")
      const service = yield* listedService({ "2021-07-02": 120 }, { refusesFrom: 2 })
      assert.strictEqual((yield* run(["export", "complaints", ...service.flags, "--out", file], environment)).code, 6)
      const gone = yield* listedService({})
      const codeOf = (out: ReadonlyArray<string>) =>
        Effect.map(
          run(["export", "complaints", ...gone.flags, ...out, "--dry-run", "--fail-if-empty"], environment),
          ({ code }) => code
        )
      assert.strictEqual(yield* codeOf(["--out", file]), 0)
      assert.strictEqual(yield* codeOf([]), 7)
      assert.deepStrictEqual(
        (yield* namesIn(join(file, ".."))).map((name) => name.replace("all.ndjson", "")),
        [".checkpoint", ".partial"]
      )
    })
  )

  it.live("is refused by --strict if every record was rejected, also with --fail-if-empty", () =>
    Effect.gen(function* () {
      const out = ["--out", join(yield* folder, "day.ndjson")]
      const broken = { type: "dnc_complaint", id: "b", attributes: {} }
      const service = yield* cannedService(json(200, { data: [broken], meta: { "records-total": 1 } }))
      const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", ...out]
      const codeOf = (...flags: ReadonlyArray<string>) =>
        Effect.map(run([...asked, "--restart", ...flags], environment), ({ code }) => code)
      const usual = yield* run(asked, environment)
      assert.include(usual.stderr, "No complaint was written: 1 complaint was rejected.\nDone: ")
      assert.deepStrictEqual([usual.code, yield* codeOf("--fail-if-empty")], [0, 7])
      assert.deepStrictEqual([yield* codeOf("--strict"), yield* codeOf("--strict", "--fail-if-empty")], [6, 6])
    })
  )

  it.live(
    "adds a day with records, even if all were rejected, but not an empty day within a day of its publication",
    () =>
      Effect.gen(function* () {
        const path = yield* folder
        const broken = { type: "dnc_complaint", id: "b", attributes: {} }
        for (const [data, day, daysAdded] of [
          [[wireComplaint("a")], "2021-07-13", 1],
          [[], "2021-07-12", 1],
          [[], "2021-07-13", 0],
          [[broken], "2021-07-13", 1],
          [[broken], "2021-07-14", 0]
        ] as const) {
          const service = yield* cannedService(json(200, { data, meta: { "records-total": data.length } }))
          const asked = ["export", "complaints", "--base-url", service.url, "--allow-http", "--report", "json"]
          const { stdout } = yield* runOnWednesday([...asked, "--out", join(path, "day.ndjson"), "--created-date", day])
          assert.strictEqual(JSON.parse(stdout).daysAdded, daysAdded, day)
        }
      })
  )
})
