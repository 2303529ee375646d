import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { exitCodeAtom } from "../src/session.ts"
import { type ExportStep, formatsAtom } from "../src/collection/RecordFormat.ts"
import { endExport } from "../src/backgroundExport.ts"
import { fakeComplaints, fakeService } from "./fakeRecords.ts"
import { fakePlatform, openTerminal, settled, testFormats } from "./terminal.tsx"

const size = { columns: 100, rows: 30 }
const escape = "\u001B[27u"
const held = fakeService({ complaints: fakeComplaints(200) })
const step = (written: number, done = ""): ExportStep => ({ written, total: Option.some(200), done })

const opened = async (
  steps: Stream.Stream<ExportStep, { readonly message: string }>,
  taken: ReadonlyArray<string> = []
) => {
  const terminal = await openTerminal(held, size, fakePlatform(taken))
  const requests: Array<string> = []
  terminal.registry.set(formatsAtom, {
    ...testFormats,
    complaints: {
      ...testFormats.complaints,
      exportAll: (query, { format, path, source }) => {
        requests.push(`${query.offset} ${path} ${format} ${source}`)
        return steps
      }
    }
  })
  return { terminal, requests }
}

const begin = ["e", "all parquet", "\r", "\r"]

describe("an export of all records", () => {
  it("shows its cost before and its result after", async () => {
    const { terminal, requests } = await opened(
      Stream.make(step(50), step(200, "Wrote all 200 complaints to all.csv."))
    )
    await terminal.keys("e", "all records")
    assert.match(terminal.frame(), /all records as Parquet +5 requests/)
    await terminal.keys(" parquet", "\r")
    assert.match(terminal.frame(), /EXPORT ALL RECORDS · Parquet · 5 requests/)
    await terminal.keys("\r")
    await settled()
    assert.match(terminal.frame(), /Wrote all 200 complaints to all\.csv/)
    assert.deepStrictEqual(requests, ["0 complaints-all.parquet parquet https://api.ftc.gov"])
    terminal.close()
  })

  it("shows its progress while the user browses, and is stopped by Esc, which does nothing else", async () => {
    let isCanceled = false
    const steps = Stream.concat(
      Stream.make(step(50)),
      Stream.fromEffect(Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isCanceled = true))))
    )
    const { terminal } = await opened(steps)
    await terminal.keys(...begin, "j")
    assert.match(terminal.frame(), /row 2 of 200 · exporting 50 of 200… Esc stops/)
    await terminal.keys("e")
    assert.match(terminal.frame(), /An export is running/)
    await terminal.keys("S", escape)
    assert.match(terminal.frame(), /Stopped at 50\. Export to the same file to resume: complaints-all\.parquet/)
    assert.match(terminal.frame(), /sorted locally/)
    await settled()
    assert.isTrue(isCanceled)
    terminal.close()
  })

  it("is reported as stopped only when its files are closed", async () => {
    const closed = Promise.withResolvers<void>()
    const slow = Effect.onInterrupt(Effect.never, () => Effect.promise(() => closed.promise))
    const { terminal } = await opened(Stream.concat(Stream.make(step(50)), Stream.fromEffect(slow)))
    await terminal.keys(...begin, escape)
    assert.match(terminal.frame(), /row 1 of 200 · stopping the export…/)
    assert.notMatch(terminal.frame(), /Stopped at|Esc stops/)
    await terminal.keys("e")
    assert.match(terminal.frame(), /An export is running/)
    await terminal.keys(escape, "j")
    assert.match(terminal.frame(), /row 2 of 200 · stopping the export…/)
    closed.resolve()
    await terminal.until((frame) => frame.includes("Stopped at 50"))
    await terminal.keys("e")
    assert.match(terminal.frame(), /EXPORT · 50 of 200 loaded/)
    terminal.close()
  })

  it("continues if Esc or Ctrl-C cancels a request, and is stopped by the next one", async () => {
    for (const key of [escape, "\u0003"]) {
      const records = fakeService({
        complaints: fakeComplaints(200),
        before: (count) => (count === 1 ? Effect.void : Effect.never)
      })
      const terminal = await openTerminal(records, size)
      const exportAll = () => Stream.concat(Stream.make(step(50)), Stream.never)
      terminal.registry.set(formatsAtom, { ...testFormats, complaints: { ...testFormats.complaints, exportAll } })
      await terminal.keys(...begin, "G")
      assert.match(terminal.frame(), /loading 151–200… Esc cancels/)
      await terminal.keys(key, "k")
      assert.match(terminal.frame(), /row 199 of 200 · exporting 50 of 200… Esc stops/)
      await terminal.keys(key)
      await settled()
      assert.match(terminal.frame(), /Stopped at 50|Press Ctrl-C again/)
      await terminal.keys("k")
      assert.notInclude(terminal.frame(), "exporting")
      terminal.close()
    }
  })

  it("makes q ask for confirmation, and ends before the program", async () => {
    let isCanceled = false
    const steps = Stream.fromEffect(Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (isCanceled = true))))
    const { terminal } = await opened(steps)
    await terminal.keys(...begin, "q")
    assert.match(terminal.frame(), /EXPORT IN PROGRESS/)
    await terminal.keys(escape)
    assert.isTrue(Option.isNone(terminal.registry.get(exitCodeAtom)))
    await terminal.keys("q", "quit", "\r")
    assert.deepStrictEqual(terminal.registry.get(exitCodeAtom), Option.some(0))
    await endExport(terminal.registry)
    assert.isTrue(isCanceled)
    terminal.close()
  })

  it("shows the reason of a failure without control characters", async () => {
    const { terminal } = await opened(Stream.fail({ message: "the disk \u001B[2Jis full" }))
    await terminal.keys(...begin)
    await settled()
    assert.match(terminal.frame(), /the disk ␛\[2Jis full/)
    terminal.close()
  })

  it("is written to the file that the user typed", async () => {
    const { terminal, requests } = await opened(Stream.empty)
    await terminal.keys("e", "all csv", "\r", "mine.csv", "\r")
    assert.deepStrictEqual(requests, ["0 mine.csv csv https://api.ftc.gov"])
    terminal.close()
  })

  it("never overwrites an existing file", async () => {
    const { terminal, requests } = await opened(Stream.empty, ["mine.parquet"])
    await terminal.keys("e", "all parquet", "\r", "\u0015", "mine.parquet", "\r")
    assert.match(terminal.frame(), /A file with that name already exists/)
    assert.deepStrictEqual(requests, [])
    terminal.close()
  })
})
