import { assert, describe, it } from "@effect/vitest"
import { CivilDate } from "@public-records/core"
import { type MirrorCoverage } from "@public-records/mirror"
import { Effect, Result } from "effect"
import { type AnswerFlags } from "../src/flags.ts"
import {
  type Answer,
  covered,
  makeAnswerStatus,
  missingDays,
  named,
  printAnswer,
  printRows,
  wrapped
} from "../src/output/answer.ts"
import { hostIn, type RunEnvironment } from "./inProcess.ts"

const flags: AnswerFlags = {
  format: undefined,
  strict: false,
  quiet: false,
  noProgress: false,
  mirror: false,
  mirrorFile: undefined
}

const range = (from: string, to = from) => ({ from: CivilDate.make(from), to: CivilDate.make(to) })

const oneDay: MirrorCoverage = {
  ...range("2021-07-07"),
  whole: 1,
  partial: [],
  missing: [],
  newest: CivilDate.make("2021-07-07"),
  unsettled: 0
}
const noDay: MirrorCoverage = { ...oneDay, from: null, to: null, whole: 0, newest: null }

const textsOf = (coverage: Partial<MirrorCoverage>) => {
  const { basis, gap } = covered({ coverage: { ...oneDay, ...coverage }, note: "a note" })
  return [basis.replace("Reported by consumers, not verified; caller ID is often forged. ", ""), gap]
}

describe("the days of an answer", () => {
  for (const [name, coverage, basis, gap] of [
    ["one whole day", {}, "Based on 1 day.", ""],
    [
      "two days",
      { ...range("2021-07-06", "2021-07-07"), whole: 2 },
      "Based on 2 days from 2021-07-06 to 2021-07-07.",
      ""
    ],
    [
      "one partial day",
      { whole: 0, partial: [CivilDate.make("2021-07-07")] },
      "Based on 1 day, 1 of them partial.",
      "parts of 1 day (2021-07-07)"
    ],
    [
      "whole, partial and missing days over the end of a month",
      {
        ...range("2021-02-25", "2021-03-04"),
        whole: 3,
        partial: [CivilDate.make("2021-03-02"), CivilDate.make("2021-03-04")],
        missing: [range("2021-02-27", "2021-03-01")]
      },
      "Based on 5 of 8 days from 2021-02-25 to 2021-03-04, 2 of them partial.",
      "3 days (2021-02-27 to 2021-03-01) and parts of 2 days (2021-03-02, 2021-03-04)"
    ],
    [
      "a day of two",
      { ...range("2021-07-06", "2021-07-07"), missing: [range("2021-07-06")] },
      "Based on 1 of 2 days from 2021-07-06 to 2021-07-07.",
      "1 day (2021-07-06)"
    ],
    [
      "a thousand of more days",
      { ...range("2018-01-01", "2021-07-07"), whole: 1000, missing: [range("2018-01-01", "2018-10-11")] },
      "Based on 1,000 of 1,284 days from 2018-01-01 to 2021-07-07.",
      "284 days (2018-01-01 to 2018-10-11)"
    ],
    [
      "no day of a range",
      { whole: 0, missing: [range("2021-07-07")] },
      "The mirror has no day of this range.",
      "1 day (2021-07-07)"
    ],
    ["nothing at all", noDay, "The mirror has no day of this range.", "every day"]
  ] as const) {
    it(`are ${name}`, () => {
      assert.deepStrictEqual(textsOf(coverage), [basis, gap])
    })
  }

  it("are members of the JSON, with the note", () => {
    const { unsettled: _, ...coverage } = oneDay
    assert.deepStrictEqual(covered({ coverage: oneDay, note: "a note" }).whole, { coverage, note: "a note" })
  })

  it("are named up to the fifth, and counted", () => {
    const days = ["a", "b", "c", "d", "e"]
    assert.deepStrictEqual([named([]), named(["a"]), named(days)], ["", "a", "a, b, c, d, e"])
    assert.strictEqual(named([...days, "f"]), "a, b, c, d, e and 1 more")
    assert.strictEqual(missingDays({ missing: [] }), 0)
    // The clocks change on 14 March 2021.
    const missing = [range("2021-03-13", "2021-03-15"), range("2021-12-31", "2022-01-01")]
    assert.strictEqual(missingDays({ missing }), 5)
  })
})

const hostile = "a\u001B[2J\u202Eb\nc\uE000"
const answer: Answer<{ readonly city: string | null }> = {
  whole: { rows: [{ city: hostile }] },
  rows: [{ city: hostile }, { city: null }],
  columns: [["city", ({ city }) => city]],
  text: (width: number) => `the text for ${width} cells\n`,
  basis: "The basis has some words.",
  gap: "2 days"
}

