import { PublicRecordsError, RateLimited, Unavailable } from "@public-records/core"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { complaints } from "../src/complaints/definition.ts"
import { sessionAtom } from "../src/session.ts"
import { closeSessions, held, offsets, pressNamed, service, start, typeKeys } from "./browsing.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { localForReports } from "./openSession.ts"
import { openTerminal, settled, until } from "./terminal.tsx"

afterEach(closeSessions)

const failing = (reason: PublicRecordsError["reason"]) =>
  Effect.fail(new PublicRecordsError({ operation: "List complaints", reason }))

describe("the filter in words", () => {
  it("names a day once if a range starts and ends on it", async () => {
    const registry = await start(service().source)
    const day = { createdFrom: "2021-07-07", createdTo: "2021-07-07", state: "Ohio" }
    registry.update(complaints.form, (form) => ({ ...form, values: { ...form.values, ...day } }))
    complaints.applyForm(registry)
    assert.strictEqual(registry.get(complaints.summary).filter, "created 2021-07-07 · state Ohio")
  })

  it("uses the full line on a narrow screen before it is truncated", async () => {
    const terminal = await openTerminal(service().source, { columns: 44, rows: 20 })
    await terminal.keys("f", "2021-07-06\t2021-07-07", "\u0013")
    assert.match(terminal.frame(), /^ created 2021-07-06 → 2021-07-07 *$/m)
    await terminal.keys("3")
    await terminal.resize({ columns: 60, rows: 20 })
    await terminal.until((frame) => frame.includes("first 50"))
    assert.match(terminal.frame(), /^ created 2021-07-06 → 2021-07-07 100 % = first 50 of 14,034 *$/m)
    terminal.close()
  })
})

describe("loading", () => {
  it("requests the first page once, and each further page once when the cursor comes near", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    assert.deepStrictEqual(offsets(requests), [0])
    for (let page = 0; page < 40; page++) await pressNamed(registry, "page-down")
    const all = offsets(requests)
    assert.deepStrictEqual(
      all,
      all.map((_, index) => index * 50)
    )
    assert.isAbove(all.length, 10)
    assert.strictEqual(registry.get(complaints.summary).loaded, all.length * 50)
  })

  it("jumps to the last row of 14,034 with one request", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    await typeKeys(registry, "G")
    assert.deepStrictEqual(offsets(requests), [0, 14_000])
    assert.strictEqual(registry.get(complaints.view).cursor, 14_033)
    assert.isTrue(registry.get(complaints.rows).every(({ kind }) => kind === "record"))
    assert.deepInclude(registry.get(complaints.summary), { loaded: 84, rowCount: 14_034 })
  })

  it("reaches the last row by PageDown alone", async () => {
    const { requests, source } = service({ complaints: fakeComplaints(1034) })
    const registry = await start(source)
    for (let screen = 0; screen < 80; screen++) await pressNamed(registry, "page-down")
    assert.strictEqual(registry.get(complaints.view).cursor, 1033)
    assert.strictEqual(registry.get(complaints.summary).loaded, 1034)
    assert.strictEqual(requests.length, 21)
    assert.isTrue(registry.get(complaints.rows).every(({ kind }) => kind === "record"))
  })

  it("reports whether a row beyond the last one does not exist or the total is unknown", async () => {
    for (const reportsTotal of [true, false]) {
      const registry = await start(service({ complaints: fakeComplaints(120), reportsTotal }).source)
      await typeKeys(registry, ":go to row\r500\r")
      const detail = reportsTotal ? /^There is no row 500\. This is the last one/ : /^Total unknown\. Last loaded row/
      assert.match(registry.get(sessionAtom).notification, detail)
      if (!reportsTotal) continue
      await typeKeys(registry, ":go to row\r121\r")
      assert.match(registry.get(sessionAtom).notification, /^There is no row 121\./)
      await typeKeys(registry, ":go to row\r120\r")
      assert.strictEqual(registry.get(sessionAtom).notification, "")
    }
  })

  it("stops between two pages on Esc, even if the records are in memory", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    await typeKeys(registry, "L\r")
    const before = requests.length
    assert.isBelow(before, 100)
    assert.match(registry.get(complaints.activityLabel), /^loading all/)
    await pressNamed(registry, "escape")
    await settled()
    assert.strictEqual(requests.length, before)
    assert.strictEqual(registry.get(complaints.activityLabel), "")
  })

  it("updates the screen once per 25 local pages when it loads all rows, and once per page of a service", async () => {
    for (const [isLocal, updates] of [
      [true, 12],
      [false, 280]
    ] as const) {
      const { requests, source } = service()
      const registry = await start(isLocal ? localForReports({}, held) : source)
      const loaded = new Set<number>()
      registry.subscribe(complaints.summary, (summary) => loaded.add(summary.loaded))
      await typeKeys(registry, isLocal ? "L" : "L\r")
      await until(() => registry.get(complaints.summary).loaded === 14_034)
      loaded.delete(50)
      assert.strictEqual(loaded.size, updates)
      assert.strictEqual(requests.length, isLocal ? 0 : 281)
    }
  })

  it("keeps the local pages before a page that fails", async () => {
    const before = (count: number) => (count === 12 ? failing(new Unavailable({ detail: "503" })) : Effect.void)
    const registry = await start(localForReports({}, { ...held, before }))
    await typeKeys(registry, "L")
    await until(() => registry.get(complaints.activity)._tag === "Failed")
    assert.strictEqual(registry.get(complaints.summary).loaded, 550)
  })

  it("interrupts the request in flight when the filter changes", async () => {
    let interrupted = 0
    const { requests, source } = service({
      before: (count) =>
        count === 1 ? Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => (interrupted += 1)))) : Effect.void
    })
    const registry = await start(source)
    await typeKeys(registry, "f\t\t\t\t\t\t\t\u0000ohio\u0013")
    assert.strictEqual(interrupted, 1)
    assert.deepStrictEqual(
      requests.map(({ filter }) => filter),
      ["", "state"]
    )
    assert.strictEqual(registry.get(complaints.summary).filter, "state Ohio")
    const ohio = held.complaints.filter(({ consumerState }) => consumerState === "Ohio")
    assert.strictEqual(registry.get(complaints.summary).rowCount, ohio.length)
  })

  it("sends no request for a collection that is not on the screen", async () => {
    const { requests, source } = service()
    const registry = await start(source)
    await typeKeys(registry, "2")
    assert.deepStrictEqual(
      requests.map(({ collection }) => collection),
      ["complaints", "notices"]
    )
    await typeKeys(registry, "1")
    assert.strictEqual(requests.length, 2)
  })
})

