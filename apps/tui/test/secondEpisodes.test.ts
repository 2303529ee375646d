import { afterEach, assert, describe, it } from "@effect/vitest"
import { PublicRecordsError, RateLimited, Unavailable } from "@public-records/core"
import { Effect, Option, Stream } from "effect"
import { AsyncResult, AtomRegistry } from "effect/reactivity"
import { TestClock } from "effect/testing"
import { complaints } from "../src/complaints/definition.ts"
import { type ExportStep, formatsAtom } from "../src/collection/RecordFormat.ts"
import { platformAtom } from "../src/platform/Platform.ts"
import { deleteView, loadViews, savedViewsAtom, storeView } from "../src/savedViews.ts"
import { secondsToRequestAtom } from "../src/quota.ts"
import { exitCodeAtom, sessionAtom } from "../src/session.ts"
import { appRuntime } from "../src/requests.ts"
import { closeSessions, offsets, pressNamed, service, start, typeKeys } from "./browsing.ts"
import { fakeComplaints, fakeService } from "./fakeRecords.ts"
import { fakePlatform, openTerminal, settled, testFormats } from "./terminal.tsx"

afterEach(closeSessions)

const size = { columns: 100, rows: 30 }
const escape = "\u001B[27u"

const failing = (reason: PublicRecordsError["reason"]) =>
  Effect.fail(new PublicRecordsError({ operation: "List complaints", reason }))

const adjust = async (registry: AtomRegistry.AtomRegistry, seconds: number): Promise<void> => {
  const services = Option.getOrThrow(AsyncResult.value(registry.get(appRuntime)))
  await Effect.runPromise(Effect.provideContext(TestClock.adjust(seconds * 1000), services))
  await settled()
}

const secondsLeft = (registry: AtomRegistry.AtomRegistry): number | string => {
  const activity = registry.get(complaints.activity)
  return activity._tag === "Failed" ? Option.getOrElse(activity.secondsLeft, () => "none") : activity._tag
}

describe("loading all rows", () => {
  it("is stopped, resumed and stopped again, without a page that is requested again after it loaded", async () => {
    let stuckFrom = 4
    const { requests, source } = service({
      complaints: fakeComplaints(434),
      before: (count) => (count >= stuckFrom ? Effect.never : Effect.void)
    })
    const registry = await start(source)
    await typeKeys(registry, "L\r")
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.summary).loaded, 150)
    stuckFrom = 8
    await typeKeys(registry, "L\r")
    await pressNamed(registry, "escape")
    assert.strictEqual(registry.get(complaints.summary).loaded, 300)
    assert.isFalse(registry.get(complaints.isLoadingAll))
    stuckFrom = 100
    await typeKeys(registry, "L\r")
    assert.strictEqual(registry.get(complaints.summary).loaded, 434)
    assert.deepStrictEqual(offsets(requests), [0, 50, 100, 150, 150, 200, 250, 300, 300, 350, 400])
  })
})

describe("a request", () => {
  it("is stopped by Esc, resumed by r, and stopped by Esc again", async () => {
    const { requests, source } = service({ before: (count) => (count < 3 ? Effect.never : Effect.void) })
    const registry = await start(source)
    for (let episode = 1; episode <= 2; episode++) {
      assert.strictEqual(registry.get(complaints.activity)._tag, "Loading")
      await pressNamed(registry, "escape")
      assert.strictEqual(registry.get(complaints.activity)._tag, "Idle")
      assert.isTrue(complaints.isCanceled(registry))
      assert.strictEqual(requests.length, episode)
      await typeKeys(registry, "r")
    }
    assert.strictEqual(registry.get(complaints.summary).loaded, 50)
    assert.isFalse(complaints.isCanceled(registry))
  })
})

