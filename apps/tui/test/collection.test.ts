import { PublicRecords, PublicRecordsError, RateLimited, Unavailable } from "@public-records/core"
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { AsyncResult, type AtomRegistry } from "effect/reactivity"
import { TestClock } from "effect/testing"
import { press } from "../src/act.ts"
import { appRuntime, type Records } from "../src/AppLayer.ts"
import { asServed } from "../src/browsing/arrangement.ts"
import { thrifty } from "../src/browsing/looking.ts"
import { emptyStore, missingRows } from "../src/browsing/RowStore.ts"
import { complaints } from "../src/complaints/complaintAtoms.ts"
import { keyPresses } from "../src/keys/KeyPress.ts"
import { sessionAtom } from "../src/session.ts"
import { type Asked, inventComplaints, inventNotices, type Invented, layerInvented } from "./inventedRecords.ts"
import { registryOf, settled } from "./terminal.tsx"

const held = { complaints: inventComplaints(14_034), notices: inventNotices(120) }

const open: Set<AtomRegistry.AtomRegistry> = new Set()

const start = async (records: Records["layer"]): Promise<AtomRegistry.AtomRegistry> => {
  const registry = registryOf(records)
  open.add(registry)
  await settled()
  return registry
}

afterEach(() => {
  for (const registry of open) registry.dispose()
  open.clear()
})

const service = (options: Partial<Invented> = {}) => {
  const asked: Array<Asked> = []
  return { asked, layer: layerInvented({ ...held, onAsked: (one) => asked.push(one), ...options }) }
}

const typeKeys = async (registry: AtomRegistry.AtomRegistry, text: string): Promise<void> => {
  for (const key of keyPresses(text, {})) press(registry, key, 0)
  await settled()
}

const pressNamed = async (registry: AtomRegistry.AtomRegistry, name: string): Promise<void> => {
  press(registry, { name }, 0)
  await settled()
}

const offsets = (asked: ReadonlyArray<Asked>): ReadonlyArray<number> => asked.map(({ offset }) => offset)

const failing = (reason: PublicRecordsError["reason"]) =>
  Effect.fail(new PublicRecordsError({ operation: "List complaints", reason }))

describe("loading", () => {
  it("asks once for the first page, and for each further page once as the reader comes near", async () => {
    const { asked, layer } = service()
    const registry = await start(layer)
    assert.deepStrictEqual(offsets(asked), [0])
    for (let page = 0; page < 40; page++) await pressNamed(registry, "page-down")
    const all = offsets(asked)
    assert.deepStrictEqual(
      all,
      all.map((_, index) => index * 50)
    )
    assert.isAbove(all.length, 10)
    assert.strictEqual(registry.get(complaints.summary).loaded, all.length * 50)
  })

  it("jumps to the last row of 14,034 with one request", async () => {
    const { asked, layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "G")
    assert.deepStrictEqual(offsets(asked), [0, 14_000])
    assert.strictEqual(registry.get(complaints.view).cursor, 14_033)
    assert.isTrue(registry.get(complaints.rows).every(({ kind }) => kind === "record"))
    assert.deepInclude(registry.get(complaints.summary), { loaded: 84, extent: 14_034 })
  })

  it("walks to the last row by PageDown alone", { timeout: 30_000 }, async () => {
    const { asked, layer } = service({ complaints: inventComplaints(1034) })
    const registry = await start(layer)
    while (registry.get(complaints.view).cursor < 1033) await pressNamed(registry, "page-down")
    assert.strictEqual(registry.get(complaints.summary).loaded, 1034)
    assert.strictEqual(asked.length, 21)
    assert.isTrue(registry.get(complaints.rows).every(({ kind }) => kind === "record"))
  })

  it("shows rows between as not loaded, and loads them when they are reached", async () => {
    const { asked, layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "7000G")
    const before = asked.length
    await typeKeys(registry, "3000G")
    assert.deepStrictEqual(offsets(asked.slice(before)), [2950, 3000])
    assert.strictEqual(registry.get(complaints.view).cursor, 2999)
  })

  it("stops on Esc, and goes on with r", async () => {
    let isStuck = true
    const { asked, layer } = service({ before: () => (isStuck ? Effect.never : Effect.void) })
    const registry = await start(layer)
    assert.strictEqual(registry.get(complaints.activity)._tag, "Loading")
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.activity)._tag, "Idle")
    assert.strictEqual(asked.length, 1)
    isStuck = false
    await typeKeys(registry, "r")
    assert.strictEqual(registry.get(complaints.summary).loaded, 50)
    assert.strictEqual(asked.length, 2)
  })

  it("interrupts the request in flight when the filter changes", async () => {
    let interrupted = 0
    const { asked, layer } = service({
      before: (count) =>
        count === 1 ? Effect.never.pipe(Effect.onInterrupt(() => Effect.sync(() => (interrupted += 1)))) : Effect.void
    })
    const registry = await start(layer)
    await typeKeys(registry, "f\t\u0000")
    await pressNamed(registry, "right")
    await typeKeys(registry, "\tohio\u0013")
    assert.strictEqual(interrupted, 1)
    assert.deepStrictEqual(
      asked.map(({ filter }) => filter),
      ["None", "ByState"]
    )
    assert.strictEqual(registry.get(complaints.summary).filter, "state Ohio")
    const ohio = held.complaints.filter(({ consumerState }) => consumerState === "Ohio")
    assert.strictEqual(registry.get(complaints.summary).extent, ohio.length)
  })

  it("asks nothing for a collection that is not on the screen", async () => {
    const { asked, layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "2")
    assert.deepStrictEqual(
      asked.map(({ collection }) => collection),
      ["complaints", "notices"]
    )
    await typeKeys(registry, "1")
    assert.strictEqual(asked.length, 2)
  })
})

