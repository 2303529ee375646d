import { assert, describe, it, layer } from "@effect/vitest"
import { ComplaintQuery, PublicRecords } from "@public-records/core"
import { Effect, Option, Stream } from "effect"
import { mkdirSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { crc32 } from "node:zlib"
import { checkpointLog, checkpointVersion, readCheckpoint, rejectedLines } from "../src/checkpoint.ts"
import { exportRecords } from "../src/exportRecords.ts"
import { interruptedExport } from "../src/interruptedExport.ts"
import { bytesOf, complaintsTo, folder, namesIn, reportOf, run, service, textOf } from "./exporting.ts"
import { serviceOf } from "./servedDays.ts"

const identity = {
  version: checkpointVersion,
  collection: "complaints",
  query: "",
  format: "ndjson",
  spreadsheetSafe: false,
  max: null
} as const
const header = { _tag: "Header", identity, source: "a test", startedAt: "2021-07-07T10:00:00.000Z" } as const
const report = {
  records: 0,
  requests: 1,
  duplicates: 0,
  rejected: 0,
  claimedTotal: null,
  agrees: null
}
const finished = {
  _tag: "Finished",
  written: 0,
  report,
  bytes: 0,
  sha256: "00",
  endedAt: "2021-07-07T10:00:01.000Z"
} as const

/** Returns a page whose records end at this position of the file. */
const pageOf = Effect.fnUntraced(function* (
  text: string,
  bytes: number,
  more: {
    readonly seen?: ReadonlyArray<string>
    readonly rejected?: ReadonlyArray<{ reason: string; raw: unknown }>
  } = {}
) {
  const { complaints } = yield* PublicRecords
  const walked = yield* complaints.pages(ComplaintQuery.default).pipe(Stream.take(1), Stream.runHead, Effect.orDie)
  const { bookmark } = Option.getOrThrow(walked)
  const seen: ReadonlyArray<string> = []
  const crc = crc32(text.slice(0, bytes))
  return { _tag: "Page", written: 1, report, bytes, crc, seen, rejected: [], bookmark, ...more } as const
})

/** Writes the records and the lines of a checkpoint. */
const written = Effect.fnUntraced(function* (text: string, lines: ReadonlyArray<Parameters<Log["add"]>[0]>) {
  const path = yield* folder
  const [records, checkpoint] = [join(path, "records"), join(path, "checkpoint")]
  writeFileSync(records, text)
  const log = yield* checkpointLog(checkpoint, 0)
  yield* Effect.forEach(lines, log.add)
  const read = Effect.gen(function* () {
    const handle = yield* Effect.acquireRelease(
      Effect.promise(() => open(records, "r")),
      (file) => Effect.promise(() => file.close())
    )
    const saved = yield* readCheckpoint(checkpoint, handle)
    return saved === undefined || saved === "another version" ? assert.fail("no state is saved") : saved
  })
  return { checkpoint, read }
})
type Log = Effect.Success<ReturnType<typeof checkpointLog>>

/** Replaces text in a file. */
const edit = (file: string, from: string, to: string) =>
  Effect.map(textOf(file), (text) => {
    assert.include(text, from)
    writeFileSync(file, text.replace(from, to))
  })

layer(service(), { excludeTestServices: true })("a checkpoint", (it) => {
  const text = "one\ntwo\nthree\n"

  it.effect("ends with the last page whose records are in the file", () =>
    Effect.gen(function* () {
      const pages = [yield* pageOf(text, 4), yield* pageOf(text, 8), yield* pageOf(text, 14)]
      for (const [length, bytes] of [
        [14, 14],
        [13, 8],
        [8, 8],
        [7, 4],
        [3, undefined],
        [0, undefined]
      ] as const) {
        const { read } = yield* written(text.slice(0, length), [header, ...pages])
        assert.strictEqual((yield* read).page?.bytes, bytes, `${length} bytes`)
      }
    })
  )

  it.effect("may have pages whose records were all rejected, and refuses one that takes records away", () =>
    Effect.gen(function* () {
      const page = yield* pageOf(text, 4)
      const onlyRejected = { ...page, written: 2 }
      const { read } = yield* written(text, [header, page, onlyRejected])
      assert.strictEqual((yield* read).page?.written, 2)
      const backwards = yield* written(text, [header, page, yield* pageOf(text, 3), yield* pageOf(text, 8)])
      assert.strictEqual((yield* backwards.read).page?.bytes, 4)
    })
  )

  it.effect("ends before a page with changed records, and everything after it", () =>
    Effect.gen(function* () {
      const pages = [yield* pageOf(text, 4), yield* pageOf(text, 8), yield* pageOf(text, 14)]
      const { checkpoint, read } = yield* written("one\ntwX\nthree\n", [header, ...pages])
      const saved = yield* read
      assert.strictEqual(saved.page?.bytes, 4)
      const lines = (yield* textOf(checkpoint)).split("\n")
      assert.strictEqual(saved.length, `${lines[0]}\n${lines[1]}\n`.length)
    })
  )

  it.effect("ends before a damaged line", () =>
    Effect.gen(function* () {
      const pages = [yield* pageOf(text, 4), { ...(yield* pageOf(text, 8)), written: 77 }, yield* pageOf(text, 14)]
      const { checkpoint, read } = yield* written(text, [header, ...pages, finished])
      yield* edit(checkpoint, '"written":77', '"written":7\0')
      const saved = yield* read
      assert.strictEqual(saved.page?.bytes, 4)
      assert.isUndefined(saved.finished)
    })
  )

  it.effect("has the ids of all its pages", () =>
    Effect.gen(function* () {
      const page = yield* pageOf(text, 4)
      const few = yield* written(text, [header, { ...page, seen: ["a", "b"] }, { ...page, seen: ["c"] }])
      assert.deepStrictEqual((yield* few.read).seen, ["a", "b", "c"])
      const none = yield* written(text, [header])
      assert.deepStrictEqual((yield* none.read).seen, [])
    })
  )

  it.effect("lists the rejected records of all intact lines", () =>
    Effect.gen(function* () {
      const page = yield* pageOf(text, 4)
      const rejected = (raw: string) => ({ ...page, rejected: [{ reason: "too odd", raw }] })
      const { checkpoint } = yield* written(text, [header, rejected("one"), rejected("two"), page, rejected("three")])
      yield* edit(checkpoint, '"two"', '"two')
      const lines = yield* Stream.runCollect(Stream.fromAsyncIterable(rejectedLines(checkpoint), Effect.die))
      assert.deepStrictEqual(lines, ['{"reason":"too odd","raw":"one"}\n', '{"reason":"too odd","raw":"three"}\n'])
    })
  )
})

layer(service(), { excludeTestServices: true })("a checkpoint that is continued", (it) => {
  it.effect("has only the new lines after the position, even if the discarded ones were longer", () =>
    Effect.gen(function* () {
      const page = yield* pageOf("one\n", 4)
      const long = { ...page, rejected: [{ reason: "too odd", raw: "x".repeat(1000) }] }
      const { checkpoint } = yield* written("one\n", [header, page, long, long])
      const [first, second] = (yield* textOf(checkpoint)).split("\n")
      for (const kept of [`${first}\n${second}\n`, `${first}\n`]) {
        const log = yield* checkpointLog(checkpoint, kept.length)
        yield* log.add(page)
        assert.strictEqual(yield* textOf(checkpoint), `${kept}${second}\n`)
      }
    })
  )

  it.effect("has all lines after one with characters of several bytes", () =>
    Effect.gen(function* () {
      const page = yield* pageOf("one\n", 4)
      const odd = { ...page, rejected: [{ reason: "too odd", raw: { tags: ["Cañon 东京 😀"] } }] }
      const { checkpoint, read } = yield* written("one\n", [{ ...header, source: "a tést" }, odd, odd, finished])
      const saved = yield* read
      assert.strictEqual(saved.header.source, "a tést")
      assert.strictEqual(saved.finished?.sha256, finished.sha256)
      const lines = yield* Stream.runCollect(Stream.fromAsyncIterable(rejectedLines(checkpoint), Effect.die))
      const line = '{"reason":"too odd","raw":{"tags":["Cañon 东京 😀"]}}\n'
      assert.deepStrictEqual(lines, [line, line])
    })
  )
})

layer(service(), { excludeTestServices: true })("an export that resumes", (it) => {
  for (const format of ["ndjson", "csv", "parquet"] as const) {
    it.effect(`writes the complete ${format} file if it was interrupted before its first page`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const [whole, file] = [join(path, "whole"), join(path, "file")]
        yield* run(yield* complaintsTo(whole, format))
        const job = yield* complaintsTo(file, format)
        for (const episode of ["first", "second"]) {
          yield* exportRecords(job).pipe(Stream.take(1), Stream.runDrain)
          assert.isUndefined(yield* interruptedExport(job), episode)
        }
        yield* run(job)
        assert.deepStrictEqual(yield* bytesOf(file), yield* bytesOf(whole))
      })
    )
  }

  it.effect("starts again if the first line of its checkpoint is damaged or missing", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "file")
      const job = yield* complaintsTo(file, "ndjson")
      const damages: ReadonlyArray<(checkpoint: string) => Effect.Effect<void>> = [
        (checkpoint) => edit(checkpoint, '"source":"', '"source":X"'),
        (checkpoint) => Effect.sync(() => writeFileSync(checkpoint, "")),
        (checkpoint) => edit(checkpoint, "\n", "")
      ]
      for (const damage of damages) {
        yield* run(job, 2)
        yield* damage(job.target.checkpoint)
        assert.isUndefined(yield* interruptedExport(job))
        const done = reportOf(yield* run(job))
        assert.strictEqual(done?.requestsNow, 5)
        assert.strictEqual((yield* textOf(file)).split("\n").length, 231)
      }
    })
  )

  it.effect("counts what this run wrote, and what all runs wrote, twice", () =>
    Effect.gen(function* () {
      const job = yield* complaintsTo(join(yield* folder, "file"), "ndjson")
      yield* run(job, 1)
      const [started] = yield* run(job, 1)
      assert.isTrue(started?._tag === "Started" && started.resumed?.written === 50)
      assert.isTrue(started?._tag === "Started" && started.resumed?.writtenNow === 0)
      const events = yield* run(job)
      assert.deepStrictEqual(
        events.map(({ _tag }) => _tag),
        ["Started", "Page", "Page", "Page", "Finishing", "Done"]
      )
      const done = reportOf(events)
      assert.deepStrictEqual([done?.written, done?.writtenNow], [230, 131])
      assert.deepStrictEqual([done?.requests, done?.requestsNow], [5, 3])
      assert.strictEqual(done?.reachedMax, false)
    })
  )

  it.effect("has the start and the source of its first run", () =>
    Effect.gen(function* () {
      const job = yield* complaintsTo(join(yield* folder, "file"), "ndjson")
      yield* run(job, 1)
      const [, startedAt = ""] = /"startedAt":"([^"]+)"/.exec(yield* textOf(job.target.checkpoint)) ?? []
      assert.isAtMost(Date.parse(startedAt), Date.now())
      for (const pages of [1, undefined]) {
        const events = yield* run({ ...job, source: "another test" }, pages)
        assert.isTrue(events[0]?._tag === "Started" && events[0].source === "a test")
        assert.strictEqual(reportOf(events)?.startedAt, pages === undefined ? startedAt : undefined)
      }
    })
  )

  it.effect("does not take another file of the same length for the one that it finished", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const file = join(path, "all.ndjson")
      const job = yield* complaintsTo(file, "ndjson", { manifest: true })
      for (const change of [
        (length: number) => writeFileSync(file, "x".repeat(length)),
        (length: number) => truncateSync(file, length - 1),
        () => rmSync(file)
      ]) {
        // A folder with the manifest's name stops the export after the rename.
        mkdirSync(job.target.manifest)
        yield* Effect.flip(run(job))
        rmdirSync(job.target.manifest)
        change(statSync(file).size)
        const done = reportOf(yield* run(job))
        assert.strictEqual(done?.written, 230)
        assert.strictEqual((yield* textOf(file)).split("\n").length, 231)
        rmSync(job.target.manifest)
      }
      assert.deepStrictEqual(yield* namesIn(path), ["all.ndjson"])
    })
  )

  it.effect("is refused with both exports in words", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      const job = yield* complaintsTo(file, "csv")
      yield* run(job, 1)
      const refused = yield* Effect.flip(interruptedExport({ ...job, max: 7, spreadsheetSafe: true }))
      assert.strictEqual(
        refused.message,
        `${file}.checkpoint belongs to a different export, which was interrupted: complaints sort_order=DESC&offset=0 as csv. ` +
          "This export is: complaints sort_order=DESC&offset=0 as csv, spreadsheet-safe, at most 7. " +
          "Use the same options to resume it, or add --restart to discard it."
      )
      const inSmallPages = { ...job.query, limit: 10 }
      assert.isDefined(yield* interruptedExport({ ...job, query: inSmallPages }))
    })
  )
})

describe("an export of a list that changed since it was interrupted", () => {
  const older = { "2021-07-01": 120 }

  it.effect("reports the change once and writes every record", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      yield* Effect.flatMap(complaintsTo(file, "ndjson"), (job) => run(job, 1)).pipe(Effect.provide(serviceOf(older)))
      const events = yield* Effect.flatMap(complaintsTo(file, "ndjson"), (job) => run(job)).pipe(
        Effect.provide(serviceOf({ ...older, "2021-07-02": 1 }))
      )
      const tags = events.map(({ _tag }) => _tag)
      assert.deepStrictEqual(tags.slice(0, 3), ["Started", "ListChanged", "Page"])
      assert.strictEqual(tags.filter((tag) => tag === "ListChanged").length, 1)
      const ids = (yield* textOf(file))
        .trimEnd()
        .split("\n")
        .map((line): string => JSON.parse(line).id)
      assert.strictEqual(new Set(ids).size, 120)
    })
  )
})
