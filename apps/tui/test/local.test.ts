import { PublicRecordsError, Unavailable } from "@public-records/core"
import { MirrorError } from "@public-records/mirror"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import stringWidth from "string-width"
import { expect } from "vitest"
import { unlockAtom } from "../src/commands/account.ts"
import { ownMirrorAtom } from "../src/mirror/OwnMirror.ts"
import { commands } from "../src/commands/index.ts"
import type { FormValues } from "../src/form/FormModel.ts"
import { complaints } from "../src/complaints/definition.ts"
import { formatsAtom } from "../src/collection/RecordFormat.ts"
import { sessionAtom } from "../src/session.ts"
import type { Local } from "../src/Source.ts"
import { sourceAtom } from "../src/source/sourceAtoms.ts"
import { counted as countedIn } from "./counted.ts"
import { fakeOwnMirror } from "./fakeOwnMirror.ts"
import { fakeComplaints, fakeService, makeFakeRecords } from "./fakeRecords.ts"
import { localOfRows, openLocal } from "./localOfRows.ts"
import { openTerminal, settled, sizes, type Terminal, testFormats } from "./terminal.tsx"

const escape = "\u001B[27u"
const held: { opened?: Awaited<ReturnType<typeof localOfRows>> } = {}

beforeAll(async () => {
  held.opened = await localOfRows()
})
afterAll(() => held.opened?.close())

const theMirror = (): Local => held.opened?.local ?? assert.fail("no mirror")

const shows = (terminal: Terminal, text: string): Promise<void> => terminal.until((frame) => frame.includes(text))
const facetsOf = ({ registry }: Terminal) => registry.get(complaints.facets).map(({ label }) => label)
const scopeOf = ({ registry }: Terminal) => registry.get(complaints.insights.scope)

/** Opens the insights and waits until everything is counted. */
const openInsights = async (mirror = theMirror()): Promise<Terminal> => {
  const terminal = await openLocal(mirror)
  await terminal.keys("3")
  await counted(terminal)
  return terminal
}

const counted = (terminal: Terminal): Promise<void> => countedIn(terminal.registry)

/** Waits until the rows of the screen are loaded and, if the insights are open, everything is counted. */
const answered = async (terminal: Terminal): Promise<void> => {
  const { registry } = terminal
  await terminal.until(() => registry.get(complaints.activityLabel) === "")
  if (registry.get(sessionAtom).basePanel === "insights") await counted(terminal)
}

describe("the filter form on a mirror", () => {
  it("refuses a number that the mirror cannot read, and accepts it in any notation", async () => {
    const terminal = await openLocal(theMirror())
    await terminal.keys("f", "\t\t\t\t\t", "nonsense")
    await shows(terminal, '✗ Number: "nonsense" is not a telephone number')
    assert.match(terminal.frame(), /▶ Number +\[nonsense +\]  ✗ see below/)
    await terminal.keys("\u0013")
    assert.include(terminal.frame(), "Not applied: fix the form first.")
    await terminal.keys("\u0015", "(315) 232-8257")
    await shows(terminal, "Shows: number (315) 232-8257")
    await terminal.keys("\u0013")
    await shows(terminal, "row 1 of 30")
    terminal.close()
  })

  it("counts days back from the newest day, which an export has as dates", async () => {
    const terminal = await openLocal(theMirror())
    await terminal.keys("f", "\t\t", "1", "\u0013")
    await shows(terminal, "row 1 of 61")
    assert.strictEqual(terminal.registry.get(complaints.summary).filter, "last days 1")
    const exported: Array<object> = []
    const exportAll = (query: object) => {
      exported.push(query)
      return Stream.empty
    }
    terminal.registry.set(formatsAtom, { ...testFormats, complaints: { ...testFormats.complaints, exportAll } })
    await terminal.keys("e", "all csv", "\r", "\r")
    const dates = { createdFrom: "2021-07-07", createdTo: "2021-07-07" }
    assert.deepStrictEqual(exported, [{ ...dates, sort: "desc", limit: 50, offset: 0 }])
    terminal.close()
  })
})

