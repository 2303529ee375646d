import { graphemesOf } from "@public-records/text/fit"
import type { Edit } from "../keys/editing.ts"

/** What is in the fields, by field name, as typed or chosen. */
export type FormValues = Readonly<Record<string, string>>

/** One of the things that a choice offers. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** One line of a form: a text to type, or a choice of one. */
export interface Field {
  readonly name: string
  readonly label: string
  /** Empty for a text. */
  readonly choices: ReadonlyArray<Choice>
  /** What to type, or why a choice is narrower now. */
  readonly hint: (values: FormValues) => string
  readonly isShown: (values: FormValues) => boolean
  /** The sentence for an empty field, where it must not be empty. */
  readonly whenEmpty?: string
  /** For a choice: where a text goes that begins none of it, and what is chosen by it. */
  readonly spill?: { readonly field: string; readonly value: string }
  /** Whether the text is a date. */
  readonly isDate?: boolean
  /** Whether what is typed may be long: it is shown on as much of the line as there is. */
  readonly isLong?: boolean
  /** What a typed beginning may stand for. */
  readonly complete?: (text: string) => ReadonlyArray<string>
  /** What is expected of a text that may still become right as one types on; empty for any other text. */
  readonly unfinished?: (text: string) => string
}

/** Something wrong in a form: the field, and a sentence that names the rule. */
export interface Problem {
  readonly field: string
  readonly rule: string
}

/** A form as it is being filled in. `caret` counts graphemes in the focused text. */
export interface FormState {
  readonly values: FormValues
  readonly focus: string
  readonly caret: number
  /** Whether it was to be applied as it is, and is not right. */
  readonly isRefused?: boolean
  /** What was typed towards one of the focused field's choices. */
  readonly begun?: string
}

/** The text or choice of a field. */
export const valueOf = (values: FormValues, name: string): string => values[name] ?? ""

/** The fields that apply to what was chosen so far. */
export const shownFields = (fields: ReadonlyArray<Field>, values: FormValues): ReadonlyArray<Field> =>
  fields.filter((field) => field.isShown(values))

/** Whether a field is a choice. */
export const isChoice = (field: Field): boolean => field.choices.length > 0

const lengthOf = (text: string): number => graphemesOf(text).length

const focused = ({ values }: FormState, name: string): FormState => ({
  values,
  focus: name,
  caret: lengthOf(valueOf(values, name))
})

/** A form with the first field in focus. */
export const openForm = (fields: ReadonlyArray<Field>, values: FormValues): FormState =>
  focused({ values, focus: "", caret: 0 }, fields[0]?.name ?? "")

/** The one thing that a typed beginning can only stand for, or the text as typed. */
const completed = (field: Field, text: string): string => {
  const [only, ...others] = text.trim() === "" ? [] : (field.complete?.(text) ?? [])
  return only !== undefined && others.length === 0 ? only : text
}

/** The form with what was typed in the focused field completed where it can only mean one thing. */
export const settled = (fields: ReadonlyArray<Field>, form: FormState): FormState => {
  const field = fields.find(({ name }) => name === form.focus)
  if (field === undefined) return form
  const text = completed(field, valueOf(form.values, form.focus))
  return { ...form, values: { ...form.values, [form.focus]: text }, caret: Math.min(form.caret, lengthOf(text)) }
}

/** The form with the focus on the next or previous field that applies, around the ends. */
export const focusBy = (fields: ReadonlyArray<Field>, form: FormState, by: number): FormState => {
  const left = settled(fields, form)
  const shown = shownFields(fields, left.values)
  const at = shown.findIndex(({ name }) => name === form.focus)
  const next = shown[(at + by + shown.length) % shown.length]
  return next === undefined ? left : focused(left, next.name)
}

const chosenBy = (field: Field, value: string, by: number): string => {
  const at = field.choices.findIndex((choice) => choice.value === value)
  const next = field.choices[(at + by + field.choices.length) % field.choices.length]
  return next?.value ?? value
}

const choiceBegunBy = ({ choices }: Field, begun: string): string | undefined =>
  choices.find(({ label }) => label.toLowerCase().startsWith(begun.toLowerCase()))?.value

/** What was typed in a choice and begins none of it; empty where all is well. */
export const begunAmiss = (field: Field, { begun = "" }: FormState): string =>
  choiceBegunBy(field, begun) === undefined ? begun : ""

/** The form with what was typed in a choice in the text that it is for. */
const spilt = ({ field, value }: NonNullable<Field["spill"]>, form: FormState, text: string): FormState =>
  focused({ ...form, values: { ...form.values, [form.focus]: value, [field]: text } }, field)

