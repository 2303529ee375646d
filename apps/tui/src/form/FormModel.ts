import type { ComplaintInput, InvalidQuery } from "@public-records/core"
import { graphemesOf } from "@public-records/text/fit"
import { editText, type TextState, withCaretAtEnd } from "../keys/editing.ts"
import { isText, type KeyPress } from "../keys/KeyPress.ts"

/** The values of a form by field name: strings and choices. */
export type FormValues = Readonly<Record<string, string>>

/** A field of a form: a text field or a choice. */
export interface Field {
  readonly name: string
  readonly label: string
  /** The labels of a choice's options by value. Absent for a text field. */
  readonly choices?: Readonly<Record<string, string>>
  /** Returns the hint next to the field for its text. */
  readonly hint?: (text: string) => string
  /** Whether the field is for a date. */
  readonly isDate?: boolean
  /** The verb for the dates of a range and for a number of days, such as `created`. */
  readonly range?: string
  /** Whether the value may be long. Its field uses the full line. */
  readonly isLong?: boolean
  /** Returns the completions of a value. */
  readonly complete?: (text: string) => ReadonlyArray<string>
  /** Returns a hint for an incomplete value, or an empty string for a complete or invalid one. */
  readonly incompleteHint?: (text: string) => string
}

/** A problem in a form: the field and the broken rule. */
export type Problem = InvalidQuery["problems"][number]

/** The state of a form. `caret` counts graphemes in the focused text. */
export interface FormState {
  readonly values: FormValues
  readonly focus: string
  readonly caret: number
  /** Whether the form was submitted with problems. */
  readonly wasRejected?: boolean
  /** The characters typed to choose an option of the focused field. */
  readonly typeahead?: string
}

/** Returns the values of a form that has some filters. */
export const valuesOf = (where: ComplaintInput): FormValues =>
  Object.fromEntries(
    Object.entries(where).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : []
    )
  )

/** Returns the value of a field, or an empty string. */
export const valueOf = (values: FormValues, name: string): string => values[name] ?? ""

/** Narrows a form by filters. A day stays within the times of the form, and replaces a number of days. */
export const narrowedBy = (values: FormValues, where: FormValues): FormValues => {
  const isWithin = ([name, text]: readonly [string, string]): boolean =>
    name.startsWith("created") && valueOf(values, name).startsWith(text)
  const others = Object.entries(where).filter((filter) => !isWithin(filter))
  return { ...values, ...("createdFrom" in where ? { days: "" } : {}), ...Object.fromEntries(others) }
}

const lengthOf = (text: string): number => graphemesOf(text).length

const focused = (values: FormValues, focus: string): FormState => ({
  values,
  focus,
  caret: lengthOf(valueOf(values, focus))
})

/** Opens a form with the first field in focus. */
export const openForm = (fields: ReadonlyArray<Field>, values: FormValues): FormState =>
  focused(values, fields[0]?.name ?? "")

/** Completes the focused field if there is exactly one completion. */
export const withCompletion = (fields: ReadonlyArray<Field>, form: FormState): FormState => {
  const field = fields.find(({ name }) => name === form.focus)
  if (field === undefined) return form
  const typed = valueOf(form.values, form.focus)
  const [only, ...others] = typed.trim() === "" ? [] : (field.complete?.(typed) ?? [])
  const text = only !== undefined && others.length === 0 ? only : typed
  return { ...form, values: { ...form.values, [form.focus]: text }, caret: Math.min(form.caret, lengthOf(text)) }
}

/** Moves the focus to the next or previous field. Wraps around at the ends. */
export const moveFocus = (fields: ReadonlyArray<Field>, form: FormState, by: number): FormState => {
  const left = withCompletion(fields, form)
  const at = fields.findIndex(({ name }) => name === form.focus)
  const next = fields[(at + by + fields.length) % fields.length]
  return next === undefined ? left : focused(left.values, next.name)
}

const chosenBy = ({ choices = {} }: Field, value: string, by: number): string => {
  const values = Object.keys(choices)
  return values[(values.indexOf(value) + by + values.length) % values.length] ?? value
}

const choiceBegunBy = ({ choices = {} }: Field, typeahead: string): string | undefined =>
  Object.entries(choices).find(([, label]) => label.toLowerCase().startsWith(typeahead.toLowerCase()))?.[0]

