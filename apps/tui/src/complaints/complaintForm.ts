import { type ComplaintQuery, findState, readComplaintQuery, states, subjects } from "@public-records/core"
import type { FilterForm } from "../collection/CollectionDefinition.ts"
import { momentField } from "../form/dateField.ts"
import { completionHint, filledIn, nameIn, orderField } from "../form/filterForm.ts"
import type { Field } from "../form/FormModel.ts"

const completeState = (text: string): ReadonlyArray<string> => {
  const exact = findState(text)
  if (exact !== undefined) return [exact]
  const typed = text.trim().toLowerCase()
  return states.map(({ name }) => name).filter((name) => name.toLowerCase().startsWith(typed))
}

const completeSubject = (text: string): ReadonlyArray<string> =>
  subjects.map(({ label }) => label).filter((label) => label.toLowerCase().includes(text.trim().toLowerCase()))

/** The fields of the filter form: the members of a query. A complaint must match all nonempty fields. */
const fields: ReadonlyArray<Field> = [
  momentField({ name: "createdFrom", label: "Created from", range: "created" }),
  momentField({ name: "createdTo", label: "Created to", range: "created" }),
  { name: "days", label: "Last days", range: "created", hint: () => "a number: counts back from the newest day" },
  momentField({ name: "violationFrom", label: "Called from", range: "called" }),
  momentField({ name: "violationTo", label: "Called to", range: "called" }),
  { name: "number", label: "Number", hint: () => "any notation: first digits suffice" },
  {
    name: "subject",
    label: "Subject",
    isLong: true,
    complete: completeSubject,
    hint: completionHint(completeSubject, "subject", "a part: Tab completes it")
  },
  {
    name: "state",
    label: "State",
    complete: completeState,
    hint: completionHint(completeState, "state", "name or postal code"),
    incompleteHint: (text) => (completeState(text).length > 1 ? "name or postal code, such as Texas or TX" : "")
  },
  { name: "city", label: "City", hint: () => "as reported" },
  {
    name: "areaCode",
    label: "Area code",
    hint: () => "three digits",
    incompleteHint: (text) => (/^\d{1,2}$/.test(text) ? "three digits, such as 202" : "")
  },
  { name: "hour", label: "Hour", hint: () => "0 to 23: when it was created" },
  { name: "robocall", label: "Robocall", choices: { "": "any", true: "yes", false: "no", unknown: "not stated" } },
  orderField
]

/** The filter form of complaints, for the service and for local records. One date is both ends of its range. */
export const complaintForm: FilterForm<ComplaintQuery> = {
  fields,
  queryOf: (values, source) => readComplaintQuery(values, source, nameIn(fields)),
  formOf: ({ createdDate, violationDate, ...query }) =>
    filledIn(fields, {
      createdFrom: createdDate,
      createdTo: createdDate,
      violationFrom: violationDate,
      violationTo: violationDate,
      ...query
    })
}
