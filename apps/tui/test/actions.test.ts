import { afterEach, assert, describe, it } from "@effect/vitest"
import { PublicRecordsError, Unavailable } from "@public-records/core"
import { Effect, Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { complaints } from "../src/complaints/definition.ts"
import { notices } from "../src/notices/definition.ts"
import { sizeAtom } from "../src/drawing/layout.ts"
import type { FormValues } from "../src/form/FormModel.ts"
import { sessionAtom } from "../src/session.ts"
import { MirrorError } from "@public-records/mirror"
import { closeSessions, held, offsets, pressNamed, service, start, typeKeys } from "./browsing.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { localForReports } from "./openSession.ts"
import { settled } from "./terminal.tsx"

afterEach(closeSessions)

const stuck = { before: () => Effect.never }
const oneInvalid = { complaints: fakeComplaints(1), rejected: 1 }

const chooseColumn = (registry: AtomRegistry.AtomRegistry, title: string): void => {
  do complaints.columnBy(registry, 1)
  while (complaints.chosenColumn(registry) !== title)
}

const down = Effect.fail(
  new PublicRecordsError({ operation: "List complaints", reason: new Unavailable({ detail: "503" }) })
)

const damaged = Effect.fail(new MirrorError({ problem: "Damaged", file: "a.duckdb", message: "It is damaged." }))

const filterTo = async (registry: AtomRegistry.AtomRegistry, state: string): Promise<void> => {
  registry.update(complaints.form, (form) => ({ ...form, values: { ...form.values, state } }))
  complaints.applyForm(registry)
  await settled()
}

describe("a row", () => {
  it("has no record before it is loaded", async () => {
    const registry = await start(service(stuck).source)
    assert.deepStrictEqual(registry.get(complaints.rows), [{ index: 0, kind: "missing", text: "· not loaded ·" }])
    assert.strictEqual(registry.get(complaints.activityLabel), "loading 1–50")
    assert.strictEqual(complaints.numberAtCursor(registry), "")
    assert.deepStrictEqual(notices.partiesAtCursor(registry), [])
    assert.deepStrictEqual(complaints.recordAtCursor(registry), Option.none())
    assert.deepStrictEqual(registry.get(complaints.detail), [])
  })

  it("has no record if it is invalid", async () => {
    const registry = await start(service(oneInvalid).source)
    const [row] = registry.get(complaints.rows)
    assert.deepInclude(row, { index: 0, kind: "rejected" })
    assert.strictEqual(row?.text, "⚠ invalid record: the date is missing")
    assert.strictEqual(complaints.numberAtCursor(registry), "")
    assert.deepStrictEqual(complaints.partiesAtCursor(registry), [])
    assert.deepStrictEqual(complaints.recordAtCursor(registry), Option.none())
    assert.deepStrictEqual(registry.get(complaints.summary).newest, "")
  })

  it("has the digits of its number, if it has one, and the cell of the chosen column", async () => {
    const registry = await start(service().source)
    const labels = (): ReadonlyArray<string> =>
      Option.getOrThrow(complaints.recordAtCursor(registry)).fields.map(({ label }) => label)
    const cell = () => Option.getOrThrow(complaints.recordAtCursor(registry)).cell
    assert.include(labels(), "DIGITS")
    assert.deepStrictEqual(cell(), Option.none())
    chooseColumn(registry, "ROBO")
    assert.deepStrictEqual(cell(), Option.some({ label: "ROBO", text: "Y" }))
    await typeKeys(registry, ":go to row\r10\r")
    assert.deepStrictEqual(
      labels(),
      registry.get(complaints.detail).map(({ label }) => label)
    )
    assert.deepStrictEqual(complaints.partiesAtCursor(registry), [])
  })

  it("belongs to a request, in a local order, too", async () => {
    const { source } = service({ complaints: fakeComplaints(120) })
    const registry = await start(source)
    await typeKeys(registry, "L\r")
    assert.include(complaints.requestAtCursor(registry), "offset=0")
    chooseColumn(registry, "CREATED")
    complaints.sortLocally(registry)
    await typeKeys(registry, "g")
    assert.include(complaints.requestAtCursor(registry), "offset=50")
    assert.isTrue(complaints.resetSort(registry))
    assert.isFalse(complaints.resetSort(registry))
  })
})

describe("the rows as a file", () => {
  it("are the valid ones, and those that are invalid are counted", async () => {
    const registry = await start(service({ complaints: fakeComplaints(3), rejected: 1 }).source)
    assert.deepInclude(complaints.shownText(registry, "ndjson"), { records: 2, rejected: 1 })
  })
})

describe("the chosen column", () => {
  it("is the first or the last one at first, and wraps around", async () => {
    const registry = await start(service().source)
    complaints.columnBy(registry, -1)
    assert.strictEqual(complaints.chosenColumn(registry), "SUBJECT")
    complaints.columnBy(registry, 1)
    assert.strictEqual(complaints.chosenColumn(registry), "CREATED")
    complaints.columnBy(registry, -1)
    assert.strictEqual(complaints.chosenColumn(registry), "SUBJECT")
  })
})

describe("the collections", () => {
  it("share neither a search nor a column, a chart or a filter", async () => {
    const registry = await start(service().source)
    await typeKeys(registry, "ll/other\r")
    complaints.insights.addFacet(registry)
    registry.update(complaints.insights.focus, (focus) => ({ ...focus, chart: 2, isExpanded: true }))
    await typeKeys(registry, "2")
    assert.strictEqual(notices.chosenColumn(registry), "DATE")
    assert.strictEqual(registry.get(notices.search).text, "")
    assert.deepInclude(registry.get(notices.insights.focus), { chart: 0, isExpanded: false })
    assert.deepStrictEqual(registry.get(notices.facets), [])
    assert.deepStrictEqual(notices.filterBy(registry, -1), Option.none())
    await typeKeys(registry, "1")
    assert.strictEqual(complaints.chosenColumn(registry), "FROM")
    assert.strictEqual(registry.get(complaints.search).text, "other")
  })
})

describe("a filter", () => {
  it("is cleared once", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    assert.isFalse(complaints.clearFilter(registry))
    assert.deepStrictEqual(registry.get(complaints.suggestions), [])
    assert.deepStrictEqual(registry.get(complaints.summary).newest, "2021-07-07 23:59")
    await filterTo(registry, "Ohio")
    assert.strictEqual(registry.get(complaints.summary).filter, "state Ohio")
    assert.deepStrictEqual(registry.get(complaints.summary).newest, "")
    assert.deepStrictEqual(registry.get(complaints.suggestions), [])
    assert.isTrue(complaints.clearFilter(registry))
    await typeKeys(registry, "g")
    assert.strictEqual(registry.get(complaints.summary).filter, "")
    assert.strictEqual(requests.length, 3)
    assert.isFalse(complaints.clearFilter(registry))
  })

  it.each<readonly [filter: string, values: FormValues]>([
    ["called 2021-07-07", { violationFrom: "2021-07-07", violationTo: "2021-07-07" }],
    ["called 2021-07-01 → 2021-07-07", { violationFrom: "2021-07-01", violationTo: "2021-07-07" }],
    [
      "created 2021-07-01 → 2021-07-07 · robocall yes",
      { createdFrom: "2021-07-01", createdTo: "2021-07-07", robocall: "true" }
    ],
    ["state Ohio · city Troy", { state: "OH", city: "Troy" }],
    ["area code 614", { areaCode: "614" }]
  ])("of complaints is in words: %s", async (filter, values) => {
    const registry = await start(service(stuck).source)
    registry.update(complaints.form, (form) => ({ ...form, values: { ...form.values, ...values } }))
    complaints.applyForm(registry)
    assert.strictEqual(registry.get(complaints.summary).filter, filter)
  })

  it.each<readonly [filter: string, values: FormValues, order: string]>([
    ["title media", { title: "media" }, "newest created first"],
    ["part of title media", { titleContains: "media", sort: "asc" }, "oldest created first"],
    ["transaction 20110001 · date 2011-04-11", { transactionNumber: "20110001", date: "2011-04-11" }, ""],
    ["dated from 2011-04-11", { dateFrom: "2011-04-11" }, ""],
    ["", { sortBy: "changed" }, "newest changed first"]
  ])("of notices is in words: %s", async (filter, values, order) => {
    const registry = await start(service(stuck).source)
    registry.update(notices.form, (form) => ({ ...form, values: { ...form.values, ...values } }))
    notices.applyForm(registry)
    const summary = registry.get(notices.summary)
    assert.deepStrictEqual([summary.filter, order === "" ? "" : summary.order], [filter, order])
  })

  it("does not show the newest record if the oldest come first", async () => {
    const registry = await start(service().source)
    registry.update(complaints.form, (form) => ({ ...form, values: { ...form.values, sort: "asc" } }))
    complaints.applyForm(registry)
    await typeKeys(registry, "g")
    assert.deepInclude(registry.get(complaints.summary), { filter: "", newest: "", loaded: 50 })
  })
})

