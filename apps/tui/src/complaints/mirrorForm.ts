import {
  type ComplaintInput,
  ComplaintQuery,
  InvalidQuery,
  subjects,
  UncheckedComplaintQuery
} from "@public-records/core"
import { type MirrorInput, type MirrorQuery, mirrorParameters, parseMirrorQuery } from "@public-records/mirror"
import { Effect, Option } from "effect"
import { filterLabel } from "../collection/labels.ts"
import type { Facet } from "../collection/facets.ts"
import { momentField } from "../form/dateField.ts"
import { type Field, type FormValues, valueOf } from "../form/FormModel.ts"
import { orderField } from "../form/formQuery.ts"
import { type FilterSuggestion, suggestionsOf } from "../form/suggestions.ts"
import { type ComplaintChoice, type MirrorChoice } from "./ComplaintChoice.ts"
import { complaintQueryOf, daysFrom, range, stateField } from "./complaintForm.ts"

const robocallChoices = { any: "any", true: "yes", false: "no", unknown: "not stated" }

const subjectsWith = (text: string): ReadonlyArray<string> =>
  subjects.map(({ label }) => label).filter((label) => label.toLowerCase().includes(text.trim().toLowerCase()))

const subjectHint = (values: FormValues): string => {
  const typed = valueOf(values, "subject").trim()
  if (typed === "") return "part of a subject"
  const [first = ""] = subjectsWith(typed)
  if (first === "") return "✗ unknown subject"
  return first.toLowerCase() === typed.toLowerCase() ? "" : `→ ${first}`
}

/** The fields of the filter form for a mirror. Its names are those of `MirrorInput`. A complaint must match all nonempty fields. */
export const mirrorFields: ReadonlyArray<Field> = [
  momentField({ name: "createdFrom", label: "From" }),
  momentField({ name: "createdTo", label: "To" }),
  { name: "days", label: "Last days", hint: () => "a number: counts back from the newest day" },
  momentField({ name: "violationFrom", label: "Called from" }),
  momentField({ name: "violationTo", label: "Called to" }),
  { name: "number", label: "Number", hint: () => "or first digits: any notation works" },
  { name: "subject", label: "Subject", complete: subjectsWith, hint: subjectHint },
  { ...stateField, name: "state", label: "State" },
  { name: "city", label: "City", hint: () => "as reported" },
  { name: "areaCode", label: "Area code", hint: () => "three digits" },
  { name: "hour", label: "Hour", hint: () => "0 to 23: when it was created" },
  { name: "robocall", label: "Robocall", choices: robocallChoices },
  orderField
]

/** Returns the form for a query of the service. */
const valuesOfInput = (input: ComplaintInput): FormValues => ({
  createdFrom: input.createdFrom ?? input.createdDate ?? "",
  createdTo: input.createdTo ?? input.createdDate ?? "",
  days: "",
  violationFrom: input.violationFrom ?? input.violationDate ?? "",
  violationTo: input.violationTo ?? input.violationDate ?? "",
  number: "",
  subject: "",
  state: input.state ?? "",
  city: input.city ?? "",
  areaCode: input.areaCode ?? "",
  hour: "",
  robocall: input.robocall ?? "any",
  sort: input.sort ?? "DESC"
})

/** Returns the form for a query, with its facets filled in. */
export const mirrorFormOf = (choice: ComplaintChoice): FormValues =>
  choice instanceof ComplaintQuery ? valuesOfInput(choice.toInput()) : choice.values

export const facetsOf = (choice: ComplaintChoice): ReadonlyArray<Facet> =>
  choice instanceof ComplaintQuery ? [] : choice.facets

const given = (values: FormValues, name: string): string | undefined => {
  const text = valueOf(values, name).trim()
  return text === "" || (name === "robocall" && text === "any") ? undefined : text
}

const inputOf = (values: FormValues): MirrorInput =>
  Object.fromEntries(
    mirrorFields.flatMap(({ name }) => (name === "sort" ? [] : [[name, given(values, name)] as const]))
  )

const dateLabels: ReadonlyMap<string, string> = new Map(
  mirrorFields.flatMap(({ isDate = false, label, name }) => (isDate ? [[name, `${label}: `] as const] : []))
)

/** Parses the form. Messages about dates name their field. */
const parsed = (values: FormValues): Effect.Effect<MirrorQuery, InvalidQuery> =>
  Effect.mapError(
    parseMirrorQuery(inputOf(values), (field) => field),
    ({ problems }) => {
      const named = problems.map(({ field, rule }) => ({ field, rule: `${dateLabels.get(field) ?? ""}${rule}` }))
      return new InvalidQuery({ problems: named })
    }
  )

