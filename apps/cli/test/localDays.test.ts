import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, page } from "./cannedService.ts"
import { run } from "./inProcess.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const dataFile = (name: string, records: ReadonlyArray<object>) =>
  Effect.map(folder, (path) => {
    const file = join(path, name)
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""))
    return file
  })

const complaint = (id: string, createdDate: string) => ({
  id,
  companyPhoneNumber: "4703352559",
  createdDate,
  violationDate: createdDate,
  consumerCity: "latest",
  consumerState: "Ohio",
  consumerAreaCode: "614",
  subject: "Other",
  isRobocall: true
})

const notice = (id: string, date: string, created: string) => ({
  id,
  transactionNumber: "20110718",
  title: `${id}; A; B`,
  acquiringParty: "A",
  acquiredParty: "B",
  acquiredEntities: [],
  date,
  created,
  updated: created,
  tags: null
})

const complaints = dataFile("complaints.ndjson", [
  complaint("a", "2021-07-03 23:59:59"),
  complaint("b", "2021-07-05 00:00:00"),
  complaint("c", "2021-07-05 10:00:00")
])

/** Notices whose order of creation differs from the order of their dates. */
const notices = dataFile("notices.ndjson", [
  notice("a", "2011-04-11", "2011-05-01T10:00:00+00:00"),
  notice("b", "2011-04-13", "2011-05-02T10:00:00+00:00"),
  notice("c", "2011-04-01", "2011-05-03T10:00:00+00:00"),
  notice("d", "2011-04-12", "2011-05-04T10:00:00+00:00")
])