describe("a search", () => {
  it("finds a name without its accents, apostrophes and stops, and a text as it stands", async () => {
    const [plain] = fakeComplaints(1)
    const cities = ["Akron", "Thompson\u2019s Station", "San Jos\u00E9", "St. Louis"]
    const rows = cities.flatMap((consumerCity) => (plain === undefined ? [] : [{ ...plain, consumerCity }]))
    const registry = await start(service({ complaints: rows }).source)
    for (const [text, row] of [
      ["thompson's st", 1],
      ["thompsons", 1],
      ["\u2019", 1],
      ["SAN JOSE", 2],
      ["jose\u0301", 2],
      ["st louis", 3],
      ["t. l", 3]
    ] as const) {
      registry.set(complaints.search, { _tag: "Text", text })
      assert.deepStrictEqual(complaints.find(registry, 0, 1), Option.some({ row, position: 1, count: 1 }), text)
    }
  })

  it("finds nothing without a text, and a number only if it is complete", async () => {
    const registry = await start(service().source)
    assert.deepStrictEqual(complaints.find(registry, 0, 1), Option.none())
    registry.set(complaints.search, { _tag: "Number", text: "214555000" })
    assert.deepStrictEqual(complaints.find(registry, 0, 1), Option.none())
    registry.set(complaints.search, { _tag: "Number", text: "2145550003" })
    assert.deepStrictEqual(complaints.find(registry, 0, 1), Option.some({ row: 3, position: 1, count: 1 }))
  })
})

