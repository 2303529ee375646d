import { afterEach, assert, describe, it } from "@effect/vitest"
import { InvalidQuery, Notice, PublicRecords } from "@public-records/core"
import { Context, Effect, Layer } from "effect"
import { complaints } from "../src/complaints/definition.ts"
import { leaveReport, openReport, reloadReport, reportAtom, sectionsAtom, stepReport } from "../src/report/reports.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { sectionStarts } from "../src/report/reportLines.ts"
import { sessionAtom } from "../src/session.ts"
import { mirrorAtom, recordsAtom } from "../src/source.ts"
import { Ui } from "../src/Ui.ts"
import { closeSessions, pressNamed, service, start, typeKeys } from "./browsing.ts"
import { type FakeAnswers, fakeMirror } from "./fakeMirror.ts"
import { fakeNotices, layerFakeRecords } from "./fakeRecords.ts"
import { halfway, records, report, usual } from "./openReports.ts"
import { settled } from "./terminal.tsx"

afterEach(closeSessions)

const opened = async (answers: Partial<FakeAnswers> = {}, layer = records) => {
  const client = await Effect.runPromise(Effect.scoped(Layer.build(layer)))
  const mirror = fakeMirror(Context.get(client, PublicRecords), { ...usual, ...answers })
  const registry = await start(service().layer)
  registry.set(recordsAtom, { layer, mirror })
  await settled()
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
  })

  it("asks for no hours of a number without reports", async () => {
    let asked = 0
    const hours: FakeAnswers["hours"] = () => {
      asked += 1
      return Effect.succeed([])
    }
    const none = await opened({ hours, number: () => Effect.succeed({ ...report, reports: 0 }) })
    await none.open("2145550000")
    assert.strictEqual(asked, 0)
    const some = await opened({ hours })
    await some.open("2145550000")
    assert.strictEqual(asked, 1)
  })

  it("opened from another one returns to it, and then to the panel of the first", async () => {
    const { open, panel, shown, ui } = await opened()
    await open("1")
    await open("2")
    await open("3")
    assert.isFalse(stepReport(ui, 1))
    assert.isTrue(stepReport(ui, -1))
    assert.strictEqual(shown(), "2")
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

  it("that is answered is left without a message", async () => {
    const { notification, open, panel, ui } = await opened()
    await open("1")
    leaveReport(ui)
    assert.deepStrictEqual([panel(), notification()], ["table", ""])
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

  it("needs a mirror", async () => {
    const registry = await start(service().layer)
    const ui = new Ui(registry)
    assert.isUndefined(registry.get(mirrorAtom))
    openReport(ui, { _tag: "Number", text: "1" })
    assert.match(registry.get(sessionAtom).notification, /^Only a mirror can answer this\./)
    assert.deepStrictEqual([registry.get(sessionAtom).panel, registry.get(reportAtom)], ["table", undefined])
    assert.deepStrictEqual(registry.get(sectionsAtom), [])
  })
})

describe("the parties of a notice", () => {
  const noticeOf = (parties: Partial<Notice>) =>
    layerFakeRecords({ notices: fakeNotices(1).map((notice) => Notice.make({ ...notice, ...parties })) })

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
  it.each([
    ["a number from complaints", "p", "Number"],
    ["a party from notices", "2p", "Party"]
  ])("asks for %s", async (_, keys, label) => {
    const { registry } = await opened()
    await typeKeys(registry, keys)
    assert.strictEqual(registry.get(promptAtom).label, label)
  })

  it("asks for the same as the report on the screen, and for what fits the rows after it", async () => {
    const { open, registry } = await opened()
    await open("Anvil", "Party")
    await typeKeys(registry, "p")
    assert.strictEqual(registry.get(promptAtom).label, "Party")
    for (const name of ["escape", "escape"]) await pressNamed(registry, name)
    await typeKeys(registry, "p")
    assert.strictEqual(registry.get(promptAtom).label, "Number")
  })

  it("ignores spaces, and opens no report that has a problem", async () => {
    const { registry, shown } = await opened()
    await typeKeys(registry, "p")
    assert.match(registry.get(promptAtom).accept(" abc "), /^"abc" is not a telephone number/)
    assert.notStrictEqual(shown(), "abc")
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
  it("open in the form if the number is no valid filter", async () => {
    const { open, panel, registry } = await opened({ number: () => Effect.succeed({ ...report, number: "private" }) })
    await open("1")
    await typeKeys(registry, "\r")
    assert.strictEqual(panel(), "form")
    assert.strictEqual(registry.get(complaints.form).values["number"], "private")
  })
})

describe("the cost of the remaining rows of a mirror", () => {
  it("is their number", async () => {
    const { registry } = await opened()
    await typeKeys(registry, "g")
    const { loaded, rowCount } = registry.get(complaints.summary)
    assert.isAbove(rowCount, loaded)
    const left = (rowCount - loaded).toLocaleString("en-US")
    assert.strictEqual(registry.get(complaints.remainingCost), `${left} more rows, 50,000 rows at most`)
  })
})
