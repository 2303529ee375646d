import { existsSync } from "node:fs"
import { mkdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { changeTables } from "./mirrorTables.ts"
import { daily, july7, makeMirror, outcomes, reportIn, row } from "./mirrors.ts"

const on = (day: string, count: number): string =>
  daily(...Array.from({ length: count }, (_, index) => row({ created: `${day} 10:00:00`, number: `${index}` })))

describe("an import of several files", () => {
  it.effect("reports the share of all bytes, and leaves no log", () =>
    Effect.gen(function* () {
      const { file, folder, mirror } = yield* makeMirror
      for (const name of ["a.csv", "b.csv"]) {
        yield* Effect.promise(() => writeFile(join(folder, name), on("2021-07-07", 9)))
      }
      const events = yield* Stream.runCollect(mirror.importFiles([join(folder, "*.csv")]))
      const shares = events.flatMap((event) => (event._tag === "Reading" ? [event.share] : []))
      assert.deepStrictEqual(shares, [0.5, 1])
      const names = events.map((event) => (event._tag === "Day" ? event.origin : ""))
      assert.deepStrictEqual(names.filter(Boolean), ["a.csv", "b.csv"])
      assert.isFalse(existsSync(`${file}.wal`))
      const { bytes } = yield* mirror.status
      assert.strictEqual(bytes, (yield* Effect.promise(() => stat(file))).size)
    }).pipe(Effect.scoped)
  )

  it.effect("has a share of 0 to 1 also if its files are empty, or cannot be found", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* makeMirror
      yield* Effect.promise(() => writeFile(join(folder, "a.csv"), ""))
      const shares: Array<number> = []
      for (const paths of [["a.csv"], ["a.csv", "missing.csv"]]) {
        const events = yield* Stream.runCollect(mirror.importFiles(paths.map((name) => join(folder, name))))
        for (const event of events) if (event._tag === "Reading") shares.push(event.share)
        assert.deepInclude(events.at(-1), { _tag: "Report", files: paths.length, refused: paths.length })
      }
      assert.isTrue(
        shares.every((share) => share >= 0 && share <= 1),
        shares.join()
      )
    }).pipe(Effect.scoped)
  )

  it.effect("names each file that is read, also one that is less than a percent of all", () =>
    Effect.gen(function* () {
      const { folder, mirror } = yield* makeMirror
      const paths = ["a.csv", "b.csv", "c.csv"].map((name) => join(folder, name))
      for (const [index, path] of paths.entries()) {
        yield* Effect.promise(() => writeFile(path, on("2021-07-07", index === 0 ? 2000 : 1)))
      }
      const events = yield* Stream.runCollect(mirror.importFiles(paths))
      const read = events.flatMap((event) => (event._tag === "Reading" ? [event.file] : []))
      assert.deepStrictEqual([...new Set(read)], paths)
    }).pipe(Effect.scoped)
  )

  it.effect("that cover some days has complete days only where each file has records", () =>
    Effect.gen(function* () {
      const { folder, importPaths } = yield* makeMirror
      const covers = { from: CivilDate.make("2021-07-06"), to: CivilDate.make("2021-07-08") }
      for (const day of ["2021-07-06", "2021-07-07"]) {
        yield* Effect.promise(() => writeFile(join(folder, `${day}.csv`), on(day, 2)))
      }
      const paths = ["2021-07-06", "2021-07-07"].map((day) => join(folder, `${day}.csv`))
      assert.deepStrictEqual(outcomes(yield* importPaths(paths, { covers })), [
        "2021-07-06 complete stored 2+0",
        "2021-07-07 complete stored 2+0"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("of a folder leaves out hidden files and rejected records", () =>
    Effect.gen(function* () {
      const { folder, importPaths } = yield* makeMirror
      const data = join(folder, "data")
      yield* Effect.promise(() => mkdir(data))
      for (const name of [".hidden.csv", "_started.csv", "x.rejected.ndjson", "x.txt", july7]) {
        yield* Effect.promise(() => writeFile(join(data, name), on("2021-07-07", 1)))
      }
      const events = yield* importPaths([data])
      assert.deepInclude(reportIn(events), { files: 1, refused: 0, records: 1 })
    }).pipe(Effect.scoped)
  )
})

describe("the coverage of a mirror", () => {
  it.effect("names a gap of a single day, and a day with less than half of its neighbors", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const importDay = (day: string, count: number) =>
        importText(`${day}.csv`, on(day, count), { covers: { from: CivilDate.make(day), to: CivilDate.make(day) } })
      yield* importDay("2021-07-05", 10)
      yield* importDay("2021-07-06", 5)
      yield* importDay("2021-07-07", 12)
      yield* importDay("2021-07-09", 12)
      const missing = { from: CivilDate.make("2021-07-08"), to: CivilDate.make("2021-07-08") }
      const status = yield* mirror.status
      assert.deepStrictEqual([status.missing, status.suspicious], [[missing], []])
      yield* importText("2021-07-06.csv", on("2021-07-06", 4), {
        covers: { from: CivilDate.make("2021-07-06"), to: CivilDate.make("2021-07-06") },
        replace: true
      })
      assert.deepStrictEqual(
        (yield* mirror.status).suspicious.map(({ day }) => day),
        ["2021-07-06"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("compares Mondays with Fridays, and the days of a weekend with those a week away", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      const counts = [
        ["2021-07-03", 10],
        ["2021-07-09", 20],
        ["2021-07-10", 4],
        ["2021-07-11", 3],
        ["2021-07-12", 9],
        ["2021-07-13", 20],
        ["2021-07-17", 10]
      ] as const
      for (const [day, count] of counts) {
        const covers = { from: CivilDate.make(day), to: CivilDate.make(day) }
        yield* importText(`${day}.csv`, on(day, count), { covers })
      }
      const { suspicious } = yield* mirror.status
      assert.deepStrictEqual(
        suspicious.map(({ day, why }) => `${day}: ${why}`),
        [
          "2021-07-10: 4 records, less than half of its neighbors (10 and 10)",
          "2021-07-12: 9 records, less than half of its neighbors (20 and 20)"
        ]
      )
      // Two equal files do not confirm that the service has no more.
      yield* TestClock.setTime(Date.parse("2021-08-01T00:00:00Z"))
      const covers = { from: CivilDate.make("2021-07-10"), to: CivilDate.make("2021-07-10") }
      yield* importText("2021-07-10.csv", on("2021-07-10", 4), { covers })
      const { suspicious: later, readOnce } = yield* mirror.status
      assert.deepStrictEqual([readOnce, later.map(({ confirmed }) => confirmed)], [6, [false, false]])
    }).pipe(Effect.scoped)
  )

  it.effect("compares a day with the one neighbor that the mirror has, and with none if it has no other", () =>
    Effect.gen(function* () {
      const { importText, mirror } = yield* makeMirror
      for (const [day, count, suspicious] of [
        ["2021-07-07", 4, ""],
        ["2021-07-06", 10, "2021-07-07: 4 records, less than half of its neighbors (10)"],
        ["2021-07-08", 3, ""]
      ] as const) {
        const covers = { from: CivilDate.make(day), to: CivilDate.make(day) }
        yield* importText(`${day}.csv`, on(day, count), { covers })
        assert.strictEqual(
          (yield* mirror.status).suspicious.map(({ day: found, why }) => `${found}: ${why}`).join(),
          suspicious
        )
      }
    }).pipe(Effect.scoped)
  )

  it.effect("names every damaged day, the oldest first", () =>
    Effect.gen(function* () {
      const { file, importText, mirror } = yield* makeMirror
      const days = ["2021-07-05", "2021-07-06", "2021-07-07", "2021-07-08", "2021-07-09"]
      yield* importText("a.csv", daily(...days.map((day) => row({ created: `${day} 10:00:00` }))))
      yield* changeTables(file, "update calls set area = '999'")
      const { damaged, days: verified } = yield* mirror.verify("contents")
      assert.deepStrictEqual([damaged.map(({ day }) => day), verified], [days, 5])
    }).pipe(Effect.scoped)
  )
})