describe("a service that is down", () => {
  const down = failing(new Unavailable({ detail: "503" }))

  it("is retried after 15, 30 and 60 seconds, then every two minutes, and after a recovery again after 15", async () => {
    let isDown = true
    const { requests, source } = service({ before: () => (isDown ? down : Effect.void) })
    const registry = await start(source, TestClock.layer())
    const pauses: Array<number | string> = []
    for (const pause of [15, 30, 60, 120, 120]) {
      pauses.push(secondsLeft(registry))
      await adjust(registry, pause - 1)
      assert.strictEqual(secondsLeft(registry), 1)
      await adjust(registry, 1)
    }
    assert.deepStrictEqual(pauses, [15, 30, 60, 120, 120])
    assert.strictEqual(requests.length, 6)
    isDown = false
    await adjust(registry, 120)
    assert.strictEqual(registry.get(complaints.summary).loaded, 50)
    isDown = true
    await typeKeys(registry, "G")
    assert.strictEqual(secondsLeft(registry), 15)
    await adjust(registry, 15)
    assert.strictEqual(secondsLeft(registry), 30)
  })

  it("is retried immediately on r, and the pauses start from the beginning", async () => {
    let isDown = true
    const { requests, source } = service({ before: () => (isDown ? down : Effect.void) })
    const registry = await start(source, TestClock.layer())
    await adjust(registry, 15)
    assert.strictEqual(secondsLeft(registry), 30)
    await typeKeys(registry, "r")
    assert.deepStrictEqual([requests.length, secondsLeft(registry)], [3, 15])
    isDown = false
    await typeKeys(registry, "r")
    assert.strictEqual(secondsLeft(registry), "Idle")
  })

  it("is not retried if waiting does not help", async () => {
    const advised = new Unavailable({ detail: "its certificate is not trusted", advice: "Name it with --ca." })
    const { requests, source } = service({ before: () => failing(advised) })
    const registry = await start(source, TestClock.layer())
    assert.strictEqual(secondsLeft(registry), "none")
    await adjust(registry, 600)
    assert.strictEqual(requests.length, 1)
  })
})

describe("a reached rate limit", () => {
  it("is waited for a second time, until the time in the second response", async () => {
    let nextTryAt = 90_000
    let isLimited = true
    const { requests, source } = service({
      before: () =>
        isLimited ? failing(new RateLimited({ by: "budget", nextTryAt: new Date(nextTryAt) })) : Effect.void
    })
    const registry = await start(source, TestClock.layer())
    assert.strictEqual(secondsLeft(registry), 90)
    isLimited = false
    await adjust(registry, 90)
    assert.strictEqual(registry.get(complaints.summary).loaded, 50)
    isLimited = true
    nextTryAt = 130_000
    await typeKeys(registry, "G")
    assert.strictEqual(secondsLeft(registry), 40)
    isLimited = false
    await adjust(registry, 40)
    assert.deepStrictEqual([requests.length, secondsLeft(registry)], [4, "Idle"])
  })
})

describe("the time of the next request", () => {
  it.each([
    [2500, [3, 2, 1, 0]],
    [2000, [2, 1, 0]]
  ])("in %d milliseconds is counted down each second", async (nextRequestAt, expected) => {
    const { source } = service({ nextRequestAt })
    const registry = await start(source, TestClock.layer())
    const shown: Array<number> = []
    registry.subscribe(secondsToRequestAtom, (seconds) => shown.push(Option.getOrElse(seconds, () => 0)), {
      immediate: true
    })
    await settled()
    for (let second = 0; second < 4; second++) await adjust(registry, 1)
    assert.deepStrictEqual(shown, expected)
  })
})

describe("an export of all records", () => {
  const step = (written: number, done = ""): ExportStep => ({ written, total: Option.some(200), done })

  const opened = async (runs: ReadonlyArray<Stream.Stream<ExportStep, { readonly message: string }>>) => {
    const terminal = await openTerminal(fakeService({ complaints: fakeComplaints(200) }), size)
    let run = 0
    const exportAll = () => runs[run++] ?? Stream.die("no further export is expected")
    terminal.registry.set(formatsAtom, { ...testFormats, complaints: { ...testFormats.complaints, exportAll } })
    return terminal
  }

  const begin = ["e", "all records as parquet", "\r", "\r"]
  const stuck = (written: number) => Stream.concat(Stream.make(step(written)), Stream.never)

  it("is stopped, resumed, stopped again, and ends the third time", async () => {
    const terminal = await opened([stuck(50), stuck(150), Stream.make(step(200, "All 200 are written."))])
    for (const written of [50, 150]) {
      await terminal.keys(...begin, "j")
      assert.include(terminal.frame(), `exporting ${written} of 200`)
      await terminal.keys(escape)
      assert.include(terminal.frame(), `Stopped at ${written}.`)
      await terminal.keys("k")
      assert.notInclude(terminal.frame(), "exporting")
    }
    await terminal.keys(...begin)
    await settled()
    assert.include(terminal.frame(), "All 200 are written.")
    terminal.close()
  })

  it("fails, and a second one counts from 0", async () => {
    const failed = Stream.concat(Stream.make(step(170)), Stream.fail({ message: "the disk is full" }))
    const terminal = await opened([failed, Stream.never])
    await terminal.keys(...begin)
    await settled()
    assert.include(terminal.frame(), "the disk is full")
    await terminal.keys(...begin, "j")
    assert.match(terminal.frame(), /exporting 0…/)
    terminal.close()
  })
})