describe("a facet", () => {
  const facet = (chart: string, key: string, where: FormValues) => ({ chart, key, label: `${chart} ${key}`, where })

  it("is a condition of the query, and is taken out of it again", async () => {
    const { close, registry } = await openLocal(theMirror())
    registry.update(complaints.form, (form) => ({ ...form, values: { createdFrom: "2021-07-06 08:00", sort: "desc" } }))
    complaints.applyForm(registry)
    const before = complaints.currentFilter(registry)
    const day = facet("days", "2021-07-06", { createdFrom: "2021-07-06", createdTo: "2021-07-06" })
    assert.strictEqual(complaints.setFacets(registry, [day, facet("hours", "09", { hour: "9" })]), "")
    assert.deepStrictEqual(complaints.currentFilter(registry), {
      ...before,
      createdFrom: "2021-07-06 08:00:00",
      createdTo: "2021-07-06",
      hour: "9"
    })
    assert.strictEqual(registry.get(complaints.summary).base, "created from 2021-07-06 08:00:00")
    const nowhere = facet("states", "Nowhere", { state: "Nowhere" })
    assert.match(complaints.setFacets(registry, [nowhere]), /Nowhere/)
    assert.strictEqual(complaints.setFacets(registry, []), "")
    assert.deepStrictEqual(complaints.currentFilter(registry), before)
    close()
  })

  it("narrows the rows and all charts, and is removed again", async () => {
    const terminal = await openInsights()
    const rows = () => terminal.registry.get(complaints.summary).rowCount
    assert.deepInclude(scopeOf(terminal), { base: "all 120, equal ones counted once" })
    assert.match(scopeOf(terminal).basis, /^Based on 2 days, 2021-07-06 to 2021-07-07\. Partial: .*is often forged\.$/)
    await terminal.keys("\t\t\t\t\r")
    await counted(terminal)
    assert.deepStrictEqual([facetsOf(terminal), rows(), scopeOf(terminal).base], [["state Ohio"], 48, "all 48"])
    await terminal.keys("\u001B[Z\r")
    await counted(terminal)
    assert.deepStrictEqual([facetsOf(terminal), rows()], [["state Ohio", "number (214) 555-0100"], 24])
    assert.include(terminal.frame(), "[state Ohio] [number (214) 555-0100]")
    await terminal.keys("F", "\r")
    await answered(terminal)
    assert.deepStrictEqual([facetsOf(terminal), rows()], [["number (214) 555-0100"], 60])
    await terminal.keys("[")
    assert.deepStrictEqual(facetsOf(terminal), ["state Ohio", "number (214) 555-0100"])
    await terminal.keys("f")
    assert.include(terminal.frame(), "Shows: number 2145550100 · state Ohio · newest first")
    await terminal.keys(escape, "-", "-")
    await counted(terminal)
    assert.deepStrictEqual([facetsOf(terminal), scopeOf(terminal).base], [[], "all 120, equal ones counted once"])
    terminal.close()
  })

  it("of a missing value is refused, and one that the filter has is not added", async () => {
    const terminal = await openInsights()
    await terminal.keys("\t\t\t\tG\r")
    assert.include(terminal.frame(), "There is no filter for state not stated.")
    await terminal.keys("\t\t\t\t\t")
    await terminal.keys("f", "\t\t\t\t\t", "3152328257", "\u0013")
    await counted(terminal)
    await terminal.keys("g\r")
    assert.include(terminal.frame(), "The filter already has number (315) 232-8257.")
    assert.deepStrictEqual(facetsOf(terminal), [])
    terminal.close()
  })

  it("with a hostile name controls nothing", async () => {
    const terminal = await openInsights()
    await terminal.keys("\t\tG\r", escape)
    assert.match(terminal.frame(), /\[subject ␛\]52;c;aGk=.*X.*東京/)
    assert.notMatch(terminal.raw().replaceAll(/\u001B\[[\d;]*m/g, ""), /[\u001B\u0007\u202E\u200B]/)
    for (const line of terminal.frame().split("\n")) assert.isAtMost(stringWidth(line), 100)
    terminal.close()
  })
})

describe("counting on a mirror", () => {
  /** A mirror whose ranking of numbers never ends. */
  const endless = (onEnd: () => void): Local => {
    const local = theMirror()
    const top = () => Effect.onInterrupt(Effect.never, () => Effect.sync(onEnd))
    return { ...local, questions: { ...local.questions, top } }
  }

  it("is canceled by a new filter, but not by leaving the charts", async () => {
    let ended = 0
    const terminal = await openLocal(endless(() => ended++))
    await terminal.keys("3")
    await shows(terminal, "counting complaints…")
    assert.deepInclude(scopeOf(terminal), { isAll: true, base: "not counted yet" })
    for (const key of ["y", "e"]) {
      await terminal.keys(key)
      assert.include(terminal.frame(), "The chart is empty: Counting…")
    }
    await terminal.keys("j", "?", escape, escape)
    assert.match(terminal.frame(), /^ row 1 of 121/m)
    await terminal.keys("3")
    assert.strictEqual(ended, 0)
    for (const filter of [1, 2]) {
      await terminal.keys("f", "\t\t", "\u0015", String(filter), "\u0013")
      await terminal.until(() => ended === filter)
      await shows(terminal, "counting complaints…")
    }
    terminal.close()
    await settled()
    assert.strictEqual(ended, 3)
  })

  it("needs no loaded rows, so that L has no effect in insights", async () => {
    const terminal = await openInsights()
    await terminal.keys("L")
    assert.include(terminal.frame(), "The charts count all rows.")
    assert.notMatch(terminal.frame(), /loaded rows only|L loads/)
    assert.strictEqual(terminal.registry.get(complaints.summary).loaded, 50)
    const isAlwaysStated = new Set(["days", "subjects", "numbers"])
    for (const { name, slices } of terminal.registry.get(complaints.insights.charts)) {
      const sum = slices.reduce((total, { count }) => total + count, 0)
      assert.deepStrictEqual([name, sum], [name, name === "numbers" ? 90 : 120])
      const unstated = slices.filter(({ key }) => key === "").map(({ label }) => label)
      assert.deepStrictEqual([name, unstated], [name, isAlwaysStated.has(name) ? [] : ["not stated"]])
    }
    terminal.close()
  })

  it("is repeated on r in the insights and after a change of the source, but not on r in the rows", async () => {
    const local = theMirror()
    let counts = 0
    const count: typeof local.questions.count = (...question) => {
      counts += 1
      return local.questions.count(...question)
    }
    const mirror = { ...local, questions: { ...local.questions, count } }
    const terminal = await openInsights(mirror)
    const { registry } = terminal
    await terminal.keys("1", "r", "3")
    await counted(terminal)
    assert.strictEqual(counts, 1)
    await terminal.keys("r")
    await counted(terminal)
    assert.strictEqual(counts, 2)
    registry.set(unlockAtom, { unlock: () => Effect.succeed(fakeService({ complaints: fakeComplaints(80) })) })
    registry.set(ownMirrorAtom, fakeOwnMirror({ exists: () => true, open: Effect.succeed(mirror) }))
    await terminal.keys("K", "key", "\r", "M")
    await counted(terminal)
    assert.strictEqual(counts, 3)
    terminal.close()
  })
})

describe("an engine that fails", () => {
  it("is named in each chart, and asked again by r", async () => {
    const local = theMirror()
    const why = "The database engine cannot be loaded."
    let failures = 0
    const count: typeof local.questions.count = (where, options) =>
      Effect.suspend(() =>
        failures++ === 0
          ? Effect.fail(new MirrorError({ problem: "Engine", file: "memory", message: why }))
          : local.questions.count(where, options)
      )
    const terminal = await openLocal({ ...local, questions: { ...local.questions, count } })
    const charts = () => terminal.registry.get(complaints.insights.charts)
    await terminal.keys("3")
    await counted(terminal)
    assert.deepStrictEqual([...new Set(charts().map(({ note }) => note))], [`✗ ${why}`])
    await terminal.keys("y")
    assert.include(terminal.frame(), `The chart is empty: ✗ ${why}`)
    await terminal.keys("r")
    await counted(terminal)
    assert.isTrue(charts().every(({ slices }) => slices.length > 0))
    terminal.close()
  })
})

describe("a mirror that cannot be read", () => {
  it("is named in place of the service, in the table and after an export", async () => {
    const detail = "The mirror /home/me/mirror.duckdb is damaged. Verify it."
    const reason = new Unavailable({ detail, advice: "Check the file of the mirror." })
    const damaged = new PublicRecordsError({ operation: "List complaints", reason })
    const terminal = await openLocal(theMirror())
    const { registry } = terminal
    const records = Effect.runSync(makeFakeRecords({ before: () => Effect.fail(damaged) }))
    registry.set(sourceAtom, { ...theMirror(), records })
    const exportAll = () => Stream.fail(damaged)
    registry.set(formatsAtom, { ...testFormats, complaints: { ...testFormats.complaints, exportAll } })
    await terminal.keys("r")
    assert.include(terminal.frame(), "✗ MIRROR CANNOT BE READ")
    assert.include(terminal.frame(), detail)
    await terminal.keys(escape, "e", "all csv", "\r", "\r")
    assert.match(terminal.frame(), /^ The mirror \/home\/me\/mirror\.duckdb is damaged\. Verify it\./m)
    assert.notInclude(terminal.frame(), "service")
    terminal.close()
  })
})

describe("the mirror of this computer", () => {
  const opened = async () => {
    const service = fakeService({ complaints: fakeComplaints(80), source: "service" })
    const terminal = await openTerminal(service, { columns: 100, rows: 30 })
    const { registry } = terminal
    const mirror = theMirror()
    const offersMirror = (): void =>
      registry.set(ownMirrorAtom, fakeOwnMirror({ exists: () => true, open: Effect.succeed(mirror) }))
    registry.set(unlockAtom, { unlock: () => Effect.succeed(service) })
    return { terminal, registry, mirror, offersMirror }
  }

  it("takes the place of the service with its filter", async () => {
    const { mirror, offersMirror, registry, terminal } = await opened()
    offersMirror()
    await terminal.keys("f", "\t\t\t\t\t\t\tohio", "\u0013", "M")
    assert.strictEqual(registry.get(sourceAtom), mirror)
    assert.include(terminal.frame(), "The records now come from the mirror")
    assert.strictEqual(registry.get(complaints.summary).filter, "state Ohio")
    assert.match(terminal.frame(), / ● mirror, 2021-07-06 to 2021-07-07, 2 days *$/m)
    terminal.close()
  })

  it("gives it back with a filter that the service cannot answer, and the form says why", async () => {
    const { offersMirror, registry, terminal } = await opened()
    offersMirror()
    await terminal.keys("M", "f", "\t\t\t\t\t", "315", "\tcharities\tohio", "\u0013", "c")
    assert.include(terminal.frame(), "The service does not have this filter")
    await terminal.keys("K", "key", "\r")
    await shows(terminal, "FILTER · complaints")
    assert.match(terminal.frame(), /Number +\[315 +\]  ✗ see below/)
    assert.include(terminal.frame(), "✗ Number: The service has no filter for number, but a local mirror has one.")
    await terminal.keys("\u0013")
    assert.include(terminal.frame(), "Not applied: fix the form first.")
    await terminal.keys(escape)
    assert.include(terminal.frame(), "✗ INVALID FILTER")
    assert.include(terminal.frame(), "f edit the filter")
    await terminal.keys("M")
    await shows(terminal, "The records now come from the mirror")
    assert.strictEqual(registry.get(complaints.summary).filter, "number 315 · subject Charities · state Ohio")
    terminal.close()
  })

  it("keeps what is typed in the form while the source changes", async () => {
    const { mirror, registry, terminal } = await opened()
    await terminal.keys("f", "\t\t\t\t\t", "315")
    assert.include(terminal.frame(), "✗ Number: The service has no filter for number")
    registry.set(sourceAtom, mirror)
    await shows(terminal, "Shows: number 315")
    terminal.close()
  })
})

const states: ReadonlyArray<{ readonly name: string; readonly keys: ReadonlyArray<string> }> = [
  { name: "mirror", keys: ["j"] },
  { name: "mirror form", keys: ["f", "\t", "2021-07-07", "\t\t\t\t", "315", "\tred", "\toh"] },
  { name: "mirror insights", keys: ["3", "\t\t\t\t"] },
  { name: "mirror facets", keys: ["3", "\t\t\t\t\r", "\u001B[Z\r", "\t"] },
  { name: "mirror rows of facets", keys: ["3", "\t\t\t\t\r", "\u001B[Z\r", escape] },
  { name: "mirror removing a facet", keys: ["3", "\t\t\t\t\r", "\u001B[Z\r", "F"] },
  { name: "mirror without matches", keys: ["f", "\t\t\t\t\t", "9999999999", "\u0013"] },
  { name: "mirror status", keys: ["i"] }
]

describe.each(sizes)("a screen of $columns by $rows on a mirror", (size) => {
  it.each(states)("draws: $name", async ({ name, keys }) => {
    const terminal = await openLocal(theMirror(), size)
    for (const key of keys) {
      await terminal.keys(key)
      await answered(terminal)
    }
    if (name === "mirror status") await shows(terminal, "121 complaints, ")
    await settled()
    const lines = terminal.frame().split("\n")
    terminal.close()
    assert.isAtMost(lines.length, size.rows)
    for (const line of lines) assert.isAtMost(stringWidth(line), size.columns, line)
    const file = `${name.replaceAll(" ", "-")}.${size.columns}x${size.rows}.txt`
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`frames/${file}`)
  })
})

describe("a session over local records", () => {
  // "No key" is what the sample and the mirror say.
  const word = /\b(?:requests?|limits?|(?<!\bno )keys?)\b/i

  it.each(["mirror", "sample", "data"] as const)("names no request, limit or key on any screen: %s", async (noun) => {
    const name = { mirror: "mirror /home/me/mirror.duckdb", sample: "bundled sample data", data: "july.csv" }[noun]
    const terminal = await openLocal({ ...theMirror(), noun, name }, { columns: 120, rows: 60 })
    const opening = commands.flatMap(({ keys, name: command, on }) =>
      on.includes("table") && !["quit", "suspend", "redraw", "interrupt", "use-service"].includes(command)
        ? keys.filter((one) => /^[!-~]$/.test(one))
        : []
    )
    const screens = [
      opening,
      ["3", "3t", "3e", "3L", "3?", "3:", "3y", "\r?", "\r:", "#?", "#:", "2#", "23", "2f", "ee\r", "fx"]
    ].flat()
    for (const keys of screens) {
      for (const one of keys) {
        await terminal.keys(String(one))
        await answered(terminal)
        assert.notMatch(terminal.frame(), word, keys)
      }
      await terminal.keys(escape, escape, escape, "1")
    }
    terminal.close()
  })
})
