import { execFileSync } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type LoadProgress, ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { sendRequest, ids } from "./requests.ts"
import { dailyFile, header, rowsOf } from "./dailyFile.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

const serving = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

const summaryOf = (options: ReferenceServerOptions) =>
  ReferenceServer.use(({ dataSet }) => Effect.succeed(dataSet)).pipe(serving(options))

const failure = (options: ReferenceServerOptions) =>
  Effect.map(Effect.flip(summaryOf(options)), ({ message }) => message)

const complaints = "/v0/dnc-complaints"

const record = (id: string, attributes: object) =>
  JSON.stringify({
    type: "dnc_complaint",
    id,
    attributes: { "created-date": "2021-07-07 10:00:00", "violation-date": "2021-07-07 10:00:00", ...attributes }
  })

describe("a data file", () => {
  it.effect("is rejected if it is unusable, even if invalid rows are skipped", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({ "denied.csv": "<!DOCTYPE html>\n<h1>403</h1>" })
      const reason = "it is a web page saved under the name of a data file; download the file again"
      for (const onBadRow of ["fail", "skip"] as const) {
        const message = yield* failure({ data: [path("denied.csv")], onBadRow })
        assert.strictEqual(message, `The data file ${path("denied.csv")} cannot be used: ${reason}.`)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is named before any other is read if it is a folder or does not exist", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({ "day.csv": "nonsense" })
      for (const [name, reason] of [
        ["", "it is a folder; name the files in it"],
        ["none.csv", "the file does not exist"],
        ["day.csv/inside", "the file does not exist"]
      ] as const) {
        const message = yield* failure({ data: [path("day.csv"), path(name)] })
        assert.strictEqual(message, `The data file ${path(name)} cannot be read: ${reason}.`)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("has the same records and ids as its export, including duplicates", () =>
    Effect.gen(function* () {
      const row = rowsOf("Parma", 1)
      const path = yield* temporaryFiles({ "day.csv": [header, ...row, ...row, ...rowsOf("Lima", 2)].join("\n") })
      const response = yield* sendRequest(complaints).pipe(serving({ data: [path("day.csv")] }))
      const exported = yield* temporaryFiles({ "export.json": response.text })
      for (const data of [
        [path("day.csv"), exported("export.json")],
        [exported("export.json"), path("day.csv")]
      ]) {
        const both = yield* sendRequest(complaints).pipe(serving({ data }))
        assert.strictEqual(new Set(ids(response)).size, 4)
        assert.deepStrictEqual(ids(both), ids(response))
      }
    }).pipe(Effect.scoped)
  )

  it.effect("may have ids that are not valid Unicode, which the links replace", () =>
    Effect.gen(function* () {
      const id = "half of a pair: \uD83D"
      const moment = "2020-01-02T10:00:00+00:00"
      const links = { self: { href: "x?resourceVersion=id:\uD83D" } }
      const notice = {
        type: "early_termination_notice",
        id,
        attributes: { date: "2020-01-02", created: moment, updated: moment },
        links
      }
      const path = yield* temporaryFiles({ "odd.ndjson": `${record(id, {})}\n${JSON.stringify(notice)}` })
      yield* Effect.gen(function* () {
        const link = "/half%20of%20a%20pair%3A%20%EF%BF%BD"
        const found = yield* sendRequest(complaints)
        assert.deepStrictEqual(ids(found), [id])
        assert.include(found.text, `/v0/dnc-complaints${link}"`)
        const notices = yield* sendRequest("/v0/hsr-early-termination-notices")
        assert.deepStrictEqual(ids(notices), [id])
        assert.include(notices.text, `/v0/hsr-early-termination-notices${link}?resourceVersion=id%3A%EF%BF%BD"`)
      }).pipe(serving({ data: [path("odd.ndjson")] }))
    }).pipe(Effect.scoped)
  )

  it.effect("has no known share of its progress if it is a pipe", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({})
      execFileSync("mkfifo", [path("pipe")])
      const reports: Array<LoadProgress> = []
      const [summary] = yield* Effect.all(
        [
          summaryOf({ data: [path("pipe")], onLoadProgress: (progress) => reports.push(progress) }),
          Effect.promise(() => writeFile(path("pipe"), dailyFile("Parma", 3)))
        ],
        { concurrency: 2 }
      )
      assert.strictEqual(summary.complaints, 3)
      const shares = reports.map(({ phase, share }) => `${phase} ${share}`)
      assert.deepStrictEqual(new Set(shares), new Set(["reading undefined", "indexing 1", "done 1"]))
    }).pipe(Effect.scoped)
  )

  it.effect("is read after the files before it, so that the first record with an id counts", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 2_000 }, (_, n) => record(`filler-${n}`, {}))
      const path = yield* temporaryFiles({
        "long.ndjson": [...many, record("same", { "consumer-city": "First" })].join("\n"),
        "short.ndjson": record("same", { "consumer-city": "Second" })
      })
      for (const [names, city] of [
        [["long.ndjson", "short.ndjson"], "First"],
        [["short.ndjson", "long.ndjson"], "Second"]
      ] as const) {
        const found = yield* sendRequest(`${complaints}/same`).pipe(serving({ data: names.map((name) => path(name)) }))
        assert.include(found.text, `"consumer-city":"${city}"`)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("reports its progress and the skipped records while it is read", () =>
    Effect.gen(function* () {
      const good = rowsOf("Parma", 6_000)
      const path = yield* temporaryFiles({
        "day.csv": [header, ...good, "a", "b"].join("\n"),
        "more.ndjson": ["[]", record("x", {}), "{", record("", {})].join("\n")
      })
      const reports: Array<LoadProgress> = []
      const data = [path("day.csv"), path("more.ndjson")]
      const options = {
        data,
        onBadRow: "skip",
        onLoadProgress: (report: LoadProgress) => reports.push(report)
      } as const
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        assert.strictEqual(server.dataSet.skipped, 5)
        const first = reports.splice(0)
        yield* server.reload
        assert.deepStrictEqual(reports, first)
      }).pipe(Effect.provide(ReferenceServer.layerInProcess(options)))
      const shares = reports.map(({ share }) => share ?? 0)
      assert.isAbove(reports.length, 4)
      assert.isAbove(shares[0] ?? 0, 0)
      assert.isBelow(shares[0] ?? 1, 1)
      assert.deepStrictEqual([...new Set(reports.map(({ phase }) => phase))], ["reading", "indexing", "done"])
      assert.deepStrictEqual(
        shares,
        shares.toSorted((a, b) => a - b)
      )
      assert.deepStrictEqual(
        reports.slice(-2).map(({ share }) => share),
        [1, 1]
      )
      assert.deepStrictEqual(reports.at(-1), {
        phase: "done",
        records: 6_001,
        share: 1,
        skipped: 5,
        firstSkipped: [
          `${path("day.csv")}, line 6002: the row has 1 column instead of 8`,
          `${path("day.csv")}, line 6003: the row has 1 column instead of 8`,
          `${path("more.ndjson")}, line 1: this is not a record`
        ]
      })
    }).pipe(Effect.scoped)
  )
})
