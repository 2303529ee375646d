import { afterEach, assert, describe, it } from "@effect/vitest"
import { complaints } from "../src/complaints/definition.ts"
import { menuAtom } from "../src/panels/menu.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { platformAtom } from "../src/platform/Platform.ts"
import { closeSessions } from "./browsing.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { content } from "./openReports.ts"
import { localForReports, opened } from "./openSession.ts"
import { fakePlatform } from "./terminal.tsx"

afterEach(closeSessions)

describe("an export", () => {
  it.each([
    [49, true, "1 request", "49 complaints loaded", 5],
    [50, true, "2 requests", "50 complaints loaded", 5],
    [1, true, "1 request", "1 complaint loaded", 5],
    [51, true, "2 requests", "50 complaints loaded", 6],
    [120, false, "total and cost unknown", "50 complaints loaded", 6]
  ])("of %d rows, with a total: %s, costs %s", async (count, reportsTotal, cost, loaded, length) => {
    const { after, items } = await opened({ complaints: fakeComplaints(count), reportsTotal })
    await after("e")
    assert.lengthOf(items(), length)
    assert.strictEqual(items()[0], `CSV, safe for spreadsheets: ${loaded}`)
    assert.strictEqual(items().at(-1), `all records as Parquet: ${cost}`)
  })

  it("of sorted rows names their order", async () => {
    const { after, items, registry } = await opened()
    await after("lSe")
    assert.strictEqual(items()[1], "NDJSON, unmodified: 50 complaints loaded")
    const { sorted } = registry.get(complaints.summary)
    assert.match(registry.get(menuAtom).intro?.[0] ?? "", /^Exports the loaded rows as shown: /)
    assert.include(registry.get(menuAtom).intro?.[0], `shown: ${sorted}. Reported by consumers`)
  })

  it("names the order of the query, and whether the total is known", async () => {
    const { after, registry } = await opened({ reportsTotal: false })
    await after("2e")
    assert.deepStrictEqual(registry.get(menuAtom).intro, ["Exports the loaded rows as shown: newest created first."])
    assert.strictEqual(registry.get(menuAtom).title, "EXPORT · 50 loaded, total unknown")
  })

  it("of all records takes hours beyond the rate limit", async () => {
    for (const [remaining, cost] of [
      [3, "3 requests"],
      [2, "3 requests, more than remaining: about 1 h"]
    ] as const) {
      const { after, items } = await opened({ rateLimit: { limit: 10, remaining } })
      await after("e")
      assert.strictEqual(items().at(-1), `all records as Parquet: ${cost}`)
    }
  })

  it("of all records of a mirror costs no request", async () => {
    const { after, items } = await opened({}, localForReports({}, content))
    await after("ge")
    assert.strictEqual(items().at(-1), "all records as Parquet: all 200 complaints")
  })

  it("says how many invalid records it leaves out", async () => {
    for (const [rejected, message] of [
      [0, "Wrote 50 complaints to /folder/complaints.csv."],
      [1, "Wrote 49 complaints to /folder/complaints.csv. 1 invalid record is not included."],
      [2, "Wrote 48 complaints to /folder/complaints.csv. 2 invalid records are not included."]
    ] as const) {
      const { after } = await opened({ rejected })
      assert.strictEqual(await after("e\r\r"), message)
    }
  })

  it("to a file needs a new name", async () => {
    const { accept, after, done, registry } = await opened()
    await after("e\r")
    assert.strictEqual(accept("  "), "Type the name of a file.")
    registry.set(platformAtom, fakePlatform(["taken.csv"]).platform)
    await after("\u001B")
    await after("e\r")
    assert.match(accept("taken.csv"), /^A file with that name already exists\./)
    assert.strictEqual(accept(" new.csv "), "")
    assert.deepStrictEqual(done, [])
  })

  it("to a file accepts ~/ for the home folder", async () => {
    const { accept, after, done } = await opened()
    await after("e\r")
    assert.strictEqual(accept("~/new.csv"), "")
    await after("")
    assert.deepStrictEqual(
      done.map(({ text }) => text.split("\n")[0]),
      ["/home/ada/new.csv"]
    )
  })

  it("warns of cells that look like formulas only in CSV", async () => {
    const { after, registry } = await opened()
    await after("e\r")
    assert.lengthOf(registry.get(promptAtom).intro, 1)
    await after("\u001B")
    await after("endjson\r")
    assert.lengthOf(registry.get(promptAtom).intro, 0)
  })
})