describe("failures", () => {
  it("keep the rows during a reload until their replacements arrive", async () => {
    let isDown = false
    const { requests, source } = service({
      before: () => (isDown ? failing(new Unavailable({ detail: "503" })) : Effect.void)
    })
    const registry = await start(source)
    await typeKeys(registry, ":go to row\r7000\r")
    const { loaded } = registry.get(complaints.summary)
    isDown = true
    await typeKeys(registry, "r")
    assert.strictEqual(registry.get(complaints.activity)._tag, "Failed")
    assert.strictEqual(registry.get(complaints.summary).loaded, loaded)
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.activity)._tag, "Idle")
    assert.strictEqual(registry.get(complaints.summary).loaded, loaded)
    isDown = false
    await typeKeys(registry, "r")
    assert.deepInclude(registry.get(complaints.summary), { loaded: 50, rowCount: 14_034 })
    assert.deepStrictEqual(offsets(requests), [0, 6950, 6950, 6950])
  })

  it("can be stopped by Esc at the rate limit", async () => {
    const limited = new RateLimited({ by: "budget", nextTryAt: new Date(90_000) })
    const { requests, source } = service({ before: () => failing(limited) })
    const registry = await start(source, TestClock.layer())
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.activity)._tag, "Idle")
    assert.strictEqual(requests.length, 1)
  })
})

describe("the search", () => {
  it("moves to the first match while the user types, and Esc goes back", async () => {
    const { source } = service()
    const registry = await start(source)
    await typeKeys(registry, "jj/charit")
    assert.strictEqual(registry.get(complaints.view).cursor, 10)
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.view).cursor, 2)
  })

  it("stays on the row at the cursor if it matches, in capital or small letters", async () => {
    const registry = await start(service().source)
    await typeKeys(registry, "jj/SpringF")
    assert.strictEqual(registry.get(complaints.view).cursor, 2)
    assert.match(registry.get(sessionAtom).notification, /^3 of \d+ with "SpringF"/)
  })

  it("goes to the next and previous match in loaded rows and wraps around", async () => {
    const { requests, source } = service({ complaints: fakeComplaints(50) })
    const registry = await start(source)
    await typeKeys(registry, "/charit\r")
    const visited: Array<number> = []
    for (const key of ["n", "n", "n", "N"]) {
      await typeKeys(registry, key)
      visited.push(registry.get(complaints.view).cursor)
    }
    assert.deepStrictEqual(visited, [25, 40, 10, 40])
    assert.strictEqual(requests.length, 1)
  })

  it("finds rows with the same phone number", async () => {
    const { source } = service()
    const registry = await start(source)
    await typeKeys(registry, ":go to row\r701\r")
    await typeKeys(registry, "#")
    assert.strictEqual(registry.get(complaints.view).cursor, 0)
    assert.match(
      registry.get(sessionAtom).notification,
      /^1 of 2 with \(214\) 555-0000 in \d+ loaded · a mirror has its history \(--mirror\)$/
    )
  })
})
