import { InvalidQuery, type PublicRecordsError } from "@public-records/core"
import { Effect } from "effect"
import { emptyFields, type Field, type FormValues } from "./FormModel.ts"

/** Reads a form as a query. **Fails with** `InvalidQuery` whose problems name the form's fields. */
export const readForm =
  <Query, Input>(form: {
    readonly fields: ReadonlyArray<Field>
    readonly inputOf: (values: FormValues) => Input
    /** The field of each input member that has another name. */
    readonly fieldOfInput: Readonly<Record<string, string>>
    readonly fromInput: (input: Input) => Effect.Effect<Query, PublicRecordsError>
  }) =>
  (values: FormValues): Effect.Effect<Query, InvalidQuery> => {
    const empty = emptyFields(form.fields, values)
    if (empty.length > 0) return Effect.fail(new InvalidQuery({ problems: empty }))
    return Effect.mapError(form.fromInput(form.inputOf(values)), ({ reason }) => {
      const problems = reason._tag === "InvalidQuery" ? reason.problems : []
      const named = problems.map(({ field, rule }) => ({ field: form.fieldOfInput[field] ?? field, rule }))
      return new InvalidQuery({ problems: named })
    })
  }

/** The field for the sort order. */
export const orderField: Field = {
  name: "sort",
  label: "Order",
  choices: { DESC: "newest first", ASC: "oldest first" }
}
