import { Notice } from "@public-records/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import stringWidth from "string-width"
import { expect } from "vitest"
import { notices as noticeRows } from "../src/notices/definition.ts"
import { recordsAtom, type SourceInfo, sourceInfoAtom } from "../src/source.ts"
import { instantOf } from "../src/visits/lastVisit.ts"
import { startVisits } from "../src/visits/recordVisits.ts"
import { fakeComplaints, fakeNotices, type FakeRecords, layerFakeRecords } from "./fakeRecords.ts"
import { fakePlatform, openTerminal, sampleSource, serviceSource, settled, sizes } from "./terminal.tsx"

const size = { columns: 100, rows: 30 }
// Without a limit, so that a switch to the notices loads them without a delay.
const service = { ...serviceSource, hasLimit: false }
const url = service.baseUrl

/** Makes notices created one minute apart, the newest first. */
const notices = (count: number, newest: number) =>
  fakeNotices(count).map((notice, index) =>
    Notice.make({ ...notice, created: new Date(newest - index * 60_000).toISOString().replace(".000Z", "+00:00") })
  )

const lastSeen = Date.UTC(2026, 10, 18, 10, 0)
const visited = { newestNotice: "2026-11-18T10:00:00+00:00", at: "2026-11-18T12:00:00.000Z" }
const fileOf = (source: string, visit: unknown = visited): string => JSON.stringify({ visits: { [source]: visit } })

/** Opens the notices. The first three of `count` were created after the previous visit. */
const visit = async (content?: string, options: Partial<FakeRecords> = {}, at = size, source: SourceInfo = service) => {
  const world = fakePlatform([], new Map(content === undefined ? [] : [["visits.json", content]]))
  const held = { complaints: fakeComplaints(10), notices: notices(120, lastSeen + 3 * 60_000), ...options }
  const terminal = await openTerminal(layerFakeRecords(held), at, source, world)
  await Effect.runPromise(startVisits(terminal.registry))
  await terminal.keys("2")
  await terminal.until((frame) => frame.includes("Holdings") || frame.includes("There are no"))
  await settled()
  return { terminal, own: world.own }
}

const marked = (frame: string): number => frame.split("\n").filter((line) => /^│ [▶ ]\*/.test(line)).length

const newestIn = (own: ReadonlyMap<string, string>): unknown =>
  JSON.parse(own.get("visits.json") ?? "").visits[url].newestNotice

