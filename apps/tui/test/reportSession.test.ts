import { afterEach, assert, describe, it } from "@effect/vitest"
import { InvalidQuery, Notice, PublicRecordsError, RateLimited, Unavailable } from "@public-records/core"
import { Effect } from "effect"
import { AtomRegistry } from "effect/reactivity"
import { complaints } from "../src/complaints/definition.ts"
import {
  leaveReport,
  openReport,
  reloadReport,
  reportAtom,
  sectionsAtom,
  stepReport,
  updateReport
} from "../src/report/reports.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { sectionStarts } from "../src/report/reportLines.ts"
import { sessionAtom } from "../src/session.ts"
import { screenSourceAtom, sourceAtom } from "../src/source/sourceAtoms.ts"
import { Ui } from "../src/Ui.ts"
import { closeSessions, pressNamed, start, typeKeys } from "./browsing.ts"
import { type FakeAnswers, fakeLocal } from "./fakeLocal.ts"
import { fakeNotices, type FakeRecords, fakeService } from "./fakeRecords.ts"
import { content, halfway, history, report, usual } from "./openReports.ts"
import { settled } from "./terminal.tsx"

afterEach(closeSessions)

const opened = async (answers: Partial<FakeAnswers> = {}, records: Partial<FakeRecords> = content) => {
  const registry = await start(fakeLocal({ ...usual, ...answers }, records))
  const ui = new Ui(registry)
  return {
    registry,
    ui,
    open: async (text: string, _tag: "Number" | "Party" = "Number"): Promise<void> => {
      openReport(ui, { _tag, text })
      await settled()
    },
    shown: () => registry.get(reportAtom)?.question.text,
    panel: () => registry.get(sessionAtom).panel,
    notification: () => registry.get(sessionAtom).notification
  }
}