/** Letters narrow to the choice that begins with them; once they begin none, the choice stays until another key. */
const choiceAfter = (field: Field, form: FormState, edit: Edit): FormState => {
  const { begun = "", ...rest } = form
  const value = valueOf(form.values, field.name)
  const chosen = (next: string): FormState => ({ ...rest, values: { ...form.values, [field.name]: next } })
  if (edit._tag === "CaretBy") return chosen(chosenBy(field, value, edit.by))
  if (edit._tag !== "Insert") return rest
  if (edit.text === " " && begun === "") return chosen(chosenBy(field, value, 1))
  const longer = begun + edit.text
  if (field.spill !== undefined && choiceBegunBy(field, longer) === undefined) return spilt(field.spill, form, longer)
  const last = begunAmiss(field, form) === "" ? edit.text : longer
  const next = [longer, last].find((one) => choiceBegunBy(field, one) !== undefined) ?? longer
  return { ...chosen(choiceBegunBy(field, next) ?? value), begun: next }
}

/** A text with its caret. */
export interface TextState {
  readonly text: string
  readonly caret: number
}

const wordStart = (before: ReadonlyArray<string>): number => before.join("").trimEnd().lastIndexOf(" ") + 1

/** A text after one edit. */
export const textAfter = ({ text, caret }: TextState, edit: Edit): TextState => {
  const all = graphemesOf(text)
  const before = all.slice(0, caret)
  const after = all.slice(caret)
  const joined = (start: ReadonlyArray<string>, rest: ReadonlyArray<string>): TextState => ({
    text: [...start, ...rest].join(""),
    caret: lengthOf(start.join(""))
  })
  switch (edit._tag) {
    case "Insert":
      return joined([...before, edit.text], after)
    case "DeleteBefore":
      return joined(before.slice(0, -1), after)
    case "DeleteAfter":
      return joined(before, after.slice(1))
    case "DeleteAllBefore":
      return joined([], after)
    case "DeleteWordBefore":
      return joined(graphemesOf(before.join("").slice(0, wordStart(before))), after)
    case "CaretBy":
      return { text, caret: Math.max(0, Math.min(caret + edit.by, all.length)) }
    case "CaretToStart":
      return { text, caret: 0 }
    case "CaretToEnd":
      return { text, caret: all.length }
  }
}

/** Moving right from the end of a beginning takes the first thing that it may stand for. */
const acceptedOr = (field: Field, text: string, caret: number, edit: Edit): TextState => {
  const goesOn = edit._tag === "CaretBy" && edit.by === 1 && caret === lengthOf(text) && text.trim() !== ""
  const first = goesOn ? field.complete?.(text)[0] : undefined
  return first === undefined ? textAfter({ text, caret }, edit) : { text: first, caret: lengthOf(first) }
}

/** The form after one edit of the focused field. */
export const formAfter = (fields: ReadonlyArray<Field>, form: FormState, edit: Edit): FormState => {
  const field = fields.find(({ name }) => name === form.focus)
  if (field === undefined) return form
  const value = valueOf(form.values, field.name)
  if (isChoice(field)) return { ...choiceAfter(field, form, edit), isRefused: false }
  const { text, caret } = acceptedOr(field, value, form.caret, edit)
  return { ...form, values: { ...form.values, [field.name]: text }, caret, isRefused: false }
}

/** The fields that must be filled in and are not. */
export const emptyFields = (fields: ReadonlyArray<Field>, values: FormValues): ReadonlyArray<Problem> =>
  shownFields(fields, values).flatMap(({ name, whenEmpty }) =>
    whenEmpty !== undefined && valueOf(values, name).trim() === "" ? [{ field: name, rule: whenEmpty }] : []
  )

/** What a form says about itself: what is still to type, or what is wrong. */
export interface Remark {
  readonly text: string
  readonly isWrong: boolean
}

/** What is still to be typed in a field with a problem; empty where what is there is wrong. */
const stillToType = (field: Field, form: FormState, rule: string): string => {
  const text = valueOf(form.values, field.name).trim()
  if (text === "") return rule
  const expected = field.name === form.focus ? (field.unfinished?.(text) ?? "") : ""
  return expected === "" ? "" : `${field.label}: ${expected}.`
}

/** What to say of a form's problems: nothing is called wrong that is only not typed yet, until the form is to be applied. */
export const remarksOn = (
  fields: ReadonlyArray<Field>,
  form: FormState,
  problems: ReadonlyArray<Problem>
): ReadonlyArray<Remark> =>
  problems.map(({ field: name, rule }) => {
    const field = form.isRefused === true ? undefined : fields.find((one) => one.name === name)
    const expected = field === undefined ? "" : stillToType(field, form, rule)
    return expected === "" ? { text: rule, isWrong: true } : { text: expected, isWrong: false }
  })
