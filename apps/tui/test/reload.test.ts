import { afterEach, assert, describe, it } from "@effect/vitest"
import { complaints } from "../src/complaints/definition.ts"
import { menuAtom } from "../src/panels/menu.ts"
import { sessionAtom } from "../src/session.ts"
import { closeSessions, service, start, typeKeys } from "./browsing.ts"
import { fakeComplaints } from "./fakeRecords.ts"
import { localForReports } from "./openSession.ts"
import { settled } from "./terminal.tsx"

afterEach(closeSessions)

const started = async (count: number, isLocal = false, reportsTotal = true) => {
  const content = { complaints: fakeComplaints(count), reportsTotal }
  const registry = await start(isLocal ? localForReports({}, content) : service(content).source)
  return {
    loaded: () => registry.get(complaints.summary).loaded,
    asks: () => registry.get(sessionAtom).panel === "menu",
    question: () => registry.get(menuAtom),
    keys: async (text: string) => {
      await typeKeys(registry, text)
      await settled()
    }
  }
}

describe("r after all rows are loaded", () => {
  it.each([
    ["local records", true, "L"],
    ["the service", false, "L\r"]
  ] as const)("asks before it discards the rows of %s", async (_, isLocal, load) => {
    const { asks, keys, loaded, question } = await started(120, isLocal)
    await keys(load)
    assert.strictEqual(loaded(), 120)
    await keys("r")
    assert.isTrue(asks())
    assert.strictEqual(question().title, "RELOAD COMPLAINTS")
    assert.match(question().intro?.[0] ?? "", /^120 rows are loaded\. Reloads the rows on the screen\. The others are/)
    await keys("\r")
    assert.strictEqual(loaded(), 120)
    await keys("rreload\r")
    assert.isFalse(asks())
    assert.strictEqual(loaded(), 50)
    await keys("r")
    assert.isFalse(asks())
  })

  it.each([true, false])("does not ask if one request loads all of them again, with a total: %s", async (hasTotal) => {
    const { asks, keys, loaded } = await started(50, false, hasTotal)
    await keys("L\r")
    await keys("r")
    assert.isFalse(asks())
    assert.strictEqual(loaded(), 50)
  })
})

describe("r after scrolling", () => {
  it("asks if more than 500 local rows are loaded", async () => {
    const { asks, keys, loaded } = await started(700)
    for (let row = 50; row < 500; row += 50) await keys(`:go to row\r${row + 1}\r`)
    assert.strictEqual(loaded(), 500)
    await keys("r")
    assert.isFalse(asks())
    await keys("g")
    for (let row = 50; row <= 500; row += 50) await keys(`:go to row\r${row + 1}\r`)
    assert.strictEqual(loaded(), 550)
    await keys("r")
    assert.isTrue(asks())
  })
})
