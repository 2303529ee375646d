import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { CivilDate, InvalidQuery } from "@public-records/core"
import { type CallOptions, createMirror, type MirrorClient } from "@public-records/mirror/promise"
import { askDuckDB } from "./duckDB.ts"
import { daily, header, july7, row } from "./mirrors.ts"

const filledMirror = async () => {
  const folder = await mkdtemp(join(tmpdir(), "mirror-"))
  const file = join(folder, "mirror.db")
  const mirror = await createMirror({ file, access: "write" })
  onTestFinished(async () => {
    await mirror.close()
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, july7), daily(row(), row({ state: "Iowa" })))
  const tags: Array<string> = []
  for await (const { _tag } of mirror.importFiles([join(folder, july7)])) tags.push(_tag)
  return { file, folder, mirror, tags }
}

/** Calls in plain JavaScript with an invalid argument, and the beginning of the message. */
const badCalls: ReadonlyArray<readonly [call: string, message: string]> = [
  ["createMirror()", "file must be the path of the file, not undefined."],
  ["createMirror('x.db')", 'The options of createMirror must be an object, not "x.db".'],
  ["createMirror({ file, path: 'x.db' })", 'createMirror has no option "path". Remove it.'],
  ["createMirror({ file, access: 'rw' })", 'access must be one of read, write, static, not "rw".'],
  ["mirror.count({ stat: 'Ohio' })", 'A query for complaints has no member "stat". Did you mean "state"?'],
  ["mirror.count({ dayz: 1 })", 'A query for complaints has no member "dayz". Did you mean "days"?'],
  ["mirror.count({ city: { a: 1 } })", "The city must be a string, a number or a boolean, not an Object."],
  ["mirror.count({ limit: 1 })", 'A filter has no member "limit". Remove it. Only lists have it:'],
  ["mirror.count({ constructor: 1 })", 'A query for complaints has no member "constructor".'],
  ["mirror.count({}, { toString: 1 })", 'A call has no option "toString".'],
  ["mirror.verify('x'.repeat(60))", `depth must be one of counts, contents, not "${"x".repeat(50)}".`],
  ["mirror.count('Ohio')", 'A query is an object, such as { state: "Ohio" }, not a string.'],
  ["mirror.count(null)", 'A query is an object, such as { state: "Ohio" }, not null.'],
  ["mirror.count({}, { sinal: 1 })", 'A call has no option "sinal". Did you mean "signal"?'],
  ["mirror.count({}, { signal: 1 })", "signal must be an AbortSignal, not 1."],
  ["mirror.count({}, { onProgress: 1 })", "onProgress must be a function, not 1."],
  ["mirror.count({}, null)", "The options of a call must be an object, not null."],
  ["mirror.top()", "of must be one of numbers, subjects, states, area-codes, cities, not undefined."],
  ["mirror.top(null)", "The options of top must be an object, not null."],
  ["mirror.top({ of: 'number' })", "of must be one of numbers, subjects, states, area-codes, cities, not"],
  ["mirror.top({ of: 'states', limit: -1 })", "limit must be an integer of 1 or more, not -1."],
  ["mirror.top({ of: 'states', limit: '3' })", 'limit must be an integer of 1 or more, not "3".'],
  ["mirror.top({ of: 'states', places: 0 })", "places must be an integer of 1 or more, not 0."],
  ["mirror.top({ of: 'states', where: 'Ohio' })", 'A query is an object, such as { state: "Ohio" }, not a string.'],
  ["mirror.topParties({ of: 'numbers' })", "of must be one of acquiring-parties, acquired-parties, parties, not"],
  [
    "mirror.topParties({ of: 'parties', where: { dat: '' } })",
    'A query for notices has no member "dat". Did you mean "date"?'
  ],
  ["mirror.topParties()", "of must be one of acquiring-parties, acquired-parties, parties, not undefined."],
  ["mirror.countNotices({ by: 'day' })", "by must be one of year, month, acquiring-parties,"],
  ["mirror.trends()", "by must be one of day, week, month,"],
  ["mirror.trends({ by: 'moth' })", "by must be one of day, week, month,"],
  ["mirror.trends({ by: 'day', split: 'x' })", "split must be one of day, week, month,"],
  ["mirror.number()", "number must be a string, such as 213-555-1212, not undefined."],
  ["mirror.party(3)", "name must be a string, not 3."],
  ["mirror.verify('all')", 'depth must be one of counts, contents, not "all".'],
  ["mirror.verify()", "depth must be one of counts, contents, not undefined."],
  ["mirror.blocklist({ mins: 3 })", 'blocklist has no option "mins". Did you mean "min"?'],
  ["mirror.blocklist({ days: '90' })", 'days must be a number, not "90".'],
  ["mirror.blocklist({ allow: '2165550100' })", 'allow must be a list of strings, not "2165550100".'],
  ["mirror.blocklist({ previous: [1] })", "previous must be a list of strings, not an array."],
  ["mirror.blocklist({ force: 1 })", "force must be true or false, not 1."],
  ["read(mirror.importFiles('one.csv'))", 'paths must be a list of strings, not "one.csv".'],
  [
    "read(mirror.importFiles([], { covers: '2021-07-07' }))",
    "covers must be an object with the dates from and to, not"
  ],
  [
    "read(mirror.importFiles([], { covers: { from: '2021-07-08', to: '2021-07-07' } }))",
    "covers must be an object with the dates from and to, not an object."
  ],
  ["read(mirror.sync({ service: 1 }))", "service must be a client of @public-records/core/promise, not 1."],
  ["read(mirror.sync({ from: 'x' }))", 'from must be a date such as 2021-07-07, or "all", not "x".'],
  ["read(mirror.sync({ replace: ['x'] }))", "replace must be true, false or a list of dates, not"],
  ["read(mirror.sync({ origin: ' ' }))", 'origin must be a URL, not " ".'],
  ["read(mirror.sync({ dry: true }))", 'sync has no option "dry". Did you mean "dryRun"?']
]