/** Returns the characters typed in a choice if they match no option, otherwise an empty string. */
export const unmatchedTypeahead = (field: Field, { typeahead = "" }: FormState): string =>
  choiceBegunBy(field, typeahead) === undefined ? typeahead : ""

/** Handles a key in a choice. Typed letters choose the option that starts with them. */
const choiceAfter = (field: Field, form: FormState, key: KeyPress): FormState => {
  const { typeahead = "", ...rest } = form
  const value = valueOf(form.values, field.name)
  const chosen = (next: string): FormState => ({ ...rest, values: { ...form.values, [field.name]: next } })
  const name = isText(key) ? "" : key.name
  if (name === "left") return chosen(chosenBy(field, value, -1))
  if (name === "right" || (isText(key) && key.text === " " && typeahead === ""))
    return chosen(chosenBy(field, value, 1))
  if (!isText(key)) return rest
  const longer = typeahead + key.text
  const last = unmatchedTypeahead(field, form) === "" ? key.text : longer
  const next = [longer, last].find((one) => choiceBegunBy(field, one) !== undefined) ?? longer
  return { ...chosen(choiceBegunBy(field, next) ?? value), typeahead: next }
}

/** Edits a text field. Moving right at the end accepts the first completion. */
const acceptedOr = (field: Field, text: string, caret: number, key: KeyPress): TextState => {
  const goesOn = !isText(key) && key.name === "right" && caret === lengthOf(text) && text.trim() !== ""
  const first = goesOn ? field.complete?.(text)[0] : undefined
  return first === undefined ? editText({ text, caret }, key) : withCaretAtEnd(first)
}

/** Edits the focused field. */
export const editForm = (fields: ReadonlyArray<Field>, form: FormState, key: KeyPress): FormState => {
  const field = fields.find(({ name }) => name === form.focus)
  if (field === undefined) return form
  const value = valueOf(form.values, field.name)
  if (field.choices !== undefined) return { ...choiceAfter(field, form, key), wasRejected: false }
  const { text, caret } = acceptedOr(field, value, form.caret, key)
  return { ...form, values: { ...form.values, [field.name]: text }, caret, wasRejected: false }
}

/** Rejects a submitted form. The focus moves to the first field with a problem, unless the focused one has a problem. */
export const rejectForm = (
  fields: ReadonlyArray<Field>,
  form: FormState,
  problems: ReadonlyArray<Problem>
): FormState => {
  const wrong = fields.filter(({ name }) => problems.some(({ field }) => field === name))
  const [first] = wrong
  const stays = first === undefined || wrong.some(({ name }) => name === form.focus)
  return { ...(stays ? form : focused(form.values, first.name)), wasRejected: true }
}

/** Returns what is missing in a field that the user has not filled in yet, or an empty string. */
const missingInput = (field: Field, form: FormState, rule: string): string => {
  const text = valueOf(form.values, field.name).trim()
  if (text === "") return rule
  const expected = field.name === form.focus ? (field.incompleteHint?.(text) ?? "") : ""
  return expected === "" ? "" : `${expected}.`
}

/** A message about a field of a form. A hint about a missing value is not wrong. */
export interface FormMessage {
  readonly field: string
  readonly text: string
  readonly isWrong: boolean
}

const messageOf = (field: Field, form: FormState, rule: string): FormMessage => {
  const missing = form.wasRejected === true ? "" : missingInput(field, form, rule)
  return { field: field.name, text: `${field.label}: ${missing || rule}`, isWrong: missing === "" }
}

/**
 * Returns the first message about each field with a problem, that about the focused field first. Incomplete values are not reported as
 * wrong until the form is submitted.
 */
export const formMessages = (
  fields: ReadonlyArray<Field>,
  form: FormState,
  problems: ReadonlyArray<Problem>
): ReadonlyArray<FormMessage> =>
  fields
    .toSorted((a, b) => Number(b.name === form.focus) - Number(a.name === form.focus))
    .flatMap((field) => {
      const problem = problems.find((one) => one.field === field.name)
      return problem === undefined ? [] : [messageOf(field, form, problem.rule)]
    })