describe("a report", () => {
  it("selects its first row on which Enter has an effect", async () => {
    const { open, registry } = await opened()
    await open("2145550000")
    assert.strictEqual(registry.get(reportAtom)?.cursor, 1)
    const lone = await opened({ number: () => Effect.succeed({ ...report, first: null, last: null, possibly: [] }) })
    await lone.open("2145550000")
    const rows = lone.registry.get(sectionsAtom).flatMap((section) => section.rows)
    const target = rows.findIndex((row) => row.target !== undefined)
    assert.isAbove(target, 1)
    assert.strictEqual(lone.registry.get(reportAtom)?.cursor, target)
    const prefix = { prefix: "214", count: 0, numbers: [], reports: 0, records: 0 }
    const none = await opened({ number: () => Effect.succeed(prefix) })
    await none.open("214")
    assert.strictEqual(none.registry.get(reportAtom)?.cursor, 0)
  })

  it("keeps its selected row while a later one is answered", async () => {
    const answered = Promise.withResolvers<void>()
    const number: FakeAnswers["number"] = (typed) =>
      Effect.andThen(typed === "2" ? Effect.promise(() => answered.promise) : Effect.void, usual.number(typed))
    const { open, shown, ui } = await opened({ number })
    await open("1")
    updateReport(ui, { cursor: 5 })
    await open("2")
    assert.isTrue(stepReport(ui, -1))
    answered.resolve()
    await settled()
    assert.deepStrictEqual([shown(), ui.get(reportAtom)?.cursor], ["1", 5])
    assert.isTrue(stepReport(ui, 1))
    assert.deepStrictEqual([shown(), ui.get(reportAtom)?.cursor], ["2", 1])
  })

  it("asks for the hours of the number that the mirror found", async () => {
    const { open, registry } = await opened()
    const local = fakeLocal({ ...usual, number: () => Effect.succeed(report) })
    const asked: Array<unknown> = []
    const trends: typeof local.questions.trends = (query, options) => {
      asked.push(query)
      return local.questions.trends(query, options)
    }
    registry.set(sourceAtom, { ...local, questions: { ...local.questions, trends } })
    await open("+1 (214) 555-0000")
    assert.deepStrictEqual(asked, [{ by: "call-hour", where: { number: "2145550000" } }])
  })

  it("opened from another one returns to it, and then to the panel of the first", async () => {
    const { open, panel, shown, ui } = await opened()
    await open("1")
    await open("2")
    await open("3")
    assert.isFalse(stepReport(ui, 1))
    assert.isTrue(stepReport(ui, -1))
    assert.strictEqual(shown(), "2")
    const status = ui.get(reportAtom)?.status
    assert.deepInclude(status?._tag === "Answered" ? status.answer : {}, { title: "2" })
    assert.isTrue(stepReport(ui, 1))
    leaveReport(ui)
    leaveReport(ui)
    assert.deepStrictEqual([shown(), panel()], ["1", "report"])
    assert.isFalse(stepReport(ui, -1))
    leaveReport(ui)
    assert.strictEqual(panel(), "table")
  })

  it("opened from an earlier one replaces the later ones", async () => {
    const { open, shown, ui } = await opened()
    for (const text of ["1", "2", "3"]) await open(text)
    stepReport(ui, -1)
    stepReport(ui, -1)
    await open("4")
    assert.strictEqual(shown(), "4")
    assert.isFalse(stepReport(ui, 1))
    assert.isTrue(stepReport(ui, -1))
    assert.strictEqual(shown(), "1")
  })

  it("opened from the rows forgets the earlier ones", async () => {
    const { open, registry, ui } = await opened()
    await open("1")
    await typeKeys(registry, "1")
    await open("2")
    assert.isFalse(stepReport(ui, -1))
  })

  it("that is not answered is canceled when it is left or replaced", async () => {
    const { notification, open, panel, registry, shown, ui } = await opened({ party: () => halfway() })
    await open("1")
    await open("Anvil", "Party")
    assert.strictEqual(ui.get(reportAtom)?.status._tag, "Loading")
    await typeKeys(registry, "\r")
    assert.strictEqual(notification(), "Enter has an effect on rows with ›.")
    leaveReport(ui)
    assert.deepStrictEqual([shown(), panel(), notification()], ["1", "report", "Canceled."])
    assert.isFalse(stepReport(ui, 1))
    await open("Anvil", "Party")
    await open("2")
    assert.strictEqual(shown(), "2")
    assert.isTrue(stepReport(ui, -1))
    assert.strictEqual(shown(), "1")
  })

  it("is shown as canceled if the mirror is asked for another one first, and can be asked again", async () => {
    let answer: ReturnType<FakeAnswers["party"]> = Effect.never
    const { open, shown, ui } = await opened({ party: () => answer })
    await open("1")
    await open("Anvil", "Party")
    stepReport(ui, -1)
    reloadReport(ui)
    await settled()
    assert.strictEqual(ui.get(reportAtom)?.status._tag, "Answered")
    stepReport(ui, 1)
    assert.strictEqual(shown(), "Anvil")
    assert.deepInclude(ui.get(reportAtom), { status: { _tag: "Failed", message: "Canceled." } })
    answer = Effect.succeed(history)
    reloadReport(ui)
    await settled()
    assert.strictEqual(ui.get(reportAtom)?.status._tag, "Answered")
  })

  it("shows all rules that a question breaks, and is asked again", async () => {
    const problems = [
      { field: "number", rule: "First." },
      { field: "number", rule: "Second." }
    ]
    let answer: ReturnType<FakeAnswers["number"]> = Effect.fail(new InvalidQuery({ problems }))
    const { open, ui } = await opened({ number: () => answer })
    await open("1")
    assert.deepInclude(ui.get(reportAtom), { status: { _tag: "Failed", message: "First. Second." } })
    assert.deepStrictEqual(ui.get(sectionsAtom), [])
    answer = Effect.never
    reloadReport(ui)
    assert.deepInclude(ui.get(reportAtom), { status: { _tag: "Loading", percent: 0 } })
    answer = Effect.succeed(report)
    reloadReport(ui)
    await settled()
    assert.strictEqual(ui.get(reportAtom)?.status._tag, "Answered")
  })

  it("stays if it is asked again without a mirror", async () => {
    const { notification, open, registry, ui } = await opened()
    await open("1")
    registry.set(sourceAtom, fakeService(content))
    reloadReport(ui)
    assert.match(notification(), /^Only a mirror can answer this: press M/)
    assert.strictEqual(ui.get(reportAtom)?.status._tag, "Answered")
  })
})