describe("new notices", () => {
  it("are those created after the newest one of the previous visit", async () => {
    const { terminal } = await visit(fileOf(url))
    assert.strictEqual(marked(terminal.frame()), 3)
    assert.match(
      terminal.frame(),
      /NOTICES · 50 of 120 loaded · \* 3 new since 18 Nov 2026, \d\d:\d\d · newest created/
    )
    await terminal.keys("\r")
    assert.match(terminal.frame(), /NEW +since your visit on 18 Nov 2026/)
    await terminal.keys("l", "l", "l")
    assert.notMatch(terminal.frame(), /NEW +since/)
    terminal.close()
  })

  it("do not exist on a first visit, and are new only once", async () => {
    const first = await visit()
    assert.strictEqual(marked(first.terminal.frame()), 0)
    assert.notMatch(first.terminal.frame(), / new since /)
    assert.strictEqual(newestIn(first.own), "2026-11-18T10:03:00+00:00")
    first.terminal.close()
    const newer = { notices: notices(120, lastSeen + 5 * 60_000) }
    const second = await visit(first.own.get("visits.json"), newer)
    assert.strictEqual(marked(second.terminal.frame()), 2)
    second.terminal.close()
    const third = await visit(second.own.get("visits.json"), newer)
    assert.strictEqual(marked(third.terminal.frame()), 0)
    third.terminal.close()
  })

  it.each([
    ["of another source", fileOf("https://records.example")],
    ["before the first visit of any source", '{"visits":{}}']
  ])("are not marked by the visit %s, which stays in the file", async (_what, content) => {
    const { terminal, own } = await visit(content)
    assert.strictEqual(marked(terminal.frame()), 0)
    const { visits } = JSON.parse(own.get("visits.json") ?? "")
    assert.includeMembers(Object.keys(visits), [url, ...Object.keys(JSON.parse(content).visits)])
    terminal.close()
  })

  it("may continue in rows that are not loaded", async () => {
    const { terminal } = await visit(fileOf(url), { notices: notices(120, lastSeen + 80 * 60_000) })
    assert.match(terminal.frame(), /\* 50\+ new since/)
    await terminal.keys("j", "60G")
    assert.match(terminal.frame(), /100 of 120 loaded/)
    assert.match(terminal.frame(), /\* 80 new since/)
    terminal.close()
  })

  it("are not counted as seen by a visit that showed only older ones", async () => {
    const { terminal, own } = await visit(fileOf(url), { notices: notices(120, lastSeen - 3 * 60_000) })
    assert.strictEqual(marked(terminal.frame()), 0)
    assert.strictEqual(newestIn(own), visited.newestNotice)
    terminal.close()
  })

  it("can be marked as seen", async () => {
    const { terminal } = await visit(fileOf(url))
    const command = [":", "mark all", "\r"]
    await terminal.keys(...command)
    assert.match(terminal.frame(), /No notice is marked as new until your next visit/)
    assert.strictEqual(marked(terminal.frame()), 0)
    await terminal.keys(...command)
    assert.match(terminal.frame(), /No loaded notice is marked as new/)
    terminal.close()
  })

  it("can be marked as seen, and those of another source stay marked", async () => {
    const other = "https://records.example"
    const { terminal } = await visit(JSON.stringify({ visits: { [url]: visited, [other]: visited } }))
    await terminal.keys(":", "mark all", "\r")
    assert.strictEqual(marked(terminal.frame()), 0)
    terminal.registry.set(sourceInfoAtom, { ...service, baseUrl: other })
    await settled()
    assert.strictEqual(marked(terminal.frame()), 3)
    terminal.close()
  })

  it("are seen in the source that they come from, also after a change of the source", async () => {
    const { terminal, own } = await visit()
    const other = "https://records.example"
    const newest = lastSeen + 9 * 60_000
    terminal.registry.set(recordsAtom, { layer: layerFakeRecords({ notices: notices(3, newest) }) })
    terminal.registry.set(sourceInfoAtom, { ...service, baseUrl: other })
    noticeRows.reset(terminal.registry)
    await terminal.until((frame) => frame.includes("of 3 loaded"))
    await settled()
    const { visits } = JSON.parse(own.get("visits.json") ?? "")
    terminal.close()
    assert.strictEqual(visits[url].newestNotice, "2026-11-18T10:03:00+00:00")
    assert.strictEqual(visits[other].newestNotice, "2026-11-18T10:09:00+00:00")
  })

  it.each(["{", "[]", fileOf(url, { newestNotice: "yesterday", at: "" }), fileOf(url, { at: visited.at })])(
    "are not marked if the file is damaged, which is reported and not changed: %s",
    async (content) => {
      const { terminal, own } = await visit(content)
      assert.strictEqual(marked(terminal.frame()), 0)
      assert.strictEqual(own.get("visits.json"), content)
      await terminal.keys("1")
      await Effect.runPromise(startVisits(terminal.registry))
      await settled()
      assert.match(terminal.frame(), /New notices are not marked: \/own\/visits\.json is invalid\. Fix or remove it/)
      terminal.close()
    }
  )

  it("are not marked in sample data, which has no visits", async () => {
    const { terminal, own } = await visit(fileOf(url), {}, size, sampleSource)
    assert.strictEqual(marked(terminal.frame()), 0)
    assert.strictEqual(own.get("visits.json"), fileOf(url))
    terminal.close()
  })

  it.each(sizes)("are marked without color on $columns by $rows", async (at) => {
    const { terminal } = await visit(fileOf(url), {}, at)
    const frame = terminal.frame().replace(/(2026,) \d\d:\d\d/, "$1 hh:mm")
    terminal.close()
    assert.strictEqual(marked(frame), 3)
    for (const line of frame.split("\n")) assert.isAtMost(stringWidth(line), at.columns, line)
    await expect(`${frame}\n`).toMatchFileSnapshot(`frames/new-notices.${at.columns}x${at.rows}.txt`)
  })
})

describe("the instant of a record", () => {
  it.each([
    ["2026-11-18T10:00:00+00:00", 0],
    ["2026-11-18T05:00:00-05:00", 0],
    ["2026-11-18T10:00:01.5Z", 1500],
    ["2026-11-18 10:00:00", 0],
    ["2026-11-18", -36_000_000]
  ])("of %s has a zone, which is UTC if none is given", (text, millis) => {
    assert.strictEqual(instantOf(text) - lastSeen, millis)
  })
})
