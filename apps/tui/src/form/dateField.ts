import { isCivilDate, isCivilDateTime } from "@public-records/core"
import { DateTime } from "effect"
import { type Field, type FormValues, valueOf } from "./FormModel.ts"

const dateFormat = "YYYY-MM-DD"
const momentFormat = "YYYY-MM-DD HH:MM:SS"

/** Words that can replace a date, as on the command line, with their meaning. */
const words: Readonly<Record<string, string>> = { latest: "the last day of data", yesterday: "in Eastern time" }

const digitPlace = /^[A-Z]$/
const monthLengths = [31, 30, 29, 28]

const fitsFormat = (text: string, format: string): boolean =>
  [...text].every((character, position) =>
    digitPlace.test(format[position] ?? "") ? /\d/.test(character) : character === format[position]
  )

const monthProblem = (text: string): string => {
  const typed = text.slice(5, 7)
  const isPossible = typed.length < 2 ? typed <= "1" : typed >= "01" && typed <= "12"
  return isPossible ? "" : "months go from 01 to 12"
}

const dayProblem = (text: string): string => {
  const typed = text.slice(8, 10)
  const length = monthLengths.find((days) => isCivilDate(`${text.slice(0, 7)}-${days}`)) ?? 31
  const isStart = typed < "3" || (typed === "3" && isCivilDate(`${text.slice(0, 8)}30`))
  const isPossible = typed.length < 2 ? isStart : isCivilDate(text.slice(0, 10))
  return isPossible ? "" : `this month has ${length} days`
}

const timeProblem = (text: string): string => {
  // Missing digits count as zeros.
  const completed = text + "2000-01-01 00:00:00".slice(text.length)
  return isCivilDateTime(completed) ? "" : "times go from 00:00:00 to 23:59:59"
}

const problemOf = (text: string, format: string): string => {
  if (!fitsFormat(text, format)) return `write it as ${format}`
  return monthProblem(text) || dayProblem(text) || (text.length > dateFormat.length ? timeProblem(text) : "")
}

const weekdayOf = (date: string): string =>
  DateTime.formatUtc(DateTime.makeUnsafe(`${date}T00:00:00Z`), { weekday: "long", locale: "en-US" })

const wordsFor = (text: string): ReadonlyArray<string> =>
  Object.keys(words).filter((word) => word.startsWith(text.trim().toLowerCase()))

/** Lengths of complete dates, with and without a time. */
const completeLengths = new Set([dateFormat, "YYYY-MM-DD HH:MM", momentFormat].map(({ length }) => length))

/** Returns the hint next to a date: the missing part, the problem, or the weekday. */
const hintFor = (text: string, format: string, emptyHint: string): string => {
  const typed = text.trim()
  if (typed === "") return emptyHint
  const [word] = wordsFor(typed)
  if (word !== undefined) return word === typed.toLowerCase() ? `✓ ${words[word]}` : `→ ${word}`
  const problem = problemOf(typed, format)
  if (problem !== "") return `✗ ${problem}`
  if (completeLengths.has(typed.length)) return `✓ ${weekdayOf(typed.slice(0, 10))}`
  return typed + (typed.length < dateFormat.length ? dateFormat : format).slice(typed.length)
}

/** Returns a hint for an incomplete date, or an empty string if the date is complete or invalid. */
const missingIn = (text: string, format: string): string => {
  const typed = text.trim()
  if (wordsFor(typed).length > 0) return "latest or yesterday"
  if (completeLengths.has(typed.length) || problemOf(typed, format) !== "") return ""
  return typed.length < dateFormat.length
    ? "year-month-day, such as 2024-01-31"
    : "hours:minutes, such as 09:30, or no time"
}

type DateField = Pick<Field, "name" | "label" | "range">

const fieldMaker =
  (format: string, emptyHint: string) =>
  (field: DateField): Field => ({
    ...field,
    isDate: true,
    hint: (text) => hintFor(text, format, emptyHint),
    complete: wordsFor,
    incompleteHint: (text) => missingIn(text, format)
  })

export const dateField = fieldMaker(dateFormat, `${dateFormat}: latest and yesterday work`)

/** Creates a field for a date with an optional time. */
export const momentField = fieldMaker(momentFormat, `${dateFormat}: latest and yesterday work; HH:MM optional`)

/** Returns the names of the date fields with the value `latest`. */
export const latestDates = (fields: ReadonlyArray<Field>, values: FormValues): ReadonlyArray<string> =>
  fields.flatMap(({ name, isDate = false }) =>
    isDate && valueOf(values, name).trim().toLowerCase() === "latest" ? [name] : []
  )
