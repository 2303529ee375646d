import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type ImportEvent, Mirror, type SyncEvent } from "@public-records/mirror"
import { Context, Effect, Exit, Layer, Option, Queue, Scope, Stream } from "effect"
import { endSync } from "../src/backgroundSync.ts"
import type { Size } from "../src/drawing/layout.ts"
import { type OwnMirror, ownMirrorAtom } from "../src/mirror/OwnMirror.ts"
import { exitCodeAtom } from "../src/session.ts"
import { isOwnMirror, type Local } from "../src/Source.ts"
import { sourceAtom } from "../src/source/sourceAtoms.ts"
import { fakeOwnMirror, october28 } from "./fakeOwnMirror.ts"
import { fakeComplaints, fakeService } from "./fakeRecords.ts"
import { header } from "./localOfRows.ts"
import { fakePlatform, openTerminal, settled, type Terminal } from "./terminal.tsx"

const escape = "\u001B[27u"
const down = "\u001B[B"
const size = { columns: 100, rows: 30 }
let folder = ""
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "real-data-"))))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes the complaints of a day, one a minute. */
const fileOf = (day: string, count: number): string => {
  const path = join(folder, `${day}-${count}.csv`)
  const rows = Array.from({ length: count }, (_, row) => {
    const time = `${String(Math.floor(row / 60)).padStart(2, "0")}:${String(row % 60).padStart(2, "0")}:00`
    return `2145550100,${day} ${time},${day} 00:00:00,Akron,Ohio,330,Other,Y`
  })
  writeFileSync(path, `${[header, ...rows].join("\r\n")}\r\n`)
  return path
}

const file = (day: string) => `DNC_Complaint_Numbers_${day}.csv`
const report: Extract<SyncEvent, { readonly _tag: "Report" }> = {
  _tag: "Report",
  dailyFiles: null,
  requests: 0,
  records: 0,
  duplicates: 0,
  setAside: 0,
  reasons: [],
  notices: 0,
  days: { stored: 3, replaced: 0, unchanged: 0, held: 0, partial: 0, failed: 0 },
  left: { days: 0, requests: 0, nextTryAt: null }
}