const requestFor = (values: FormValues, where: MirrorQuery): MirrorChoice["request"] => {
  const order = valueOf(values, "sort") === "ASC" ? "ASC" : "DESC"
  const { days: _days, hour, number, subject, ...documented } = inputOf(values)
  const query = Effect.runSync(Effect.option(ComplaintQuery.fromInput({ ...documented, sort: order })))
  const isDocumented = hour === undefined && number === undefined && subject === undefined
  if (isDocumented && Option.isSome(query)) return query.value
  return new UncheckedComplaintQuery({ unchecked: mirrorParameters(where), order, limit: 50, offset: 0 })
}

/** Returns the conditions that a facet adds. A day stays within the times of the filter. */
const narrowings: Readonly<Record<string, (key: string, values: FormValues) => FormValues>> = {
  hours: (key) => ({ hour: String(Number(key)) }),
  days: (key, values) => {
    const end = (name: string): string => {
      const text = given(values, name)
      return text?.startsWith(key) === true ? text : key
    }
    return { createdFrom: end("createdFrom"), createdTo: end("createdTo") }
  },
  subjects: (key) => ({ subject: key }),
  numbers: (key) => ({ number: key }),
  states: (key) => ({ state: key }),
  robocalls: (key) => ({ robocall: { yes: "true", no: "false" }[key] ?? "unknown" })
}

const narrowed = (values: FormValues, { chart, key }: Facet): FormValues => ({
  ...values,
  ...narrowings[chart]?.(key, values)
})

/** Combines a form with facets. **Fails with** `InvalidQuery` if the mirror has no such filter. */
const choose = Effect.fnUntraced(function* (
  base: FormValues,
  facets: ReadonlyArray<Facet>
): Effect.fn.Return<MirrorChoice, InvalidQuery> {
  const missing = facets.find(({ chart, key }) => key === "" && chart !== "robocalls")
  if (missing !== undefined) {
    const rule = `A mirror cannot filter by a missing value: ${missing.label}.`
    return yield* Effect.fail(new InvalidQuery({ problems: [{ field: missing.chart, rule }] }))
  }
  const values = facets.reduce(narrowed, base)
  const where = yield* parsed(values)
  return { base, values, facets, where, request: requestFor(values, where) }
})

/** Replaces a number of days by the dates. */
const withDates = (values: FormValues, { days }: MirrorQuery, newest: string | null): FormValues =>
  days === undefined || newest === null
    ? values
    : { ...values, days: "", createdFrom: daysFrom(newest, 1 - days), createdTo: newest }

/** Reads the form. Also takes a form for the service, as it may be in a saved view. `newest` is the newest day of the mirror. */
export const mirrorChoiceOf = (newest: string | null) =>
  Effect.fnUntraced(function* (values: FormValues): Effect.fn.Return<MirrorChoice, InvalidQuery> {
    const own = "when" in values ? mirrorFormOf(yield* complaintQueryOf(values)) : values
    return yield* choose(withDates(own, yield* parsed(own), newest), [])
  })

/** Replaces the facets of a query. */
export const withFacets = (
  choice: ComplaintChoice,
  facets: ReadonlyArray<Facet>
): Effect.Effect<MirrorChoice, InvalidQuery> =>
  choose(choice instanceof ComplaintQuery ? mirrorFormOf(choice) : choice.base, facets)

/** Describes the form without the facets. */
export const describeChoice = ({ base }: MirrorChoice): string =>
  filterLabel([
    ["created", range(given(base, "createdFrom"), given(base, "createdTo"))],
    ["called", range(given(base, "violationFrom"), given(base, "violationTo"))],
    ["number", given(base, "number")],
    ["subject", given(base, "subject")],
    ["state", given(base, "state")],
    ["city", given(base, "city")],
    ["area code", given(base, "areaCode")],
    ["hour", given(base, "hour")],
    ["robocall", given(base, "robocall")]
  ])

const days = 7

/** Suggests the filter without one of its conditions. */
export const mirrorSuggestions = (values: FormValues): ReadonlyArray<FilterSuggestion> => {
  const moved = (name: string, by: number): string => {
    const date = given(values, name)
    return date === undefined ? "" : daysFrom(date, by)
  }
  const wider = { createdFrom: moved("createdFrom", -days), createdTo: moved("createdTo", days) }
  const conditions = mirrorFields.filter(({ name }) => !/^(?:created|violation|days|sort)/.test(name))
  return suggestionsOf(values, [
    ...conditions.map(
      ({ choices, label, name }) =>
        [
          given(values, name) !== undefined,
          `any ${label.toLowerCase()}`,
          { [name]: choices === undefined ? "" : "any" }
        ] as const
    ),
    [wider.createdFrom !== "" || wider.createdTo !== "", "one week earlier and later", wider],
    [
      given(values, "violationFrom") !== undefined || given(values, "violationTo") !== undefined,
      "any time of the call",
      { violationFrom: "", violationTo: "" }
    ]
  ])
}
