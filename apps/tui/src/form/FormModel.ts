import type { InvalidQuery } from "@public-records/core"
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
  /** Returns the hint next to the field. */
  readonly hint?: (values: FormValues) => string
  /** Whether the field applies to the current choices. @default always */
  readonly isShown?: (values: FormValues) => boolean
  /** The message for an empty field, if it is required. */
  readonly requiredMessage?: string
  /** For a choice: the text field that receives typed characters that match no option, and the option to choose then. */
  readonly fallback?: { readonly field: string; readonly value: string }
  /** Whether the field is for a date. */
  readonly isDate?: boolean
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

/** Returns the value of a field, or an empty string. */
export const valueOf = (values: FormValues, name: string): string => values[name] ?? ""

/** Returns the fields that apply to the current choices. */
export const shownFields = (fields: ReadonlyArray<Field>, values: FormValues): ReadonlyArray<Field> =>
  fields.filter(({ isShown }) => isShown?.(values) ?? true)

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
  const shown = shownFields(fields, left.values)
  const at = shown.findIndex(({ name }) => name === form.focus)
  const next = shown[(at + by + shown.length) % shown.length]
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
  const { fallback } = field
  if (fallback !== undefined && choiceBegunBy(field, longer) === undefined)
    return focused({ ...form.values, [field.name]: fallback.value, [fallback.field]: longer }, fallback.field)
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

/** Returns the problems of required fields that are empty. */
export const emptyFields = (fields: ReadonlyArray<Field>, values: FormValues): ReadonlyArray<Problem> =>
  shownFields(fields, values).flatMap(({ name, requiredMessage }) =>
    requiredMessage !== undefined && valueOf(values, name).trim() === "" ? [{ field: name, rule: requiredMessage }] : []
  )

const missingInput = (field: Field, form: FormState, rule: string): string => {
  const text = valueOf(form.values, field.name).trim()
  if (text === "") return rule
  const expected = field.name === form.focus ? (field.incompleteHint?.(text) ?? "") : ""
  return expected === "" ? "" : `${field.label}: ${expected}.`
}

/** Returns the messages for a form's problems. Incomplete values are not reported as wrong until the form is submitted. */
export const formMessages = (fields: ReadonlyArray<Field>, form: FormState, problems: ReadonlyArray<Problem>) =>
  problems.map(({ field: name, rule }) => {
    const field = form.wasRejected === true ? undefined : fields.find((one) => one.name === name)
    const expected = field === undefined ? "" : missingInput(field, form, rule)
    return expected === "" ? { text: rule, isWrong: true } : { text: expected, isWrong: false }
  })