/** Returns what a call in plain JavaScript rejects with. */
const rejectionOf = async (call: string, file: string, mirror: MirrorClient): Promise<unknown> => {
  const read = async (events: AsyncIterable<unknown>) => {
    for await (const event of events) return event
    return undefined
  }
  try {
    await new Function("createMirror", "file", "mirror", "read", `return ${call}`)(createMirror, file, mirror, read)
    return undefined
  } catch (error) {
    return error
  }
}

describe("a mirror with Promises", () => {
  it("refuses each invalid argument of plain JavaScript with a sentence", async () => {
    const { file, mirror } = await filledMirror()
    const messages: Array<readonly [string, string]> = []
    for (const [call, message] of badCalls) {
      const error = await rejectionOf(call, file, mirror)
      const isExpected = error instanceof InvalidQuery && error.message.startsWith(message)
      messages.push([call, isExpected ? message : String(error)])
    }
    assert.deepStrictEqual(messages, badCalls)
  })

  it("takes a phone number as a number, and `undefined` for a missing option", async () => {
    const { mirror } = await filledMirror()
    assert.strictEqual((await mirror.number(2_165_550_100)).value.reports, 2)
    const query = { of: "states", limit: undefined, where: { state: undefined, city: "" } } as const
    assert.strictEqual((await mirror.top(query, { signal: undefined })).value.top.length, 2)
  })

  it("rejects every call after it is closed", async () => {
    const { file, mirror } = await filledMirror()
    await mirror.close()
    for (const call of ["mirror.status()", "mirror.count({})", "read(mirror.importFiles(['x']))"]) {
      const error = await rejectionOf(call, file, mirror)
      assert.include(String(error), `${file} cannot be used: it is closed; open it again with createMirror.`, call)
    }
    assert.isFalse(existsSync(`${file}-wal`))
  })

  it("rejects a call that is made while it closes, or before, but read afterwards", async () => {
    const { mirror } = await filledMirror()
    const imported = mirror.importFiles(["x"])
    const closing = mirror.close()
    const late = mirror.count({}).catch((error: unknown) => error)
    assert.include(String(await late), "it is closed; open it again with createMirror.")
    await closing
    const read = async () => {
      for await (const _ of imported) return undefined
      return undefined
    }
    assert.include(String(await read().catch((error: unknown) => error)), "it is closed; open it again")
    // A second end changes nothing.
    await mirror.close()
  })

  it("imports and answers in plain values", async () => {
    const { mirror, tags } = await filledMirror()
    assert.deepStrictEqual(tags, ["Reading", "Day", "Report"])
    assert.strictEqual((await mirror.status()).records, 2)
    assert.strictEqual((await mirror.coverage()).complete, 1)
    assert.strictEqual((await mirror.count({ state: "oh", robocall: true })).value.records, 1)
    assert.strictEqual((await mirror.number("216 555 0100", { state: "IA" })).value.reports, 1)
    assert.strictEqual((await mirror.top({ of: "states" })).value.top.length, 2)
    assert.strictEqual((await mirror.trends({ by: "state", where: { areaCode: 216 } })).value.rows.length, 2)
    for (const where of [{ robocall: false }, { hour: 0 }]) {
      assert.strictEqual((await mirror.count(where)).value.records, 0)
    }
    assert.deepStrictEqual((await mirror.blocklist({ days: 1, min: 2, force: true })).value.numbers, [])
    assert.deepStrictEqual((await mirror.party("x")).party, [])
    const where = { dateFrom: "2021-07-07", transactionNumber: 20210001 }
    assert.deepStrictEqual((await mirror.topParties({ of: "parties", where })).top, [])
    assert.deepStrictEqual((await mirror.countNotices({ by: "year", where })).counts, [])
    assert.deepStrictEqual((await mirror.verify("contents")).damaged, [])
    assert.isAtLeast((await mirror.compact()).before, 1)
    const found: Array<string | null> = []
    for await (const { consumerState } of mirror.complaints.stream({ createdDate: "2021-07-07" }))
      found.push(consumerState)
    assert.deepStrictEqual(found.toSorted(), ["Iowa", "Ohio"])
    assert.strictEqual((await mirror.complaints.page({ state: "OH" })).total, 1)
  })

  it("passes options on to an import", async () => {
    const { folder, mirror } = await filledMirror()
    await writeFile(join(folder, july7), daily(row()))
    const outcomes: Array<string> = []
    for (const replace of [true, false]) {
      for await (const event of mirror.importFiles([join(folder, july7)], { replace })) {
        if (event._tag === "Day") outcomes.push(event.outcome)
      }
    }
    assert.deepStrictEqual(outcomes, ["replaced", "unchanged"])
    await writeFile(join(folder, "rows.csv"), daily(row({ created: "2021-07-06 10:00:00" })))
    const covers = { from: CivilDate.make("2021-07-06"), to: CivilDate.make("2021-07-06") }
    for await (const event of mirror.importFiles([join(folder, "rows.csv")], { covers })) {
      if (event._tag === "Day") outcomes.push(`${event.day} ${event.state}`)
    }
    assert.strictEqual(outcomes.at(-1), "2021-07-06 complete")
  })

  it("leaves the file to others after each call, and closes it at the end", async () => {
    const { file, mirror } = await filledMirror()
    assert.strictEqual((await mirror.count({})).value.records, 2)
    assert.deepStrictEqual(await askDuckDB(file, ["select count(*)::integer from calls"]), [[[2]]])
    await mirror.close()
    assert.isFalse(existsSync(`${file}.wal`))
  })

  it("rejects invalid queries, and stops with the reason of an aborted signal", async () => {
    const { mirror } = await filledMirror()
    const rejected = (promise: Promise<unknown>) =>
      promise.then(
        () => undefined,
        (error: unknown) => error
      )
    assert.include(String(await rejected(mirror.count({ state: "Ohoi" }))), "not a state")
    assert.include(String(await rejected(mirror.blocklist({ min: 1 }))), "Use an integer from 2 to 10000, not 1.")
    const reason = new Error("stop")
    assert.strictEqual(await rejected(mirror.verify("contents", { signal: AbortSignal.abort(reason) })), reason)
    assert.strictEqual(await rejected(mirror.trends({ by: "day" }, { signal: AbortSignal.abort(reason) })), reason)
    assert.include(String(await rejected(createMirror({ file: "/nowhere/mirror.db" }))), "does not exist")
  })

  it("names every problem of an argument", async () => {
    const { file, mirror } = await filledMirror()
    const fieldsOf = async (call: string) => {
      const error = await rejectionOf(call, file, mirror)
      return error instanceof InvalidQuery ? error.problems.map(({ field }) => field) : error
    }
    assert.deepStrictEqual(await fieldsOf("mirror.count({ stat: 'Ohio', city: [], hour: {} }, { sinal: 1 })"), [
      "sinal"
    ])
    assert.deepStrictEqual(await fieldsOf("mirror.count({ stat: 'Ohio', city: [], hour: {} })"), [
      "stat",
      "city",
      "hour"
    ])
    assert.deepStrictEqual(await fieldsOf("mirror.top({ of: 'x', limit: -1, by: 1 })"), ["by", "of", "limit"])
    assert.deepStrictEqual(await fieldsOf("mirror.count({ stat: 'Ohio', dayz: 1 })"), ["stat", "dayz"])
    assert.deepStrictEqual(await fieldsOf("mirror.verify('x', { sinal: 1 })"), ["depth", "sinal"])
  })

  it("reports progress that increases, and stops a running question when its signal is aborted", async () => {
    const { file, folder, mirror } = await filledMirror()
    const rows = Array.from({ length: 100_000 }, (_, index) => row({ number: String(2_165_000_000 + index * 37) }))
    await writeFile(join(folder, july7), [header, ...rows, ""].join("\r\n"))
    for await (const _ of mirror.importFiles([join(folder, july7)], { replace: true }));
    const reason = new Error("stop")
    const questions: ReadonlyArray<(options: CallOptions) => Promise<unknown>> = [
      (options) => mirror.verify("contents", options),
      (options) => mirror.top({ of: "numbers", limit: 100_000 }, options)
    ]
    for (const question of questions) {
      const shares: Array<number> = []
      await question({ onProgress: (share) => void shares.push(share) })
      assert.deepStrictEqual(
        shares,
        [...new Set(shares)].toSorted((left, right) => left - right)
      )
      const controller = new AbortController()
      const answer = question({ signal: controller.signal }).catch((error: unknown) => error)
      setTimeout(() => controller.abort(reason), 20)
      assert.strictEqual(await answer, reason)
    }
    assert.deepStrictEqual((await mirror.verify("counts")).damaged, [])
    await mirror.close()
    assert.isFalse(existsSync(`${file}.wal`))
  })

  it("rejects calls of the service's interface after it is closed", async () => {
    const { mirror } = await filledMirror()
    assert.strictEqual((await mirror.complaints.page({})).total, 2)
    await mirror.close()
    for (const call of [() => mirror.complaints.page({}), () => mirror.notices.page({})]) {
      assert.include(String(await call().catch((error: unknown) => error)), "closed")
    }
  })

  it("does not share its end with another mirror of the same file", async () => {
    const { file, mirror } = await filledMirror()
    const other = await createMirror({ file })
    assert.strictEqual((await other.count({})).value.records, 2)
    await mirror.close()
    assert.strictEqual((await other.count({})).value.records, 2)
    assert.strictEqual((await other.complaints.page({})).total, 2)
    await other.close()
  })

  it("can import again after a loop over an import was left, each time", async () => {
    const { folder, mirror } = await filledMirror()
    const day = (date: string) =>
      daily(...Array.from({ length: 500 }, (_, index) => row({ created: `${date} 10:00:00`, number: `${index}` })))
    await writeFile(join(folder, "1.csv"), day("2021-07-01"))
    await writeFile(join(folder, "2.csv"), day("2021-07-02"))
    const paths = [join(folder, "1.csv"), join(folder, "2.csv")]
    for (let times = 0; times < 2; times++) {
      for await (const { _tag } of mirror.importFiles(paths)) if (_tag === "Reading") break
      assert.deepStrictEqual((await mirror.verify("contents")).damaged, [])
    }
    const tags: Array<string> = []
    for await (const { _tag } of mirror.importFiles(paths)) tags.push(_tag)
    assert.strictEqual(tags.at(-1), "Report")
    assert.strictEqual((await mirror.status()).records, 1002)
  })
})