describe("a canceled request", () => {
  it("is not sent again for the rows on the screen until it is retried", async () => {
    const { requests, source } = service({ before: (count) => (count === 2 ? Effect.never : Effect.void) })
    const registry = await start(source)
    await typeKeys(registry, "G")
    assert.isFalse(complaints.isCanceled(registry))
    await pressNamed(registry, "escape")
    assert.isTrue(complaints.isCanceled(registry))
    assert.strictEqual(requests.length, 2)
    assert.isFalse(complaints.cancel(registry))
    await typeKeys(registry, "r")
    assert.isFalse(complaints.isCanceled(registry))
    assert.strictEqual(requests.length, 3)
  })

  it("is not sent again after a reload without rows", async () => {
    const { requests, source } = service(stuck)
    const registry = await start(source)
    complaints.reload(registry)
    await typeKeys(registry, "g")
    assert.isTrue(complaints.cancel(registry))
    await typeKeys(registry, "g")
    assert.isTrue(complaints.isCanceled(registry))
    assert.strictEqual(requests.length, 2)
  })

  it("does not prevent the same request for another filter, nor that all rows are loaded", async () => {
    const { requests, source } = service({
      complaints: fakeComplaints(120),
      before: (count) => (count === 1 ? Effect.never : Effect.void)
    })
    const registry = await start(source)
    complaints.cancel(registry)
    await filterTo(registry, "Ohio")
    assert.strictEqual(requests.length, 2)
    assert.isFalse(complaints.isCanceled(registry))

    const other = await start(service(stuck).source)
    complaints.cancel(other)
    complaints.loadAll(other)
    assert.isFalse(complaints.isCanceled(other))
  })
})

