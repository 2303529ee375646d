import { assert, it } from "@effect/vitest"
import { readComplaintQuery } from "@public-records/core"
import { Mirror } from "@public-records/mirror"
import { Effect, Stream } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stepsOf } from "../src/days.ts"
import { statusAnswer } from "../src/statusAnswer.ts"
import { trendAnswer } from "../src/trendAnswer.ts"
import { range } from "./coverages.ts"

const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"
const row = (day: string): string => `2165550100,${day} 10:00:00,${day} 09:00:00,Akron,Ohio,330,Other,Y`

const covered = [range("2020-02-27", "2020-03-03"), range("2020-12-30", "2021-01-02"), range("2021-07-07")]

/** Creates a mirror with some days of three years, the same complaint twice on the first one. */
const makeMirror = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "answers-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const mirror = yield* Mirror
  for (const [index, covers] of covered.entries()) {
    const file = join(folder, `${index}.csv`)
    const rows = index === 0 ? [row(covers.from), row(covers.from)] : [row(covers.to)]
    writeFileSync(file, [header, ...rows, ""].join("\r\n"))
    yield* Stream.runDrain(mirror.importFiles([file], { covers }))
  }
  return mirror
})

it.layer(Mirror.layerInMemory)("the answers of a mirror", (it) => {
  it.effect("have the days of each period that the mirror counts, also within a range", () =>
    Effect.gen(function* () {
      const mirror = yield* makeMirror
      for (const typed of [{}, { createdFrom: "2020-03-01", createdTo: "2021-07-31" }]) {
        const where = yield* readComplaintQuery(typed, "local")
        for (const by of ["week", "month", "year"] as const) {
          const answer = yield* mirror.trends({ by, where })
          const steps = new Map(stepsOf(by, answer.coverage).map((step) => [step.key, [step.days, step.of]]))
          assert.isAbove(answer.value.rows.length, 0)
          for (const { days, key, of } of answer.value.rows) assert.deepStrictEqual(steps.get(String(key)), [days, of])
          const { chart } = trendAnswer(answer)
          assert.strictEqual(chart?.total, (yield* mirror.count(where)).value.reports)
        }
      }
      const status = yield* mirror.status
      assert.deepStrictEqual([status.duplicates, status.due, status.lastSync], [1, null, null])
      assert.include(statusAnswer(status).basis.text, "Duplicates: 1, counted once in reports.")
    })
  )
})