describe("the parties of a notice", () => {
  const noticeOf = (parties: Partial<Notice>) => ({
    notices: fakeNotices(1).map((notice) => Notice.make({ ...notice, ...parties }))
  })

  it("have a report immediately if there is only one", async () => {
    const { registry, shown } = await opened({}, noticeOf({ acquiredParty: null, acquiredEntities: [] }))
    await typeKeys(registry, "2g")
    await typeKeys(registry, "#")
    assert.strictEqual(shown(), "Invented Holdings 0")
  })

  it("have no report if the notice names none", async () => {
    const none = { acquiringParty: null, acquiredParty: null, acquiredEntities: [] }
    const { notification, panel, registry } = await opened({}, noticeOf(none))
    await typeKeys(registry, "2g")
    await typeKeys(registry, "#")
    assert.deepStrictEqual([notification(), panel()], ["This notice names no party.", "table"])
  })
})

describe("looking up", () => {
  it("asks for the same as the report on the screen, and for what fits the rows after it", async () => {
    const { open, registry } = await opened()
    await open("Anvil", "Party")
    await typeKeys(registry, "p")
    assert.strictEqual(registry.get(promptAtom).label, "Party")
    for (const name of ["escape", "escape"]) await pressNamed(registry, name)
    await typeKeys(registry, "p")
    assert.strictEqual(registry.get(promptAtom).label, "Number")
  })

  it("ignores spaces, and leaves it to the mirror what a number is", async () => {
    const { registry, shown } = await opened()
    await typeKeys(registry, "p")
    assert.strictEqual(registry.get(promptAtom).accept(" saidpress1 "), "")
    assert.strictEqual(shown(), "saidpress1")
    await typeKeys(registry, "p")
    assert.strictEqual(registry.get(promptAtom).accept(" 214 "), "")
    assert.strictEqual(shown(), "214")
  })
})

describe("the parts of a report", () => {
  it("are selected by Tab and Shift-Tab, which end at the last and the first one", async () => {
    const { open, registry } = await opened()
    await open("2145550000")
    const cursor = () => registry.get(reportAtom)?.cursor
    const starts = sectionStarts(registry.get(sectionsAtom))
    const steps = async (name: string): Promise<ReadonlyArray<number | undefined>> => {
      const cursors: Array<number | undefined> = []
      for (let step = 0; step <= starts.length; step++) {
        await pressNamed(registry, name)
        cursors.push(cursor())
      }
      return cursors
    }
    await typeKeys(registry, "g")
    assert.deepStrictEqual(await steps("tab"), [...starts.slice(1), starts.at(-1), starts.at(-1)])
    assert.deepStrictEqual(await steps("shift-tab"), [...starts.toReversed().slice(1), starts[0], starts[0]])
  })
})

describe("the complaints of a number", () => {
  it("are listed, also if the stored text is no number", async () => {
    const { open, panel, registry } = await opened({ number: () => Effect.succeed({ ...report, number: "private" }) })
    await open("1")
    await typeKeys(registry, "\r")
    assert.strictEqual(panel(), "table")
    assert.strictEqual(registry.get(complaints.form).values["number"], "private")
  })

  it("are listed for a month, within the days that there are", async () => {
    const { open, registry, ui } = await opened()
    await open("2145550000")
    const rows = registry.get(sectionsAtom).flatMap((section) => section.rows)
    updateReport(ui, { cursor: rows.findIndex(({ text }) => text === "2021-07") })
    await typeKeys(registry, "\r")
    assert.strictEqual(registry.get(complaints.summary).filter, "created 2021-07-01 → 2021-07-07 · number 2145550000")
  })
})

describe("the message of an error", () => {
  it("has only the cause if a mirror cannot be read", async () => {
    const { ui } = await opened()
    const { messageOf } = ui.get(screenSourceAtom)
    const detail = "The mirror is damaged."
    const errorOf = (reason: PublicRecordsError["reason"]) =>
      new PublicRecordsError({ operation: "List complaints", reason })
    const unavailable = errorOf(new Unavailable({ detail }))
    const limited = errorOf(new RateLimited({ by: "service" }))
    assert.strictEqual(messageOf(unavailable), detail)
    assert.strictEqual(messageOf(limited), limited.message)
    assert.strictEqual(messageOf({ message: "the disk is full" }), "the disk is full")
    ui.set(sourceAtom, fakeService())
    assert.strictEqual(ui.get(screenSourceAtom).messageOf(unavailable), unavailable.message)
    assert.notStrictEqual(unavailable.message, detail)
  })
})

describe("a program without records", () => {
  it("is reported, because the program that runs the terminal UI must provide them", () => {
    assert.throws(() => AtomRegistry.make().get(sourceAtom), /The program has not provided the source of the records\./)
  })
})
