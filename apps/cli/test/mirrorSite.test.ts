import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { run, start } from "./inProcess.ts"
import { fileOf, isOfService, makeFolder, pathOf, playedSite, uploaded } from "./playedSite.ts"

const key = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" }

describe("mirror sync without a key", () => {
  it.live("reads the daily files, and the next time says why there is nothing new", () =>
    Effect.gen(function* () {
      const { days, files, from, line, mirror, requests, status } = yield* playedSite()
      const plan = yield* run(line(`--dry-run --from ${from} --format table`))
      assert.deepStrictEqual([plan.code, plan.stdout, existsSync(mirror), requests.length], [0, "", false, 1])
      assert.match(
        plan.stderr,
        /^Plan: 4 daily files for \d{4}-.*: about 5 MB, 1 min\.\nPlan: the newest notices; an API key brings the older ones\.\n$/
      )
      const first = yield* run(line(`--from ${from} --format table`))
      assert.strictEqual(first.code, 0, first.stderr)
      assert.deepStrictEqual(first.stdout.split("\n").filter((text) => text.includes("  stored  ")).length, days.length)
      assert.match(
        first.stdout,
        /^[\d,]+ complaints, .* Days: \d+ stored\.\nDaily files: 4 stored\. .* in \d+ requests\.\n$/m
      )
      for (const { date } of files) assert.include(first.stderr, `${fileOf(date)}: stored, `)
      const sent = requests.length
      const second = yield* run(line("--format ndjson --quiet"))
      assert.strictEqual(second.code, 0)
      assert.isAtMost(requests.length - sent, 7)
      const report = JSON.parse(second.stdout.trim().split("\n").at(-1) ?? "")
      assert.deepInclude(report.dailyFiles.files, { stored: 0, unchanged: 4 })
      assert.strictEqual(report.dailyFiles.nothingNew.newest, files[0]?.date)
      const again = yield* run(line("--format table"))
      assert.match(again.stdout, /^Nothing new: newest file \d+ \w+/m)
      assert.match(again.stderr, /^Plan: no new daily file\.\n/)
      const { stdout } = yield* status
      assert.match(stdout, new RegExp(`^  Sources: ${days.length} days from daily files \\(${from} to `, "m"))
      assert.match(stdout, /^ {2}Daily files: newest file \d+ \w+/m)
      const doctor = yield* run(["doctor", "--mirror-file", mirror])
      assert.match(doctor.stdout, /mirror .* Daily files: newest file \d+ \w+.*\.$/m)
    }).pipe(Effect.scoped)
  )

  it.live("has the plan and each file as JSON", () =>
    Effect.gen(function* () {
      const { days, files, from, line } = yield* playedSite()
      const plan = JSON.parse((yield* run(line(`--dry-run --from ${from} --format json --quiet`))).stdout)
      assert.deepInclude(plan.events[0], { plan: true, notices: true, requests: 0 })
      assert.deepInclude(plan.events[0].dailyFiles, { files: 4, megabytes: 5 })
      const { stdout } = yield* run(line(`--from ${from} --format json --quiet`))
      const { events, report } = JSON.parse(stdout)
      const ofFiles = events.filter(({ file }: { file?: string }) => file !== undefined)
      assert.deepStrictEqual(
        ofFiles.map(({ file, left, outcome }: { file: string; left: number; outcome: string }) => [
          file,
          outcome,
          left
        ]),
        files.map(({ date }, index) => [fileOf(date), "stored", 3 - index])
      )
      assert.deepInclude(report, { records: 200 * days.length, requests: 0 })
      assert.deepInclude(report.dailyFiles, { ended: null, nothingNew: null })
      assert.deepInclude(events.at(-1), { list: "notices", changed: 1 })
      assert.isAbove(report.dailyFiles.bytes, 1000)
    }).pipe(Effect.scoped)
  )

  it.live("says that all files since 2022 take more than an hour, and reads nothing", () =>
    Effect.gen(function* () {
      const { line, mirror, requests } = yield* playedSite()
      const all = line("--from all").map((word, index, words) => (words[index - 1] === "--pause" ? "5" : word))
      const { code, stderr } = yield* run(all)
      assert.deepStrictEqual([code, requests.length, existsSync(mirror)], [2, 1, false], stderr)
      assert.include(stderr, "Nothing was read, because the plan takes more than an hour. Add --yes")
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["--from 2026-02-30", '--from: "2026-02-30" is not a date.'],
    ["--replace 2026-02-30", '--replace: "2026-02-30" is not a date.'],
    ["--replace=2026-11-20,tuesday", '--replace: "tuesday" is not a date.'],
    ["--replace=", "--replace: the value is empty."],
    ["2026-11-20", 'Unexpected argument "2026-11-20". Days follow --replace.'],
    ["--source somewhere", '--source cannot be "somewhere"'],
    ["--pause soon", '--pause: "soon" is not a number of seconds.'],
    ["--pause -1", "--pause"],
    ["--pause 2", "--pause: Requests to www.ftc.gov must be at least 5 seconds apart"],
    ["--site https://me:secret@site.test", "--site: The URL must not contain a password."],
    ["--site http://www.ftc.gov", "--site: http://www.ftc.gov is without TLS."],
    ["--user-agent é", "--user-agent: It is not a valid header."]
  ] as const)("refuses %s, and sends nothing", ([flags, message]) =>
    Effect.gen(function* () {
      const mirror = join(yield* makeFolder, "mirror.duckdb")
      const { code, stderr } = yield* run(["mirror", "sync", ...flags.split(" "), "--mirror-file", mirror])
      assert.deepStrictEqual([code, stderr.includes(message), existsSync(mirror)], [2, true, false], stderr)
    }).pipe(Effect.scoped)
  )

  it.live("logs requests with --verbose, and sends the name of --user-agent", () =>
    Effect.gen(function* () {
      const { files, from, line, server } = yield* playedSite()
      const { stderr } = yield* run(line(`--from ${from} --verbose --user-agent test/1`))
      const [newest] = files
      assert.match(stderr, new RegExp(`^GET ${server.url}${pathOf(newest?.date ?? "")} 200 \\d+ ms$`, "m"))
      assert.notInclude(stderr, ": stored, ")
    }).pipe(Effect.scoped)
  )
})

describe("mirror sync with a key", () => {
  it.live("reads from the service what the daily files lack, and never sends the key to the site", () =>
    Effect.gen(function* () {
      const { serve, files, from, status } = yield* playedSite()
      const [newest] = files
      const gap = { from: newest?.date ?? "", to: newest?.date ?? "" }
      const { line, requests, server } = yield* serve({ site: { gaps: [gap] } })
      const asked = [...line(`--from ${from} --format table`), "--base-url", server.url]
      const { code, stderr, stdout } = yield* run(asked, key)
      assert.strictEqual(code, 0, stderr)
      assert.match(stdout, /^Daily files: 3 stored/m)
      const [ofService, ofSite] = [requests.filter(isOfService), requests.filter((one) => !isOfService(one))]
      assert.isAbove(ofService.length, 0)
      assert.isTrue(ofService.every(({ hasKey }) => hasKey))
      assert.isAtLeast(ofSite.length, 4)
      assert.isFalse(ofSite.some(({ hasKey }) => hasKey))
      assert.match(
        (yield* status).stdout,
        /^ {2}Sources: \d+ days? from daily files .*, \d+ days? from the\s+service /m
      )
    }).pipe(Effect.scoped)
  )

  it.live("reads only the files, and not the key, with --source files", () =>
    Effect.gen(function* () {
      const { from, line, requests } = yield* playedSite()
      const broken = { PUBLIC_RECORDS_API_KEY_FILE: "/nowhere/key" }
      const { code, stderr } = yield* run(line(`--from ${from} --source files`), broken)
      assert.strictEqual(code, 0, stderr)
      assert.isFalse(requests.some(isOfService))
      assert.strictEqual((yield* run(line(""), broken)).code, 3)
      assert.strictEqual((yield* run(line("--source service"))).code, 3)
    }).pipe(Effect.scoped)
  )
})

describe("an edition with fewer records", () => {
  it.live("is held back once, named by status, and accepted by its day", () =>
    Effect.gen(function* () {
      const { files, from, line, serve, status } = yield* playedSite()
      const { date = "", days: [day = ""] = [] } = files[1] ?? {}
      assert.strictEqual((yield* run(line(`--from ${from}`))).code, 0)
      const edition = uploaded(date, { share: 0.5, suffix: "_0" })
      const later = yield* serve({ site: { uploads: [uploaded(date), edition] } })
      const held = yield* run(later.line("--format table"))
      assert.strictEqual(held.code, 6, held.stderr)
      assert.match(held.stderr, new RegExp(`Not replaced, because more than 1 % of the records would be lost: ${day}`))
      assert.include(held.stderr, `${fileOf(date, "_0")}: held back`)
      const again = yield* run(later.line("--format table"))
      assert.strictEqual(again.code, 0, again.stderr)
      const { stdout } = yield* status
      assert.match(stdout, new RegExp(`^  Held: ${day}.*, because the day would lose 100 of its 200 records\\.$`, "m"))
      assert.include(stdout, `run "public-records mirror sync --replace ${day}`)
      const accepted = yield* run(later.line(`--replace ${files[1]?.days.join(" ")} --format table`))
      assert.strictEqual(accepted.code, 0, accepted.stderr)
      assert.match(accepted.stdout, new RegExp(`^${day}  complete  100 rows.*  replaced  `, "m"))
      assert.notInclude((yield* status).stdout, "Held")
    }).pipe(Effect.scoped)
  )
})

describe("a site that is not as expected", () => {
  it.live("refuses one file: the others are read, and the exit code is 6 until it is there", () =>
    Effect.gen(function* () {
      const { files, from, line, server } = yield* playedSite()
      const date = files[1]?.date ?? ""
      server.faults.next({ do: "html", status: 200, on: { path: pathOf(date) } })
      const { code, stderr, stdout } = yield* run(line(`--from ${from} --format table`))
      assert.strictEqual(code, 6)
      assert.match(stdout, /^Daily files: 3 stored, 1 refused\./m)
      assert.match(
        stderr.trimEnd().split("\n").at(-1) ?? "",
        new RegExp(`^${fileOf(date)} was not stored: it is a web page`)
      )
      const next = yield* run(line("--format table"))
      assert.deepStrictEqual([next.code, /^Daily files: 1 stored/m.test(next.stdout)], [0, true], next.stderr)
    }).pipe(Effect.scoped)
  )

  it.live("says that the notices cannot be read, and exits with 0", () =>
    Effect.gen(function* () {
      const { from, line, server } = yield* playedSite()
      server.faults.next({ do: "html", status: 200, on: { path: "/feeds/*" } })
      const { code, stderr, stdout } = yield* run(line(`--from ${from} --format table`))
      assert.deepStrictEqual([code, /^Daily files: 4 stored\. /m.test(stdout)], [0, true], stderr)
      assert.match(stderr, /^\S+hsr-early-termination-notices\.xml cannot be read: /m)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    [
      "SiteRefused",
      6,
      { do: "html", status: 403 },
      /refuses this program, 403.*--user-agent.*--site https:\/\/search\.ftc\.gov/
    ],
    ["SiteChanged", 6, { do: "html", status: 200 }, /has no link to a daily file/],
    ["SiteUnreachable", 5, { do: "status", status: 503 }, /503.*Try again later/]
  ] as const)("ends a run whose index cannot be read: %s, exit code %i", ([reason, exitCode, fault, message]) =>
    Effect.gen(function* () {
      const { line, mirror } = yield* playedSite({ faults: { faults: [{ ...fault, on: { path: "/*" } }] } })
      const { code, stderr } = yield* run(line("--format json"))
      const { error } = JSON.parse(stderr.trim().split("\n").at(-1) ?? "")
      assert.deepStrictEqual(
        [code, error.reason, error.exitCode, existsSync(mirror)],
        [exitCode, reason, exitCode, false]
      )
      assert.match(error.message, message)
      assert.notInclude(error.message, "--source service")
      assert.include((yield* run(line(""), key)).stderr, "To read only the service, add --source service.")
    }).pipe(Effect.scoped)
  )
})

describe("an interrupted sync of daily files", () => {
  it.live("keeps the files before, exits with 130, and continues", () =>
    Effect.gen(function* () {
      const { days, files, from, line, server, status } = yield* playedSite()
      const [first, second] = files
      server.faults.next({ do: "stall", on: { path: pathOf(second?.date ?? "") } })
      const program = yield* start(line(`--from ${from} --format table`))
      yield* program.errorWith(`${fileOf(first?.date ?? "")}: stored, `)
      yield* program.signal("SIGINT")
      const { code, stderr } = yield* program.end
      assert.deepStrictEqual([code, stderr.includes("Stopped. What was read is stored;")], [130, true], stderr)
      assert.match((yield* status).stdout, new RegExp(` complaints, ${first?.days.length} days? from`))
      server.faults.set({ faults: [] })
      assert.strictEqual((yield* run(line(""))).code, 0)
      assert.match((yield* status).stdout, new RegExp(` complaints, ${days.length} days from ${from} to`))
    }).pipe(Effect.scoped)
  )
})