describe("loaded rows", () => {
  const valueAtCursor = (registry: AtomRegistry.AtomRegistry, label: string): string | undefined =>
    registry.get(complaints.detail).find((field) => field.label === label)?.text

  it("are sorted by the chosen column, up, down and back, without a request and with the cursor on its record", async () => {
    const { asked, layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "jjj")
    const atCursor = registry.get(complaints.detail)
    await typeKeys(registry, "llllS")
    assert.deepInclude(registry.get(complaints.summary), {
      loaded: 50,
      extent: 14_034,
      reach: 50,
      arranged: "sorted here: STATE ▲"
    })
    assert.deepStrictEqual(registry.get(complaints.detail), atCursor)
    await typeKeys(registry, "g")
    assert.strictEqual(valueAtCursor(registry, "STATE"), "Alabama")
    await typeKeys(registry, "S")
    const states = held.complaints.slice(0, 50).map(({ consumerState }) => consumerState ?? "")
    assert.strictEqual(registry.get(complaints.view).cursor, 49)
    await typeKeys(registry, "g")
    assert.strictEqual(valueAtCursor(registry, "STATE"), states.toSorted().at(-1))
    await typeKeys(registry, "GS")
    assert.deepInclude(registry.get(complaints.summary), { reach: 14_034, arranged: "" })
    assert.strictEqual(asked.length, 1)
  })

  it("without a value come last in both directions", async () => {
    const { layer } = service()
    const registry = await start(layer)
    for (const keys of ["lllS", "S"]) {
      await typeKeys(registry, `${keys}G`)
      assert.strictEqual(valueAtCursor(registry, "CITY"), "—")
      await typeKeys(registry, "g")
      assert.strictEqual(valueAtCursor(registry, "CITY"), "Springfield")
    }
  })

  it("are searched in the order in which they are shown", async () => {
    const { layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "llllSS/colorado")
    assert.strictEqual(registry.get(complaints.view).cursor, 44)
    assert.strictEqual(registry.get(sessionAtom).note, '1 of 1 with "colorado" in 50 loaded')
  })

  it("are shown as the service gave them again after Esc and x, which ask nothing", async () => {
    const { asked, layer } = service()
    const registry = await start(layer)
    for (const leave of ["escape", "x"]) {
      await typeKeys(registry, "S")
      await (leave === "x" ? typeKeys(registry, "x") : pressNamed(registry, leave))
      assert.strictEqual(registry.get(complaints.summary).arranged, "")
    }
    assert.strictEqual(asked.length, 1)
  })

  it("are all loaded by L, each page once, and Esc stops that", async () => {
    let isStuck = false
    const { asked, layer } = service({
      complaints: inventComplaints(434),
      before: (count) => (isStuck && count > 4 ? Effect.never : Effect.void)
    })
    const registry = await start(layer)
    assert.strictEqual(registry.get(complaints.price), "8 more requests")
    isStuck = true
    await typeKeys(registry, "L")
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.summary).loaded, 200)
    isStuck = false
    await typeKeys(registry, "j")
    assert.strictEqual(asked.length, 5)
    await typeKeys(registry, "L")
    await settled()
    assert.strictEqual(registry.get(complaints.summary).loaded, 434)
    assert.deepStrictEqual(offsets(asked).slice(5), [200, 250, 300, 350, 400])
    assert.strictEqual(registry.get(complaints.price), "0 more requests")
  })
})

