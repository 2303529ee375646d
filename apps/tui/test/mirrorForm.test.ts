import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, type InvalidQuery } from "@public-records/core"
import { Effect } from "effect"
import { complaintFormOf } from "../src/complaints/complaintForm.ts"
import { describeChoice, mirrorChoiceOf, mirrorFields, mirrorFormOf, withFacets } from "../src/complaints/mirrorForm.ts"
import type { FormValues } from "../src/form/FormModel.ts"

const emptyForm = mirrorFormOf(ComplaintQuery.default)
const read = (values: FormValues, newest: string | null = "2021-07-07") =>
  mirrorChoiceOf(newest)({ ...emptyForm, ...values })
const rulesOf = <A>(query: Effect.Effect<A, InvalidQuery>) =>
  Effect.map(Effect.flip(query), ({ problems }) => problems.map(({ field, rule }) => `${field}: ${rule}`))

describe("the subject in the form for a mirror", () => {
  const field = mirrorFields.find(({ name }) => name === "subject")

  it.each([
    ["", "part of a subject"],
    [" ", "part of a subject"],
    [" WARRANT ", "→ Warranties & protection plans"],
    [" charities ", ""],
    ["chariti", "→ Charities"],
    ["weather", "✗ unknown subject"]
  ])("has a hint for %j", (subject, hint) => {
    assert.strictEqual(field?.hint?.({ subject }), hint)
  })
})

describe("the form for a mirror", () => {
  it("has the conditions of a query of the service", () => {
    const inputs: ReadonlyArray<readonly [service: FormValues, mirror: FormValues]> = [
      [{}, { robocall: "any", sort: "DESC", state: "", createdFrom: "", violationTo: "" }],
      [
        { when: "created-on", on: "2021-07-06" },
        { createdFrom: "2021-07-06", createdTo: "2021-07-06", violationFrom: "", violationTo: "" }
      ],
      [
        { when: "called-on", on: "2021-07-06", sort: "ASC" },
        { violationFrom: "2021-07-06", violationTo: "2021-07-06", createdFrom: "", createdTo: "", sort: "ASC" }
      ],
      [
        { when: "created-between", from: "2021-07-05", to: "2021-07-06", narrow: "state", state: "Ohio", city: "Troy" },
        { createdFrom: "2021-07-05", createdTo: "2021-07-06", state: "Ohio", city: "Troy", areaCode: "" }
      ],
      [
        { when: "called-between", from: "2021-07-05", to: "2021-07-06" },
        { violationFrom: "2021-07-05", violationTo: "2021-07-06" }
      ],
      [
        { narrow: "area-code", "area-code": "614" },
        { areaCode: "614", robocall: "any" }
      ],
      [{ narrow: "robocall", robocall: "false" }, { robocall: "false" }]
    ]
    for (const [service, mirror] of inputs) {
      const form = { ...complaintFormOf(ComplaintQuery.default), ...service }
      assert.deepInclude(Effect.runSync(mirrorChoiceOf(null)(form)).values, mirror)
    }
  })

  it.effect("keeps a number of days if the mirror has no day", () =>
    Effect.gen(function* () {
      assert.deepInclude((yield* read({ days: "3" }, null)).values, { days: "3", createdFrom: "", createdTo: "" })
      assert.deepInclude((yield* read({ days: "1" })).values, {
        days: "",
        createdFrom: "2021-07-07",
        createdTo: "2021-07-07"
      })
    })
  )

  it.effect("is described without its facets", () =>
    Effect.gen(function* () {
      const choice = yield* read({ violationFrom: "2021-07-01", number: " 214 ", robocall: "true" })
      const facets = [{ chart: "states", key: "Ohio", label: "state Ohio" }]
      const narrowed = yield* withFacets(choice, facets)
      for (const one of [choice, narrowed]) {
        assert.strictEqual(describeChoice(one), "called from 2021-07-01 · number 214 · robocall true")
      }
      assert.strictEqual(narrowed.values["state"], "Ohio")
    })
  )
})

describe("a facet of a mirror", () => {
  it.effect.each<readonly [chart: string, key: string, values: FormValues]>([
    ["hours", "09", { hour: "9" }],
    ["hours", "00", { hour: "0" }],
    ["days", "2021-07-06", { createdFrom: "2021-07-06", createdTo: "2021-07-06 12:00" }],
    ["days", "2021-07-05", { createdFrom: "2021-07-05", createdTo: "2021-07-05" }],
    ["subjects", "Other", { subject: "Other" }],
    ["numbers", "2145550000", { number: "2145550000" }],
    ["states", "Ohio", { state: "Ohio" }],
    ["robocalls", "yes", { robocall: "true" }],
    ["robocalls", "no", { robocall: "false" }],
    ["robocalls", "", { robocall: "unknown" }]
  ])("of %s is a condition of the form: %s", ([chart, key, values]) =>
    Effect.gen(function* () {
      const base = yield* read({ createdTo: "2021-07-06 12:00", city: "Troy" })
      const narrowed = yield* withFacets(base, [{ chart, key, label: key }])
      assert.deepStrictEqual(narrowed.values, { ...base.values, ...values })
      assert.deepStrictEqual(narrowed.base, base.values)
    })
  )

  it.effect("of a missing value is refused, except of robocalls", () =>
    Effect.gen(function* () {
      for (const chart of ["hours", "days", "subjects", "numbers", "states"]) {
        const missing = withFacets(ComplaintQuery.default, [{ chart, key: "", label: `${chart} (not stated)` }])
        assert.deepStrictEqual(yield* rulesOf(missing), [
          `${chart}: A mirror cannot filter by a missing value: ${chart} (not stated).`
        ])
      }
    })
  )
})
