import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { unlockAtom } from "../src/commands/account.ts"
import { complaints } from "../src/complaints/definition.ts"
import { notices } from "../src/notices/definition.ts"
import { menuAtom } from "../src/panels/menu.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { mirrorAtom, recordsAtom, sourceInfoAtom } from "../src/requests.ts"
import { closeSessions, typeKeys } from "./browsing.ts"
import { someDays } from "./fakeLocal.ts"
import { fakeService } from "./fakeRecords.ts"
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

  it("is in the last line of the screen, in short", async () => {
    const lastLineOf = async (options: Parameters<typeof opened>[0]): Promise<string> =>
      (await opened(options)).screenOn(100, 30).at(-1) ?? ""
    assert.match(await lastLineOf({ rateLimit: { limit: 1000, remaining: 994 } }), /^ ● 994 of 1,000 requests left {3}/)
    assert.match(
      await lastLineOf({ rateLimit: { limit: 1000, remaining: 0 }, nextRequestAt: 0 }),
      /^ ● 0 of 1,000 requests left, next at \d\d:\d\d {3}/
    )
    const lineFrom = async (source: typeof serviceSource) => (await opened({}, source)).screenOn(100, 30).at(-1)
    assert.include(await lineFrom({ ...serviceSource, keySource: "none" }), "api.ftc.gov · key: none")
    assert.notInclude(await lineFrom({ ...sampleSource, keySource: "environment" }), "key:")
    for (const options of [{}, { rateLimit: { limit: 1000 } }]) {
      assert.match(await lastLineOf(options), /^ ● 1 request this hour · limit unknown {3}/)
    }
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
    const [source, , , limit] = await statusOf(await opened({}))
    assert.strictEqual(source, "source https://api.ftc.gov (sample of 7 July 2021)")
    assert.strictEqual(limit, "limit none")
  })

  it("has the days of a mirror instead", async () => {
    const session = await opened()
    const mirror = mirrorForReports()
    const daysOf = async (coverage: typeof someDays) => {
      session.registry.set(recordsAtom, { layer: records, mirror: { ...mirror, coverage } })
      const [, days, ...others] = await statusOf(session)
      assert.lengthOf(others, 1)
      await typeKeys(session.registry, "\u001B")
      return days
    }
    assert.strictEqual(await daysOf(someDays), "days 2021-06-30 to 2021-07-07: 6 days, 1 of them partial")
    assert.strictEqual(await daysOf({ ...someDays, from: null, to: null, complete: 0, partial: [] }), "days none")
  })

  it("offers the service to the user of a mirror, and the prompt says that its key leaves the mirror", async () => {
    const session = await opened()
    const { items, notification, registry } = session
    registry.set(recordsAtom, { layer: records, mirror: mirrorForReports() })
    registry.set(unlockAtom, { unlock: () => Effect.succeed({ layer: fakeService(), source: serviceSource }) })
    await typeKeys(registry, "i")
    assert.strictEqual(items()[0], "use the service: needs a key; M returns to the mirror")
    await typeKeys(registry, "\r")
    assert.deepInclude(registry.get(promptAtom), { title: "ENTER A KEY" })
    assert.include(registry.get(promptAtom).intro[0], "then come from the service. Press M to return to the mirror.")
    await typeKeys(registry, "abc\r")
    assert.isUndefined(registry.get(mirrorAtom))
    assert.strictEqual(notification(), "Using the service with this key for the current session. It is not saved.")
    await typeKeys(registry, "i")
    assert.strictEqual(items()[0], "enter a key: masked, not saved")
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

  it.each(["accepted", "rejected"])(
    "that is typed last is used, although an earlier one is %s after it",
    async (end) => {
      const session = await opened()
      const { notification, registry } = session
      const earlier = Promise.withResolvers<void>()
      const named = (keySource: string) => ({ layer: fakeService(), source: { ...serviceSource, keySource } })
      const outcome =
        end === "accepted" ? Effect.succeed(named("earlier")) : Effect.fail({ message: "The key was rejected." })
      registry.set(unlockAtom, {
        unlock: () =>
          Effect.andThen(
            Effect.promise(() => earlier.promise),
            outcome
          )
      })
      await typeKey(session)
      registry.set(unlockAtom, { unlock: () => Effect.succeed(named("last")) })
      await typeKey(session)
      earlier.resolve()
      await settled()
      assert.strictEqual(registry.get(sourceInfoAtom).keySource, "last")
      assert.strictEqual(notification(), "Using this key for the current session. It is not saved.")
    }
  )

  it("of another service discards the rows of the collection that is not on the screen, too", async () => {
    const session = await opened()
    const { registry } = session
    registry.set(sourceInfoAtom, { ...serviceSource, hasLimit: false })
    await typeKeys(registry, "2")
    assert.isAbove(registry.get(notices.summary).loaded, 0)
    await typeKeys(registry, "1")
    const source = { ...serviceSource, baseUrl: "https://records.example" }
    registry.set(unlockAtom, { unlock: () => Effect.succeed({ layer: fakeService(), source }) })
    await typeKey(session)
    assert.strictEqual(registry.get(notices.summary).loaded, 0)
  })

  it("of the same service keeps the loaded rows, and that of another discards them", async () => {
    const session = await opened()
    const { registry } = session
    await typeKeys(registry, ":go to row\r51\r")
    const loadedWith = async (baseUrl: string) => {
      const layer = fakeService({ before: () => Effect.never })
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
