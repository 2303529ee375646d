import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { unlockAtom } from "../src/commands/account.ts"
import { complaints } from "../src/complaints/definition.ts"
import { notices } from "../src/notices/definition.ts"
import { menuAtom } from "../src/panels/menu.ts"
import { promptAtom } from "../src/panels/prompt.ts"
import { sourceAtom } from "../src/source/sourceAtoms.ts"
import type { Source } from "../src/Source.ts"
import { closeSessions, typeKeys } from "./browsing.ts"
import { someDays } from "./fakeLocal.ts"
import { fakeService } from "./fakeRecords.ts"
import { localForReports, opened } from "./openSession.ts"
import { settled } from "./terminal.tsx"

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
    const lineFrom = async (source: Source) => (await opened({}, source)).screenOn(100, 30).at(-1)
    assert.include(await lineFrom(fakeService({}, { keySource: "none" })), "api.ftc.gov · key: none")
    assert.include(await lineFrom(localForReports()), " ● mirror, 2021-06-30 to 2021-07-07, 6 days")
    const files = { ...localForReports(), noun: "data", name: "/tmp/july.csv, data/june.csv" } as const
    assert.include(await lineFrom(files), " ● july.csv, june.csv, 2021-06-30 to 2021-07-07, 6 days")
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

  it("has the basis of a mirror instead", async () => {
    const session = await opened()
    const daysOf = async (coverage: typeof someDays) => {
      session.registry.set(sourceAtom, { ...localForReports(), coverage })
      const [, days, ...others] = await statusOf(session)
      assert.lengthOf(others, 1)
      await typeKeys(session.registry, "\u001B")
      return days
    }
    assert.strictEqual(
      await daysOf(someDays),
      "Based on 6 of 8 days, 2021-06-30 to 2021-07-07. Missing: 2021-07-03 to 2021-07-04. Partial: 2021-07-06."
    )
    assert.strictEqual(
      await daysOf({ ...someDays, from: null, to: null, complete: 0, partial: [] }),
      "Based on no days."
    )
  })

  it("offers the service to the user of a mirror, and the prompt says that its key leaves the mirror", async () => {
    const session = await opened({}, localForReports())
    const { items, notification, registry } = session
    registry.set(unlockAtom, { unlock: () => Effect.succeed(fakeService()) })
    await typeKeys(registry, "i")
    assert.strictEqual(items()[0], "use the service: M returns to the mirror")
    await typeKeys(registry, "\r")
    assert.deepInclude(registry.get(promptAtom), { title: "ENTER A KEY" })
    assert.include(registry.get(promptAtom).intro[0], "then come from the service. Press M to return to the mirror.")
    await typeKeys(registry, "abc\r")
    assert.strictEqual(registry.get(sourceAtom)._tag, "Service")
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
    const before = session.registry.get(sourceAtom)
    session.registry.set(unlockAtom, { unlock: () => Effect.never })
    await typeKey(session)
    assert.strictEqual(session.notification(), "Connecting to the service…")
    session.registry.set(unlockAtom, { unlock: () => Effect.fail({ message: "The key was rejected." }) })
    await typeKey(session)
    assert.strictEqual(session.notification(), "The key was rejected.")
    assert.strictEqual(session.registry.get(sourceAtom), before)
  })

  it.each(["accepted", "rejected"])(
    "that is typed last is used, although an earlier one is %s after it",
    async (end) => {
      const session = await opened()
      const { notification, registry } = session
      const earlier = Promise.withResolvers<void>()
      const named = (keySource: string) => fakeService({}, { keySource })
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
      assert.propertyVal(registry.get(sourceAtom), "keySource", "last")
      assert.strictEqual(notification(), "Using the service with this key for the current session. It is not saved.")
    }
  )

  it("of another service discards the rows of the collection that is not on the screen, too", async () => {
    const session = await opened()
    const { registry } = session
    await typeKeys(registry, "2")
    assert.isAbove(registry.get(notices.summary).loaded, 0)
    await typeKeys(registry, "1")
    const other = fakeService({}, { baseUrl: "https://records.example" })
    registry.set(unlockAtom, { unlock: () => Effect.succeed(other) })
    await typeKey(session)
    assert.strictEqual(registry.get(notices.summary).loaded, 0)
  })

  it("of the same service keeps the loaded rows, and that of another discards them", async () => {
    const session = await opened()
    const { registry } = session
    await typeKeys(registry, ":go to row\r51\r")
    const loadedWith = async (baseUrl: string) => {
      const source = fakeService({ before: () => Effect.never }, { baseUrl, keySource: "typed in" })
      registry.set(unlockAtom, { unlock: () => Effect.succeed(source) })
      await typeKey(session)
      await settled()
      assert.match(session.notification(), /^Using the service with this key for the current session/)
      assert.strictEqual(registry.get(sourceAtom), source)
      return registry.get(complaints.summary).loaded
    }
    assert.strictEqual(await loadedWith("https://api.ftc.gov"), 100)
    assert.strictEqual(await loadedWith("https://records.example"), 0)
  })
})