describe("the files of the program", () => {
  const view = (name: string) => ({ name, collection: "complaints" as const, filter: {} })
  const content = (name: string): string => JSON.stringify({ views: [view(name)] })

  it("are reported while the views are invalid, and used while they are valid", async () => {
    const world = fakePlatform()
    const terminal = await openTerminal(fakeService({}), size, world)
    const { registry } = terminal
    for (const [text, name] of [
      ["{", ""],
      [content("one"), "one"],
      ["[]", ""],
      [content("two"), "two"]
    ] as const) {
      world.own.set("views.json", text)
      await Effect.runPromise(loadViews(registry))
      const { isRead, problem, views } = registry.get(savedViewsAtom)
      assert.isTrue(isRead)
      assert.deepStrictEqual(
        views.map((one) => one.name),
        problem === "" ? [name] : []
      )
      assert.strictEqual(problem === "", name !== "")
      const isStored = await Effect.runPromise(Effect.option(storeView(registry, view("new"))))
      assert.strictEqual(Option.isSome(isStored), name !== "")
      assert.strictEqual(world.own.get("views.json") === text, name === "")
    }
    terminal.close()
  })

  it("have one view of each name, the last one that was stored", async () => {
    const world = fakePlatform()
    const registry = AtomRegistry.make({ initialValues: [[platformAtom, world.platform]] })
    const changed = { ...view("one"), filter: { state: "Ohio" } }
    for (const one of [view("one"), view("two"), changed]) await Effect.runPromise(storeView(registry, one))
    assert.deepStrictEqual(registry.get(savedViewsAtom).views, [view("two"), changed])
    await Effect.runPromise(deleteView(registry, "two"))
    assert.deepStrictEqual(JSON.parse(world.own.get("views.json") ?? ""), { views: [changed] })
    assert.match(world.own.get("views.json") ?? "", /\}\n$/)
  })
})

describe("Ctrl-C", () => {
  it("quits if it is pressed twice in a row, and not if another key comes between", async () => {
    const registry = await start(service().source)
    for (let episode = 0; episode < 2; episode++) {
      await pressNamed(registry, "ctrl-c")
      assert.isTrue(Option.isNone(registry.get(exitCodeAtom)))
      await typeKeys(registry, "j")
    }
    await pressNamed(registry, "ctrl-c")
    await pressNamed(registry, "ctrl-c")
    assert.deepStrictEqual(registry.get(exitCodeAtom), Option.some(130))
  })
})

describe("Ctrl-C in a panel", () => {
  it.each([[":"], ["?"], ["K"], ["f"], ["/"], ["\r"]])(
    "goes back from %j each time, and does not quit",
    async (key) => {
      const registry = await start(service().source)
      const panel = () => registry.get(sessionAtom).panel
      for (let episode = 0; episode < 2; episode++) {
        await typeKeys(registry, key)
        assert.notStrictEqual(panel(), "table")
        await pressNamed(registry, "ctrl-c")
        assert.strictEqual(panel(), "table")
      }
      assert.isTrue(Option.isNone(registry.get(exitCodeAtom)))
    }
  )
})

describe("a paste", () => {
  it("comes between two Ctrl-C, so that the second one does not quit", async () => {
    const terminal = await openTerminal(fakeService({}), size)
    for (const keys of ["\u0003", "\u001B[200~x\u001B[201~", "\u0003"]) await terminal.keys(keys)
    assert.isTrue(Option.isNone(terminal.registry.get(exitCodeAtom)))
    await terminal.keys("\u0003")
    assert.deepStrictEqual(terminal.registry.get(exitCodeAtom), Option.some(130))
    terminal.close()
  })
})

describe("a page of only invalid records", () => {
  it("does not end the list, with a total and without one", async () => {
    for (const reportsTotal of [true, false]) {
      const { requests, source } = service({ complaints: fakeComplaints(120), rejected: 50, reportsTotal })
      const registry = await start(source)
      for (let page = 0; page < 12; page++) await pressNamed(registry, "page-down")
      assert.deepStrictEqual(offsets(requests), reportsTotal ? [0, 50, 100] : [0, 50, 100, 120], String(reportsTotal))
      assert.deepInclude(registry.get(complaints.summary), { loaded: 120, rowCount: 120, isRowCountKnown: true })
      assert.isTrue(registry.get(complaints.rows).every(({ kind }) => kind === "rejected"))
    }
  })
})