const records = (text: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const idsOf = (text: string) =>
  records(text)
    .map(({ id }) => id)
    .toSorted()

describe("latest", () => {
  for (const [asked, expected] of [
    [
      ["--created-date", "latest"],
      ["b", "c"]
    ],
    [
      ["--created-date", " Latest "],
      ["b", "c"]
    ],
    [
      ["--created-from", "latest", "--created-to", "latest"],
      ["b", "c"]
    ],
    [
      ["--created-from", "2021-07-01", "--created-to", "latest"],
      ["a", "b", "c"]
    ],
    [
      ["--violation-date", "latest"],
      ["b", "c"]
    ],
    [
      ["--violation-from", "latest", "--violation-to", "2021-07-05"],
      ["b", "c"]
    ],
    [
      ["--violation-from", "2021-07-01", "--violation-to", "latest"],
      ["a", "b", "c"]
    ],
    [
      ["--state", "Ohio", "--city", "latest"],
      ["a", "b", "c"]
    ]
  ] as const) {
    it.effect(`is the last day of the complaints in the data: ${asked.join(" ")}`, () =>
      Effect.gen(function* () {
        const data = yield* complaints
        const listed = yield* run(["complaints", "list", "--data", data, ...asked])
        const exported = yield* run(["export", "complaints", "--data", data, ...asked, "--out", "-", "--quiet"])
        assert.deepStrictEqual([idsOf(listed.stdout), idsOf(exported.stdout)], [expected, expected], listed.stderr)
      })
    )
  }

  it.effect("is the latest date of the notices in the data, even if another notice was created last", () =>
    Effect.gen(function* () {
      const data = yield* notices
      const listed = yield* run(["notices", "list", "--data", data, "--date", "latest"])
      const exported = yield* run(["export", "notices", "--data", data, "--date", "latest", "--out", "-", "--quiet"])
      const titled = yield* run(["notices", "list", "--data", data, "--title", "latest"])
      assert.deepStrictEqual(
        [listed, exported, titled].map(({ stdout }) => idsOf(stdout)),
        [["b"], ["b"], []]
      )
    })
  )

  it.effect("is the last day of the sample with --demo, in both collections", () =>
    Effect.gen(function* () {
      const complaints = yield* run(["complaints", "list", "--demo", "--created-date", "latest", "--all"])
      assert.strictEqual(records(complaints.stdout).length, 14_034)
      const all = yield* run(["notices", "list", "--demo", "--all"])
      const latest = yield* run(["notices", "list", "--demo", "--date", "latest", "--all"])
      const dates = records(all.stdout).map(({ date }) => String(date))
      const last = dates.toSorted().at(-1)
      assert.deepStrictEqual(
        records(latest.stdout).map(({ date }) => date),
        dates.filter((date) => date === last)
      )
      assert.isNotEmpty(records(latest.stdout))
    })
  )

  it.effect("selects the folder of the last day in a partitioned export", () =>
    Effect.gen(function* () {
      const data = yield* complaints
      const out = join(yield* folder, "calls")
      const range = ["--created-from", "2021-07-05", "--created-to", "latest"]
      const exported = ["export", "complaints", "--data", data, ...range, "--out", out]
      const { code, stderr } = yield* run([...exported, "--partition-by", "created-date"])
      assert.strictEqual(code, 0, stderr)
      assert.deepStrictEqual(
        readdirSync(out).filter((name) => !name.startsWith("_")),
        ["created_date=2021-07-05"]
      )
    })
  )

  it.effect("is refused with the name of the flag if the range then ends before it starts", () =>
    Effect.gen(function* () {
      const data = yield* complaints
      const range = ["--created-from", "2021-08-01", "--created-to", "latest"]
      for (const asked of [
        ["complaints", "list"],
        ["export", "complaints", "--out", "-"]
      ]) {
        const { code, stderr } = yield* run([...asked, "--data", data, ...range])
        assert.strictEqual(code, 2)
        assert.include(stderr, "--created-to: The range ends on 2021-07-05, before it begins on 2021-08-01")
      }
    })
  )
})

describe("an empty result of local data", () => {
  const complaintDays = "No complaints match. The data contains complaints created from 2021-07-03 to 2021-07-05."
  const noticeDays = "No notices match. The data contains notices dated from 2011-04-01 to 2011-04-13."

  for (const [flags, isExport] of [
    [["list"], false],
    [["list", "--all", "--format", "csv"], false],
    [["list", "--format", "table"], false],
    [["--out", "-"], true],
    [["--out", "FOLDER/all.ndjson"], true],
    [["--dry-run"], true]
  ] as const) {
    it.effect(`names the days that the data covers: ${isExport ? "export " : ""}${flags.join(" ")}`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const of = (collection: string) =>
          [...(isExport ? ["export", collection] : [collection]), ...flags].map((word) => word.replace("FOLDER", path))
        const some = yield* run([...of("complaints"), "--data", yield* complaints, "--created-date", "2021-07-04"])
        const other = yield* run([...of("notices"), "--data", yield* notices, "--date", "2011-04-02"])
        assert.deepStrictEqual([some.code, other.code], [0, 0], some.stderr + other.stderr)
        assert.include(some.stderr.split("\n"), complaintDays)
        assert.include(other.stderr.split("\n"), noticeDays)
      })
    )
  }

  it.effect("names the days for a partitioned export without records", () =>
    Effect.gen(function* () {
      const out = join(yield* folder, "calls")
      const asked = ["export", "complaints", "--data", yield* complaints, "--created-date", "2021-07-04", "--out", out]
      const { code, stderr } = yield* run([...asked, "--partition-by", "created-date"])
      assert.strictEqual(code, 0, stderr)
      assert.include(stderr.split("\n"), complaintDays)
    })
  )

  it.effect("names a single day, or reports that the data is empty", () =>
    Effect.gen(function* () {
      const demo = yield* run(["complaints", "list", "--demo", "--created-date", "1999-01-01"])
      const none = yield* run([
        "complaints",
        "list",
        "--data",
        yield* dataFile("none.ndjson", [notice("a", "2011-04-11", "2011-05-01T10:00:00+00:00")]),
        "--created-date",
        "latest"
      ])
      assert.include(
        demo.stderr.split("\n"),
        "No complaints match. The data contains complaints created from 2019-12-13 to 2021-07-07."
      )
      assert.include(none.stderr.split("\n"), "No complaints match. The data contains no complaints.")
    })
  )

  it.effect("after the last record names the offset", () =>
    Effect.gen(function* () {
      const asked = ["--data", yield* complaints, "--offset", "3"]
      const listed = yield* run(["complaints", "list", ...asked])
      const exported = yield* run(["export", "complaints", ...asked, "--out", "-"])
      const expected =
        "No complaints match from offset 3. The data contains complaints created from 2021-07-03 to 2021-07-05."
      assert.include(listed.stderr.split("\n"), expected)
      assert.include(exported.stderr.split("\n"), expected)
    })
  )

  it.effect("is silent with --quiet, or if the result is not empty", () =>
    Effect.gen(function* () {
      const data = yield* complaints
      const quiet = yield* run(["complaints", "list", "--data", data, "--created-date", "2021-07-04", "--quiet"])
      const some = yield* run(["complaints", "list", "--data", data, "--created-date", "2021-07-05"])
      assert.deepStrictEqual([quiet.stderr, some.stderr], ["", "Based on 1 day, 2021-07-05. Partial: 2021-07-05.\n"])
    })
  )
})

describe("--fail-if-empty", () => {
  it.effect("exits with code 7 for an empty list, and still prints the empty format", () =>
    Effect.gen(function* () {
      const empty = ["list", "--fail-if-empty", "--format", "json"]
      const data = yield* complaints
      for (const more of [[], ["--all"], ["--quiet"]]) {
        const { code, stdout, stderr } = yield* run([
          "complaints",
          ...empty,
          ...more,
          "--data",
          data,
          "--created-date",
          "2021-07-04"
        ])
        const { error } = JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "")
        assert.deepStrictEqual([code, error.exitCode, error.reason], [7, 7, "NoRecords"])
        assert.include(error.message, "No complaints match.")
        assert.deepStrictEqual(JSON.parse(stdout), [])
      }
    })
  )

  it.effect("exits with code 7 for an empty list of a service, and with 0 for other lists", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(page())
      const asked = ["notices", "list", "--fail-if-empty", "--base-url", url, "--allow-http"]
      const empty = yield* run(asked, { PUBLIC_RECORDS_API_KEY: "a-key" })
      assert.deepStrictEqual(empty, { code: 7, stdout: "", stderr: "No notices match.\n" })
      const some = yield* run(["notices", "list", "--fail-if-empty", "--data", yield* notices])
      assert.deepStrictEqual([some.code, some.stderr.startsWith("Based on 4 notices")], [0, true])
    })
  )
})
