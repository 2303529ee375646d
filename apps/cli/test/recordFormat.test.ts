import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { complaintLayout } from "@public-records/export/complaintLayout"
import { ReferenceServer } from "@public-records/server"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { mkdtemp, readFile, readlink, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { recordFormat } from "../src/output/recordFormat.ts"
import { network } from "../src/network/network.ts"
import { cannedService, page, wireComplaint } from "./cannedService.ts"
import { run } from "./inProcess.ts"
import { listedService } from "./listedService.ts"
import { hostileComplaint } from "./samples.ts"

const format = recordFormat({
  layout: complaintLayout,
  collection: ({ complaints }) => complaints
})

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

const records = PublicRecords.layer({
  apiKey: "DEMO_KEY",
  baseUrl: "https://reference-server.invalid",
  requestsPerHour: 100_000
}).pipe(
  Layer.provide(ReferenceServer.httpClient),
  Layer.provide(ReferenceServer.layerInProcess({ rateLimit: "off", synthetic: 120 }))
)

describe("records copied or exported from the terminal UI", () => {
  it("are safe for terminals and spreadsheets", () => {
    const line = format.csv.line(hostileComplaint)
    assert.match(line, /'=cmd/)
    assert.isTrue(format.csv.header.startsWith("\uFEFFCompany_Phone_Number,"))
    for (const text of [line.slice(0, -2), format.ndjson(hostileComplaint).slice(0, -1)]) {
      assert.notMatch(text, /[\p{Cc}\p{Cf}]/u)
    }
    assert.notMatch(format.json(hostileComplaint).replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u)
  })

  it.effect("are all written, also to the target of a link, with progress and a final message", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "all.csv")
      const link = join(path, "..", "latest.csv")
      yield* Effect.promise(() => symlink("all.csv", link))
      const steps = yield* Stream.runCollect(
        format.exportAll(ComplaintQuery.default, { path: link, format: "csv", source: "the reference server" })
      )
      assert.strictEqual(yield* Effect.promise(() => readlink(link)), "all.csv")
      const [first] = steps
      assert.deepStrictEqual([first?.written, first?.total], [50, Option.some(120)])
      assert.match(steps.at(-1)?.done ?? "", /^Wrote all 120 complaints to [^ ]*all\.csv, [\d,]+ bytes\.$/)
      const text = yield* Effect.promise(() => readFile(path, "utf8"))
      assert.lengthOf(text.trimEnd().split("\r\n"), 121)
    }).pipe(Effect.provide(records), Effect.scoped)
  )

  it.effect("are resumed by the command export, if they are not for spreadsheets", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const key = { PUBLIC_RECORDS_API_KEY: "a-key" }
      for (const [kind, message] of [
        ["ndjson", /^Resuming an interrupted export: 99 complaints are already written\.$/m],
        ["csv", /belongs to a different export/]
      ] as const) {
        const service = yield* listedService({ "2021-07-07": 120 }, { refusesFrom: 3 })
        const [, url = ""] = service.flags
        const file = join(path, `all.${kind}`)
        const client = PublicRecords.layer({ apiKey: "a-key", baseUrl: url, allowHttp: true }).pipe(
          Layer.provide(Layer.unwrap(network({}, undefined)))
        )
        const exported = format.exportAll(ComplaintQuery.default, { path: file, format: kind, source: url })
        yield* Effect.flip(Effect.provide(Stream.runDrain(exported), client))
        service.recover()
        const { stderr } = yield* run(["export", "complaints", ...service.flags, "--out", file], key)
        assert.match(stderr, message)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("are resumed from the terminal UI, too, with progress that counts all of them", () =>
    Effect.gen(function* () {
      const service = yield* listedService({ "2021-07-07": 120 }, { refusesFrom: 3 })
      const [, url = ""] = service.flags
      const path = join(yield* folder, "all.csv")
      const client = PublicRecords.layer({ apiKey: "a-key", baseUrl: url, allowHttp: true }).pipe(
        Layer.provide(Layer.unwrap(network({}, undefined)))
      )
      const exported = format
        .exportAll(ComplaintQuery.default, { path, format: "csv", source: url })
        .pipe(Stream.runCollect, Effect.provide(client))
      yield* Effect.flip(exported)
      service.recover()
      const [first, last] = yield* exported
      assert.deepStrictEqual([first?.written, first?.total], [120, Option.some(120)])
      assert.match(last?.done ?? "", /^Wrote all 120 complaints to /)
    }).pipe(Effect.scoped)
  )

  it.effect("are safe for spreadsheets only as CSV, and the message counts duplicates and invalid records", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const formula = wireComplaint("a", { subject: "=1+1" })
      const { url } = yield* cannedService(page(formula, formula, { type: "dnc_complaint", id: 7 }))
      const service = PublicRecords.layer({ apiKey: "a-key", baseUrl: url, allowHttp: true }).pipe(
        Layer.provide(Layer.unwrap(network({}, undefined)))
      )
      for (const [kind, subject, start] of [
        ["csv", ",'=1+1,", "\uFEFFCompany"],
        ["ndjson", '"=1+1"', "{"]
      ] as const) {
        const file = join(path, `all.${kind}`)
        const steps = yield* Stream.runCollect(
          format.exportAll(ComplaintQuery.default, { path: file, format: kind, source: url })
        ).pipe(Effect.provide(service))
        assert.match(
          steps.at(-1)?.done ?? "",
          /^Wrote 1 complaint to .* bytes\. \d duplicates were dropped\. 1 invalid record is in [^ ]+\.$/
        )
        const text = yield* Effect.promise(() => readFile(file, "utf8"))
        assert.include(text, subject)
        assert.isTrue(text.startsWith(start))
      }
    }).pipe(Effect.scoped)
  )
})
