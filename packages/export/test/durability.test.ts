import { assert, layer } from "@effect/vitest"
import { type Complaint, type ComplaintQuery } from "@public-records/core"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type ExportFormat } from "../src/ExportFormat.ts"
import { type ExportJob } from "../src/ExportJob.ts"
import { exportRecords } from "../src/exportRecords.ts"
import { bytesOf, complaintsTo, folder, namesIn, reportOf, run, service } from "./exporting.ts"
import { type Files, recorded, type Remains } from "./recordedDisk.ts"

const formats = ["ndjson", "csv", "parquet"] as const

/** Runs an export whose pages arrive at this interval. */
const runSlowly = (job: ExportJob<ComplaintQuery, Complaint>, interval: number) =>
  exportRecords(job).pipe(
    Stream.tap(({ _tag }) => (_tag === "Started" || _tag === "Page" ? TestClock.adjust(interval) : Effect.void)),
    Stream.runCollect
  )

/** Creates a folder with the files that remain after a power failure. */
const restore = (path: string, files: Files) =>
  Effect.promise(async () => {
    await mkdir(path)
    for (const [name, content] of files) await writeFile(join(path, name), content)
  })

/** Returns every different state that a power cut can leave, with the call before it. */
const statesOf = (moments: ReadonlyArray<Remains>): ReadonlyArray<readonly [after: string, files: Files]> => {
  const states = moments.flatMap(({ after, flushed, named }) => [
    [after, flushed] as const,
    [`${after}, names first`, named] as const
  ])
  const contents = states.map(([, files]) => JSON.stringify([...files].toSorted()))
  return states.filter((_, index) => contents.indexOf(contents[index] ?? "") === index)
}

const earlier = Buffer.from("an earlier file")

/** Exports over an earlier file, and returns the states that a power cut can leave. */
const powerCuts = Effect.fnUntraced(function* (path: string, format: ExportFormat, interval: number) {
  const first = join(path, "first")
  yield* restore(first, new Map([["july", earlier]]))
  const job = yield* complaintsTo(join(first, "july"), format, { manifest: true })
  yield* TestClock.adjust("1 hour")
  return statesOf(yield* recorded(first, runSlowly(job, interval)))
})

layer(service({ synthetic: 130, quirks: { shifted: 0.2 }, profile: "live" }))("a power cut during an export", (it) => {
  for (const format of formats) {
    it.effect(`leaves the earlier ${format} file or all of the new one, and the next run completes it`, () =>
      Effect.gen(function* () {
        const path = yield* folder
        const whole = join(path, "whole")
        const { written } = reportOf(yield* run(yield* complaintsTo(whole, format))) ?? assert.fail("not finished")
        const [expected, rejected] = [yield* bytesOf(whole), yield* bytesOf(`${whole}.rejected.ndjson`)]
        const states = yield* powerCuts(path, format, 1000)
        assert.isAbove(states.length, 8)
        for (const [index, [after, files]] of states.entries()) {
          const target = files.get("july")
          assert.isTrue(target?.equals(earlier) === true || target?.equals(expected) === true, after)
          const manifest = files.get("july.manifest.json")
          if (manifest !== undefined) assert.strictEqual(JSON.parse(String(manifest)).records, written, after)
          assert.isTrue(files.get("july.rejected.ndjson")?.equals(rejected) ?? true, after)
          const next = join(path, `next-${index}`)
          yield* restore(next, files)
          yield* run(yield* complaintsTo(join(next, "july"), format, { manifest: true }))
          assert.isTrue((yield* bytesOf(join(next, "july"))).equals(expected), after)
          assert.isTrue((yield* bytesOf(join(next, "july.rejected.ndjson"))).equals(rejected), after)
          assert.deepStrictEqual(yield* namesIn(next), ["july", "july.manifest.json", "july.rejected.ndjson"], after)
        }
      })
    )
  }
})

layer(service({ synthetic: 130 }))("the run after a power cut", (it) => {
  /** Returns the number of requests that the run after each power cut sends, with the call before it. */
  const requestsAfter = Effect.fnUntraced(function* (format: ExportFormat, interval: number) {
    const path = yield* folder
    const states = yield* powerCuts(path, format, interval)
    return yield* Effect.forEach(states, ([after, files], index) =>
      Effect.gen(function* () {
        const next = join(path, `next-${index}`)
        yield* restore(next, files)
        const report = reportOf(yield* run(yield* complaintsTo(join(next, "july"), format, { manifest: true })))
        return [after.replaceAll("july.", ""), report?.requestsNow] as const
      })
    )
  })

  it.effect("repeats no page if the pages came once a second", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* requestsAfter("csv", 1000), [
        ["sync partial", 3],
        ["sync partial, names first", 3],
        ["sync checkpoint", 2],
        ["sync partial", 2],
        ["sync checkpoint", 1],
        ["sync partial", 1],
        ["sync checkpoint", 0],
        // The line that says that all is complete.
        ["sync checkpoint", 0],
        ["rename partial to july, names first", 0],
        ["sync manifest.json.new", 0],
        ["rename manifest.json.new to manifest.json, names first", 0],
        // The export has ended, and this is another one.
        ["remove checkpoint, names first", 3]
      ])
    })
  )

  it.effect("repeats at most the pages of the last second if they came faster", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* requestsAfter("csv", 999)).slice(0, 5), [
        ["sync partial", 3],
        ["sync partial, names first", 3],
        ["sync checkpoint", 2],
        // The second page came 0.999 seconds after the first one, and the third one 1.998 seconds after it.
        ["sync partial", 2],
        ["sync checkpoint", 0]
      ])
    })
  )

  it.effect("keeps the records until the Parquet file is renamed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* requestsAfter("parquet", 1000)).slice(6), [
        ["sync checkpoint", 0],
        ["sync converting", 0],
        ["sync checkpoint", 0],
        ["rename converting to july, names first", 0],
        ["sync manifest.json.new", 0],
        ["rename manifest.json.new to manifest.json, names first", 0],
        ["remove partial, names first", 0],
        ["remove checkpoint, names first", 3]
      ])
    })
  )

  it.effect("finds the finished file, because its name was flushed before the export ended", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const format of formats) {
        const file = join(path, format)
        const moments = yield* recorded(path, run(yield* complaintsTo(file, format, { manifest: true })))
        assert.isTrue(
          moments
            .at(-1)
            ?.flushed.get(format)
            ?.equals(yield* bytesOf(file)),
          format
        )
        assert.isTrue(moments.at(-1)?.flushed.has(`${format}.manifest.json`), format)
      }
    })
  )
})