/** Opens the terminal UI on another source than the mirror, which is in memory and filled by events that the test sends. */
const opened = async (given: { readonly size?: Size; readonly onMirror?: boolean } = {}) => {
  const scope = Scope.makeUnsafe()
  const built = Layer.build(Layer.fresh(Mirror.layerInMemory)).pipe(Effect.map(Context.get(Mirror)))
  const questions = await Effect.runPromise(Scope.provide(built, scope))
  const open = Effect.map(questions.coverage(), (coverage): Local => ({
    _tag: "Local",
    records: questions.records,
    questions,
    coverage,
    noun: "mirror",
    name: "mirror /home/me/mirror.duckdb"
  }))
  const store = async (day: string, count = 60) => {
    await Effect.runPromise(Stream.runDrain(questions.importFiles([fileOf(day, count)])))
  }
  const queue = Effect.runSync(Queue.unbounded<SyncEvent | { readonly message: string }>())
  const asked: Array<string> = []
  let isEnded = false
  const events = Stream.fromQueue(queue).pipe(
    Stream.flatMap((event) => ("message" in event && !("_tag" in event) ? Stream.fail(event) : Stream.succeed(event))),
    Stream.takeUntil(({ _tag }) => _tag === "Report"),
    Stream.ensuring(Effect.sync(() => void (isEnded = true)))
  )
  const own: OwnMirror = fakeOwnMirror({
    exists: () => asked.length > 0,
    open,
    sync: (from) => {
      asked.push(from ?? "new")
      return events
    }
  })
  if (given.onMirror === true) await store("2021-07-07")
  const source =
    given.onMirror === true ? await Effect.runPromise(open) : fakeService({ complaints: fakeComplaints(120) })
  const terminal = await openTerminal(source, given.size ?? size, fakePlatform(), october28)
  terminal.registry.set(ownMirrorAtom, own)
  const send = async (...sent: ReadonlyArray<SyncEvent | { readonly message: string }>) => {
    for (const event of sent) await Effect.runPromise(Queue.offer(queue, event))
    await settled()
  }
  const day = (date: string, outcome: ImportedOutcome = "stored"): SyncEvent => ({
    _tag: "Day",
    day: CivilDate.make(date),
    state: "complete",
    why: null,
    records: 60,
    duplicates: 0,
    setAside: 0,
    reasons: [],
    source: "file",
    origin: file(date),
    outcome
  })
  return {
    terminal,
    own,
    asked,
    send,
    store,
    day,
    isEnded: () => isEnded,
    close: async () => {
      await endSync(terminal.registry)
      terminal.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

type ImportedOutcome = Extract<ImportEvent, { readonly _tag: "Day" }>["outcome"]

const shows = (terminal: Terminal, text: string) => terminal.until((frame) => frame.includes(text))
const lineWith = (terminal: Terminal, text: string): string =>
  terminal
    .frame()
    .split("\n")
    .find((line) => line.includes(text)) ?? ""

describe("M without a mirror", () => {
  it("offers days of the FTC with their price, a file, and the sample", async () => {
    const { close, terminal } = await opened({ size: { columns: 80, rows: 24 } })
    await terminal.keys("M")
    assert.include(terminal.frame(), "REAL DATA FROM THE FTC")
    assert.match(terminal.frame(), /▶ last 7 days +6 files, 40 s, 8 MB/)
    assert.match(terminal.frame(), /last 30 days +22 files, 2 min, 28 MB/)
    assert.match(terminal.frame(), /this year +20\d files, 22 min, 26\d MB/)
    assert.match(terminal.frame(), /all, back to May 2022 +1,1\d\d files, 2 h, 1,4\d\d MB/)
    assert.match(terminal.frame(), /a file on this disk/)
    assert.match(terminal.frame(), /the sample/)
    assert.include(terminal.frame(), "The mirror is /home/me/mirror.duckdb.")
    await close()
  })

  it.each([
    ["f", "a file on this disk"],
    ["s", "the sample"]
  ])("is chosen from by a letter: %s", async (letter, label) => {
    const { close, terminal } = await opened()
    await terminal.keys("M", letter)
    assert.include(lineWith(terminal, "▶"), label)
    await close()
  })

  it.each([
    [["\r"], "2026-10-20"],
    [[down, "\r"], "2026-09-27"],
    [["7", "\r"], "2026-10-20"],
    [["30", "\r"], "2026-09-27"],
    [["y", "\r"], "2026-01-01"],
    [["a", "\r"], "all"]
  ])("reads down to the chosen day after %j", async (keys, from) => {
    const { asked, close, terminal } = await opened()
    await terminal.keys("M", ...keys)
    assert.deepStrictEqual(asked, [from])
    assert.include(terminal.frame(), "connecting to the FTC… M stops")
    await close()
  })
})

describe("days that are read in the background", () => {
  it("are shown from the first one on, with the progress in one line", async () => {
    const { close, day, send, store, terminal } = await opened()
    await terminal.keys("M", "\r", "jj")
    await send({ _tag: "Fetching", file: file("2021-07-08"), left: 3 })
    assert.match(terminal.frame(), /row 3 of 120 · reading 2021-07-08, 3 files left, 20 s… M stops/)
    await store("2021-07-07")
    await send(day("2021-07-07"))
    await shows(terminal, "mirror, 2021-07-07 to 2021-07-07, 1 day")
    await shows(terminal, "of 60 loaded")
    await send({ _tag: "File", file: file("2021-07-08"), outcome: "stored", bytes: 1, left: 2 })
    await send({ _tag: "Fetching", file: file("2021-07-07"), left: 2 })
    await terminal.keys("jjj")
    assert.match(terminal.frame(), /row 4 of 60 · reading 2021-07-07, 2 files left, 20 s… M stops/)
    const before = lineWith(terminal, "▶")
    await store("2021-07-06")
    await send(day("2021-07-06"))
    await shows(terminal, "mirror, 2021-07-06 to 2021-07-07, 2 days")
    await shows(terminal, "row 4 of 120")
    assert.strictEqual(lineWith(terminal, "▶"), before)
    await send(report)
    await shows(terminal, "3 days were read.")
    await terminal.keys("k")
    assert.notInclude(terminal.frame(), "M stops")
    await close()
  })

  it("do not move the cursor from its record if they are newer, and are shown above the first row", async () => {
    const { asked, close, day, send, store, terminal } = await opened({ onMirror: true })
    await terminal.keys("M", "\r")
    assert.deepStrictEqual(asked, ["new"])
    await store("2021-07-08", 100)
    await send(day("2021-07-08"))
    await shows(terminal, "of 160 loaded")
    assert.match(lineWith(terminal, "▶"), /2021-07-08/)
    await terminal.keys("j".repeat(105))
    await terminal.until((frame) => /▶ 2021-07-07/.test(frame))
    const before = lineWith(terminal, "▶")
    await store("2021-07-09", 130)
    await send(day("2021-07-09"))
    await shows(terminal, "row 236 of 290")
    assert.strictEqual(lineWith(terminal, "▶"), before)
    await close()
  })

  it("leave the service on the screen if the user connects to it in the meantime, and M shows them", async () => {
    const { close, day, send, store, terminal } = await opened()
    await terminal.keys("M", "\r")
    const other = fakeService({ complaints: fakeComplaints(80) }, { baseUrl: "https://records.example" })
    terminal.registry.set(sourceAtom, other)
    await store("2021-07-07")
    await send(day("2021-07-07"), report)
    await shows(terminal, "3 days were read.")
    assert.strictEqual(terminal.registry.get(sourceAtom), other)
    await terminal.keys("M")
    await shows(terminal, "The records now come from the mirror.")
    await close()
  })

  it("are counted by the charts", async () => {
    const { close, day, send, store, terminal } = await opened({ onMirror: true })
    await terminal.keys("M", "\r", "3")
    await shows(terminal, "all 60")
    await store("2021-07-08", 100)
    await send(day("2021-07-08"))
    await shows(terminal, "all 160")
    assert.include(terminal.frame(), "based on 2 days")
    await close()
  })

  it("stay if M stops the sync, which M then continues", async () => {
    const { asked, close, day, isEnded, send, store, terminal } = await opened()
    await terminal.keys("M", "\r")
    await store("2021-07-07")
    await send(day("2021-07-07"))
    await shows(terminal, "mirror, 2021-07-07 to 2021-07-07, 1 day")
    await terminal.keys("M")
    await shows(terminal, "Stopped. Every file that was read is stored. Press M to continue.")
    assert.isTrue(isEnded())
    await terminal.keys("M", "\r")
    assert.deepStrictEqual(asked, ["2026-10-20", "new"])
    await close()
  })

  it("end before the program", async () => {
    const { close, isEnded, terminal } = await opened()
    await terminal.keys("M", "\r", "q")
    assert.deepStrictEqual(terminal.registry.get(exitCodeAtom), Option.some(0))
    await endSync(terminal.registry)
    assert.isTrue(isEnded())
    await close()
  })
})

describe("a sync that cannot read everything", () => {
  const refused = "https://www.ftc.gov/a.csv cannot be read: the site refuses this program, 403. Wait some hours."

  it("shows the library's sentence on M, until the next one", async () => {
    const { asked, close, send, terminal } = await opened()
    await terminal.keys("M", "\r")
    await send({ message: refused })
    await shows(terminal, "Not everything was read. Press M to see why.")
    await terminal.keys("M")
    // Without a mirror, the choice is the same.
    assert.lengthOf(asked, 1)
    await close()
  })

  it("goes on after a file that is refused, and names it at the end", async () => {
    const { close, day, send, store, terminal } = await opened()
    await terminal.keys("M", "\r")
    await store("2021-07-07")
    await send(
      day("2021-07-07"),
      { _tag: "Refused", file: file("2021-07-06"), message: "a.csv is a web page." },
      report
    )
    await shows(terminal, "3 days were read. Not everything was read. Press M to see why.")
    await terminal.keys("M")
    await shows(terminal, "✗ a.csv is a web page.")
    await terminal.keys("\r")
    await send(report)
    await shows(terminal, "3 days were read.")
    await terminal.keys("M")
    assert.notInclude(terminal.frame(), "web page")
    await close()
  })
})

describe("a sync with nothing new", () => {
  it("says why in the library's words", async () => {
    const { close, send, terminal } = await opened({ onMirror: true })
    await terminal.keys("M", "\r")
    const why = "newest file 25 November; the file of 27 November is not there yet"
    const files = { stored: 0, unchanged: 5, held: 0, missing: 0, refused: 0 }
    const nothingNew = { newest: CivilDate.make("2026-11-25"), why }
    await send({ ...report, dailyFiles: { requests: 6, bytes: 0, files, ended: null, nothingNew } })
    await shows(terminal, "Nothing new")
    assert.include(terminal.frame(), ` Nothing new: ${why}.`)
    await close()
  })
})

describe("M on the mirror", () => {
  it("says where its days came from, and offers those that it lacks", async () => {
    const { close, terminal } = await opened({ onMirror: true })
    await terminal.keys("M")
    await shows(terminal, "1 day from daily files (2021-07-07 to 2021-07-07)")
    assert.match(terminal.frame(), /▶ new and missing days since 2021-07-07 +1,3\d\d files/)
    // A sync remembers its first day, so none is offered that is later than the mirror's.
    assert.notInclude(terminal.frame(), "last 7 days")
    await terminal.keys(escape)
    assert.isTrue(isOwnMirror(terminal.registry.get(sourceAtom)))
    await close()
  })
})