describe("a failure", () => {
  it("is retried if the same filter is applied again", async () => {
    const { requests, source } = service({ before: () => down })
    const registry = await start(source)
    await filterTo(registry, "")
    assert.strictEqual(requests.length, 2)
  })

  it("ends with its source, also if its collection is not on the screen", async () => {
    const registry = await start(service({ before: () => down }).source)
    await typeKeys(registry, "2")
    assert.strictEqual(registry.get(complaints.activity)._tag, "Failed")
    complaints.reset(registry)
    assert.strictEqual(registry.get(complaints.activity)._tag, "Idle")
  })
})

describe("rows ahead of the cursor", () => {
  it("are no longer shown as loading if their request ended with the screen, and they are far now", async () => {
    const registry = await start(service({ before: (count) => (count === 3 ? Effect.never : Effect.void) }).source)
    await typeKeys(registry, ":go to row\r176\r")
    await typeKeys(registry, "k")
    assert.strictEqual(registry.get(complaints.activityLabel), "loading 101–150")
    await typeKeys(registry, "2")
    registry.set(sizeAtom, { columns: 80, rows: 8 })
    await typeKeys(registry, "1")
    assert.strictEqual(registry.get(complaints.activityLabel), "")
  })
})

describe("a reload", () => {
  it("loads the first rows again if they are sorted locally", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    complaints.sortLocally(registry)
    complaints.reload(registry)
    await settled()
    assert.deepStrictEqual(offsets(requests), [0, 0])
    assert.deepInclude(registry.get(complaints.summary), { loaded: 50, sorted: "sorted locally: CREATED ▲" })
  })
})

describe("the latest date", () => {
  const latest = { createdFrom: "latest", createdTo: "latest" }

  it("is that of the newest of the local notices", async () => {
    const dates = (of: string) => Effect.succeed({ first: "2011-04-01", last: of === "notices" ? "2011-04-11" : "" })
    const registry = await start(localForReports({ dates }, held))
    registry.update(sessionAtom, (session) => ({ ...session, active: "notices" as const }))
    await settled()
    assert.strictEqual(registry.get(notices.summary).newest, "2013-09-24")
    registry.update(notices.form, (form) => ({ ...form, values: { ...form.values, date: "latest" } }))
    registry.mount(notices.formCheck)
    await settled()
    notices.applyForm(registry)
    assert.strictEqual(registry.get(notices.summary).filter, "date 2011-04-11")
  })

  it.each([
    { name: "is read from local records before a filter is applied", limits: [50], last: Effect.never },
    { name: "is that of the service if local records cannot be read", limits: [50, 50], last: damaged }
  ])("$name", async ({ last, limits }) => {
    const requests: Array<number> = []
    const registry = await start(
      localForReports({ dates: () => last }, { ...held, onRequest: ({ limit }) => void requests.push(limit) })
    )
    registry.update(complaints.form, (form) => ({ ...form, values: { ...form.values, ...latest } }))
    registry.mount(complaints.formCheck)
    assert.strictEqual(complaints.applyForm(registry), last !== Effect.never)
    await settled()
    assert.deepStrictEqual(requests, limits)
  })

  it("is not requested from a service", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    registry.update(complaints.form, (form) => ({ ...form, values: { ...form.values, ...latest } }))
    registry.mount(complaints.formCheck)
    assert.isTrue(complaints.applyForm(registry))
    await settled()
    assert.deepStrictEqual(
      requests.map(({ limit }) => limit),
      [50, 50]
    )
  })
})

describe("the cost of the remaining rows", () => {
  it("is a number of requests, if the total is known", async () => {
    for (const [count, reportsTotal, cost] of [
      [100, true, "1 more request"],
      [150, true, "2 more requests"],
      [100, false, "one request per 50 rows, total unknown"]
    ] as const) {
      const { source } = service({ complaints: fakeComplaints(count), reportsTotal })
      const registry = await start(source)
      assert.strictEqual(registry.get(complaints.remainingCost), cost)
    }
  })
})