/** Prints the answer. Returns its output, and the failure of --strict. */
const printed = Effect.fnUntraced(function* (more: Partial<AnswerFlags>, environment: RunEnvironment = {}) {
  const host = hostIn(environment)
  const all = { ...flags, ...more }
  const printing = Effect.flatMap(makeAnswerStatus(all), (status) => printAnswer(all, status, answer))
  const result = yield* Effect.result(Effect.provide(printing, host.layer))
  return { ...host.written(), failure: Result.isFailure(result) ? result.failure : undefined }
})

describe("an answer", () => {
  it.effect("is a text with its basis for people, as wide as the terminal", () =>
    Effect.gen(function* () {
      const { stderr, stdout } = yield* printed({}, { columns: 20 })
      assert.deepStrictEqual([stdout, stderr], ["the text for 20 cells\nThe basis has some\nwords.\n", ""])
      const inFile = yield* printed({ format: "table" })
      assert.deepStrictEqual([inFile.stdout, inFile.stderr], ["the text for 80 cells\nThe basis has some words.\n", ""])
    })
  )

  it.effect("has its basis on standard error for programs, except in JSON, which contains it", () =>
    Effect.gen(function* () {
      const basis = "The basis has some words.\n"
      for (const [format, error] of [
        [undefined, basis],
        ["ndjson", basis],
        ["csv", basis],
        ["json", ""]
      ] as const) {
        const { stderr, stdout } = yield* printed({ format })
        assert.strictEqual(stderr, error, format)
        assert.notInclude(stdout, "basis")
        assert.strictEqual((yield* printed({ format, quiet: true })).stderr, "", format)
      }
    })
  )

  it.effect("is exact in a file, and safe on a terminal", () =>
    Effect.gen(function* () {
      const csv = yield* printed({ format: "csv" })
      assert.strictEqual(csv.stdout, `city\r\n"${hostile}"\r\n\r\n`)
      for (const format of ["json", "ndjson", "csv"] as const) {
        const { stdout } = yield* printed({ format }, { columns: 80 })
        assert.notMatch(stdout, /[^\P{Cc}\n]|\u202E|\uE000/u, format)
      }
      const { stdout } = yield* printed({ format: "csv" }, { columns: 80 })
      assert.match(stdout, /^city\na\P{Cc}+c\P{Cc}\n\n$/u)
      const onTerminal = yield* printed({ format: "json" }, { columns: 80 })
      assert.deepStrictEqual(JSON.parse(onTerminal.stdout), answer.whole)
      const lines = (yield* printed({ format: "ndjson" }, { columns: 80 })).stdout.trimEnd().split("\n")
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line)),
        [...answer.rows]
      )
    })
  )

  it.effect("is printed before --strict refuses what it lacks", () =>
    Effect.gen(function* () {
      const { failure, stdout } = yield* printed({ strict: true, format: "json" })
      assert.deepStrictEqual(JSON.parse(stdout), answer.whole)
      assert.deepInclude(failure, { reason: "StrictCheckFailed", exitCode: 6, summary: "The mirror lacks 2 days." })
      assert.isUndefined((yield* printed({ format: "json" })).failure)
    })
  )

  it.effect("without rows has a header in CSV, and nothing else", () =>
    Effect.gen(function* () {
      for (const [format, text] of [
        ["csv", "city\r\n"],
        ["ndjson", ""]
      ] as const) {
        const host = hostIn()
        yield* Effect.provide(printRows({ format }, { ...answer, rows: [] }), host.layer)
        assert.strictEqual(host.written().stdout, text)
      }
    })
  )

  it.effect("shows progress only on a terminal, and unless a flag forbids it", () =>
    Effect.gen(function* () {
      for (const [more, environment, isShown] of [
        [{}, { columns: 80 }, true],
        [{}, { columns: 80, isPiped: true }, true],
        [{}, {}, false],
        [{ noProgress: true }, { columns: 80 }, false],
        [{ quiet: true }, { columns: 80 }, false]
      ] as const) {
        const host = hostIn(environment)
        const status = yield* Effect.provide(makeAnswerStatus({ ...flags, ...more }), host.layer)
        yield* status.progress("working")
        assert.strictEqual(host.written().stderr, isShown ? "\r\u001B[Kworking" : "")
      }
    })
  )
})

describe("a text for a narrow terminal", () => {
  it("is broken between words into lines that fit", () => {
    assert.strictEqual(wrapped("one two three", 80), "one two three\n")
    assert.strictEqual(wrapped("one two three", 13), "one two three\n")
    assert.strictEqual(wrapped("one two three", 12), "one two\nthree\n")
    assert.strictEqual(wrapped("one two three", 7), "one two\nthree\n")
    assert.strictEqual(wrapped("one two three", 6), "one\ntwo\nthree\n")
    assert.strictEqual(wrapped("one two three", 5), "one\ntwo\nthree\n")
  })
})
