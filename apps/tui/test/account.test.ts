import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { unlockAtom } from "../src/commands/account.ts"
import { complaints } from "../src/complaints/definition.ts"
import { menuAtom } from "../src/panels/menu.ts"
import { recordsAtom, sourceInfoAtom } from "../src/source.ts"
import { closeSessions, typeKeys } from "./browsing.ts"
import { someDays } from "./fakeMirror.ts"
import { layerFakeRecords } from "./fakeRecords.ts"
import { records } from "./openReports.ts"
import { mirrorForReports, opened } from "./openSession.ts"
import { sampleSource, serviceSource, settled } from "./terminal.tsx"

afterEach(closeSessions)

type Session = Awaited<ReturnType<typeof opened>>

const statusOf = async ({ registry }: Session): Promise<ReadonlyArray<string>> => {
  await typeKeys(registry, "i")
  return (registry.get(menuAtom).intro ?? []).map((line) => line.replaceAll(/ +/g, " "))
}

describe("the status", () => {
  it("has the rate limit that the service reports", async () => {
    const limited = await opened({ rateLimit: { limit: 1000, remaining: 994 } })
    assert.deepStrictEqual(await statusOf(limited), [
      "source https://api.ftc.gov",
      "key environment",
      "used 1 request in the last hour",
      "remaining 994",
      "limit 1,000",
      "next request available now",
      "rows 50 of 120 loaded"
    ])
  })

  it("says that the rate limit and the total are unknown, and when the next request is possible", async () => {
    const [, , , remaining, limit, next, rows] = await statusOf(await opened({ nextRequestAt: 0, reportsTotal: false }))
    assert.deepStrictEqual(
      [remaining, limit, rows],
      ["remaining unknown", "limit unknown", "rows 50 loaded, total unknown"]
    )
    assert.match(next ?? "", /^next request at \d\d:\d\d$/)
  })

  it("has no rate limit for sample data", async () => {
    const [source, , , limit] = await statusOf(await opened({}, sampleSource))
    assert.strictEqual(source, "source https://api.ftc.gov (sample of 7 July 2021)")
    assert.strictEqual(limit, "limit none")
  })

  it("has the days of a mirror instead", async () => {
    const session = await opened()
    const mirror = await mirrorForReports()
    const daysOf = async (coverage: typeof someDays) => {
      session.registry.set(recordsAtom, { layer: records, mirror: { ...mirror, coverage } })
      const [, days, ...others] = await statusOf(session)
      assert.lengthOf(others, 1)
      await typeKeys(session.registry, "\u001B")
      return days
    }
    assert.strictEqual(await daysOf(someDays), "days 2021-06-30 to 2021-07-07: 6 days, 1 of them partial")
    assert.strictEqual(await daysOf({ ...someDays, from: null, to: null, whole: 0, partial: [] }), "days none")
  })

  it("reloads the rows", async () => {
    const { registry, requests } = await opened()
    await typeKeys(registry, "ireload\r")
    assert.lengthOf(requests, 2)
  })
})

describe("a key", () => {
  const typeKey = async ({ registry }: Session): Promise<void> => typeKeys(registry, "Kabc\r")

  it("cannot be changed if the program does not say how", async () => {
    const session = await opened()
    await typeKey(session)
    assert.strictEqual(session.notification(), "The key cannot be changed here.")
  })

  it("is checked first, and changes nothing if it is not accepted", async () => {
    const session = await opened()
    session.registry.set(unlockAtom, { unlock: () => Effect.never })
    await typeKey(session)
    assert.strictEqual(session.notification(), "Checking the key…")
    session.registry.set(unlockAtom, { unlock: () => Effect.fail({ message: "The key was rejected." }) })
    await typeKey(session)
    assert.strictEqual(session.notification(), "The key was rejected.")
    assert.strictEqual(session.registry.get(sourceInfoAtom), serviceSource)
  })

  it("of the same service keeps the loaded rows, and that of another discards them", async () => {
    const session = await opened()
    const { registry } = session
    await typeKeys(registry, "51G")
    const loadedWith = async (baseUrl: string) => {
      const layer = layerFakeRecords({ before: () => Effect.never })
      const source = { ...serviceSource, baseUrl, keySource: "typed in" }
      registry.set(unlockAtom, { unlock: () => Effect.succeed({ layer, source }) })
      await typeKey(session)
      await settled()
      assert.match(session.notification(), /^Using this key for the current session/)
      assert.strictEqual(registry.get(sourceInfoAtom), source)
      return registry.get(complaints.summary).loaded
    }
    assert.strictEqual(await loadedWith(serviceSource.baseUrl), 100)
    assert.strictEqual(await loadedWith("https://records.example"), 0)
  })
})
