import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { askNumber } from "@public-records/answers/numberAnswer"
import { trendAnswer } from "@public-records/answers/trendAnswer"
import { grouped } from "@public-records/text/counts"
import { Effect, Schema } from "effect"
import { complaints } from "../src/complaints/definition.ts"
import { openReport, reportAtom } from "../src/report/reports.ts"
import type { Local } from "../src/Source.ts"
import { Ui } from "../src/Ui.ts"
import { counted } from "./counted.ts"
import { localOfRows, openLocal } from "./localOfRows.ts"

const held: { opened?: Awaited<ReturnType<typeof localOfRows>> } = {}

beforeAll(async () => {
  held.opened = await localOfRows()
})
afterAll(() => held.opened?.close())

const theMirror = (): Local => held.opened?.local ?? assert.fail("no mirror")

const numbers = Schema.Literals(["2145550100", "3152328257", "2145550199", "8002752273"])
/** A number, its first digits or its last seven. */
const digits = Schema.Struct({
  number: numbers,
  part: Schema.Literals(["all", "first", "last"]),
  first: Schema.Literals([3, 6, 9])
})

const typedOf = ({ first, number, part }: typeof digits.Type): string =>
  part === "all" ? number : part === "last" ? number.slice(3) : number.slice(0, first)

describe("the screen and the commands", () => {
  it.live.prop(
    "have the same answer about any number, and its figures are drawn",
    { question: digits },
    ({ question }) =>
      Effect.gen(function* () {
        const local = theMirror()
        const text = typedOf(question)
        const expected = yield* askNumber(local.questions, text)
        const terminal = yield* Effect.promise(() => openLocal(local, { columns: 160, rows: 50 }))
        openReport(new Ui(terminal.registry), { _tag: "Number", text })
        const answered = () => terminal.registry.get(reportAtom)?.status
        yield* Effect.promise(() => terminal.until(() => answered()?._tag === "Answered"))
        const status = answered()
        assert.deepStrictEqual(status?._tag === "Answered" ? status.answer : undefined, expected)
        for (const { text: sentence } of expected.summary) assert.include(terminal.frame(), sentence)
        const lines = terminal.frame().split("\n")
        for (const { count, text: label } of expected.sections.flatMap(({ rows }) => rows)) {
          if (count === undefined) continue
          const drawn = lines.filter((line) => line.includes(` ${label} `))
          if (drawn.length > 0) assert.include(drawn.join("\n"), ` ${grouped(count)} `)
        }
        terminal.close()
      }),
    { arbitrary: { runs: 20 } }
  )

  it("have the same charts, and the same sentence about their basis", async () => {
    const local = theMirror()
    const terminal = await openLocal(local, { columns: 160, rows: 50 })
    await terminal.keys("3")
    await counted(terminal.registry)
    const charts = terminal.registry.get(complaints.insights.charts)
    for (const [name, by] of [
      ["hours", "hour"],
      ["days", "day"],
      ["subjects", "subject"],
      ["states", "state"]
    ] as const) {
      const answer = await Effect.runPromise(
        Effect.map(local.questions.trends({ by, split: "robocall" }), (trends) => trendAnswer(trends))
      )
      const chart = answer.chart ?? assert.fail("no chart")
      assert.deepStrictEqual(
        charts.find((one) => one.name === name),
        { ...chart, name }
      )
      assert.strictEqual(terminal.registry.get(complaints.insights.scope).basis, answer.basis.text)
      assert.include(terminal.frame(), chart.title.toUpperCase())
    }
    terminal.close()
  })
})