describe("filters", () => {
  const filterToOhio = async (registry: AtomRegistry.AtomRegistry): Promise<void> => {
    await typeKeys(registry, "f\t")
    await pressNamed(registry, "right")
    await typeKeys(registry, "\tohio\u0013")
  }

  it("are gone back to and forth again, rows and cursor kept, without a request", async () => {
    const { asked, layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "jjjjj")
    await filterToOhio(registry)
    await typeKeys(registry, "jj")
    assert.strictEqual(asked.length, 2)
    await typeKeys(registry, "[")
    assert.strictEqual(registry.get(complaints.summary).filter, "")
    assert.strictEqual(registry.get(complaints.view).cursor, 5)
    assert.strictEqual(registry.get(sessionAtom).note, "Filter 1 of 2: none")
    await typeKeys(registry, "]")
    assert.strictEqual(registry.get(complaints.summary).filter, "state Ohio")
    assert.strictEqual(registry.get(complaints.view).cursor, 2)
    assert.strictEqual(asked.length, 2)
    await typeKeys(registry, "]")
    assert.strictEqual(registry.get(sessionAtom).note, "There is no filter after this one.")
  })

  it("that are asked again keep their rows, and are no new step", async () => {
    const { asked, layer } = service()
    const registry = await start(layer)
    await filterToOhio(registry)
    await typeKeys(registry, "f\u0013")
    assert.strictEqual(asked.length, 2)
    await typeKeys(registry, "[[")
    assert.strictEqual(registry.get(sessionAtom).note, "There is no filter before this one.")
  })

  it("that were left long ago are asked for again where the reader was", () => {
    const mend = thrifty<string, number>()
    const view = { cursor: 9000, top: 8990, heading: 1 } as const
    const entry = (query: string) => ({
      query,
      store: { ...emptyStore, loaded: 12_000, total: Option.some(90_000) },
      view,
      arrangement: asServed
    })
    assert.strictEqual(mend(entry("newest")).store.loaded, 12_000)
    const older = mend(entry("older"))
    assert.deepStrictEqual(older.view, view)
    assert.strictEqual(older.store.loaded, 0)
    assert.deepStrictEqual(missingRows(older.store, 8990, 9004, 0), Option.some({ offset: 8950, limit: 50 }))
  })
})

describe("failures", () => {
  it("keep the rows, and r tries again", async () => {
    const { asked, layer } = service({
      before: (count) => (count === 2 ? failing(new Unavailable({ said: "503" })) : Effect.void)
    })
    const registry = await start(layer)
    await typeKeys(registry, "G")
    assert.strictEqual(registry.get(complaints.activity)._tag, "Failed")
    assert.strictEqual(registry.get(complaints.summary).loaded, 50)
    await typeKeys(registry, "r")
    assert.strictEqual(registry.get(complaints.activity)._tag, "Idle")
    assert.strictEqual(registry.get(complaints.summary).loaded, 84)
    assert.strictEqual(asked.length, 3)
  })

  it("of the composition itself are shown too", async () => {
    const reason = new Unavailable({ said: "no layer" })
    const layer = Layer.effect(PublicRecords, failing(reason))
    const registry = await start(layer)
    const activity = registry.get(complaints.activity)
    assert.deepStrictEqual(activity._tag === "Failed" ? activity.error.reason._tag : activity._tag, "Unavailable")
  })

  it("of the rate limit count down, and ask again by themselves when the time has come", async () => {
    const limited = new RateLimited({ nextTryAt: 90_000, said: "" })
    const { asked, layer } = service({ before: (count) => (count === 1 ? failing(limited) : Effect.void) })
    const registry = await start(Layer.merge(layer, TestClock.layer()))
    const adjust = async (seconds: number): Promise<void> => {
      const services = Option.getOrThrow(AsyncResult.value(registry.get(appRuntime)))
      await Effect.runPromise(Effect.provideContext(TestClock.adjust(seconds * 1000), services))
      await settled()
    }
    const secondsLeft = (): number => {
      const activity = registry.get(complaints.activity)
      return activity._tag === "Failed" ? Option.getOrElse(activity.secondsLeft, () => -1) : -2
    }
    assert.strictEqual(secondsLeft(), 90)
    await adjust(30)
    assert.strictEqual(secondsLeft(), 60)
    await adjust(59)
    assert.strictEqual(asked.length, 1)
    await adjust(1)
    assert.strictEqual(asked.length, 2)
    assert.strictEqual(registry.get(complaints.summary).loaded, 50)
  })

  it("of the rate limit can be stopped by Esc", async () => {
    const limited = new RateLimited({ nextTryAt: 90_000, said: "" })
    const { asked, layer } = service({ before: () => failing(limited) })
    const registry = await start(Layer.merge(layer, TestClock.layer()))
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.activity)._tag, "Idle")
    assert.strictEqual(asked.length, 1)
  })
})

describe("finding", () => {
  it("moves to what is typed so far, and Esc goes back", async () => {
    const { layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "jj/charit")
    assert.strictEqual(registry.get(complaints.view).cursor, 10)
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.view).cursor, 2)
  })

  it("goes to the next and previous match among loaded rows, around the ends", async () => {
    const { asked, layer } = service({ complaints: inventComplaints(50) })
    const registry = await start(layer)
    await typeKeys(registry, "/charit\r")
    const visited: Array<number> = []
    for (const key of ["n", "n", "n", "N"]) {
      await typeKeys(registry, key)
      visited.push(registry.get(complaints.view).cursor)
    }
    assert.deepStrictEqual(visited, [25, 40, 10, 40])
    assert.strictEqual(asked.length, 1)
  })

  it("follows a telephone number", async () => {
    const { layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "701G")
    await typeKeys(registry, "#")
    assert.strictEqual(registry.get(complaints.view).cursor, 0)
    assert.match(registry.get(sessionAtom).note, /^1 of 2 with \(214\) 555-0000 in \d+ loaded$/)
  })

  it("says so where a row has no number", async () => {
    const { layer } = service()
    const registry = await start(layer)
    await typeKeys(registry, "jjjjjjjjj#")
    assert.match(registry.get(sessionAtom).note, /no telephone number/)
  })
})
