import { isCivilDate, isCivilDateTime } from "@public-records/core"
import { DateTime, Option } from "effect"

/** The forms of dates that fields take. */
const dateForm = "YYYY-MM-DD"
const momentForm = "YYYY-MM-DD HH:MM:SS"

const digit = /^\d$/
const digitPlace = /^[A-Z]$/
const monthLengths = [31, 30, 29, 28]

const fitsForm = (text: string, form: string): boolean =>
  [...text].every((character, place) =>
    digitPlace.test(form[place] ?? "") ? digit.test(character) : character === form[place]
  )

const monthProblem = (text: string): string => {
  const typed = text.slice(5, 7)
  const isPossible = typed.length < 2 ? typed <= "1" : typed >= "01" && typed <= "12"
  return isPossible ? "" : "months go from 01 to 12"
}

const dayProblem = (text: string): string => {
  const typed = text.slice(8, 10)
  const length = monthLengths.find((days) => isCivilDate(`${text.slice(0, 7)}-${days}`)) ?? 31
  const isPossible = typed.length < 2 ? typed <= "3" : isCivilDate(text.slice(0, 10))
  return isPossible ? "" : `this month has ${length} days`
}

const timeProblem = (text: string): string => {
  // What is not typed yet may be zeros; a single digit is the first of two.
  const whole = text + "2000-01-01 00:00:00".slice(text.length)
  return isCivilDateTime(whole) ? "" : "times go from 00:00:00 to 23:59:59"
}

const problemOf = (text: string, form: string): string => {
  if (!fitsForm(text, form)) return `write it as ${form}`
  return monthProblem(text) || dayProblem(text) || (text.length > dateForm.length ? timeProblem(text) : "")
}

const weekdayOf = (date: string): string =>
  Option.match(DateTime.make(`${date}T00:00:00Z`), {
    onNone: () => "",
    onSome: (day) => DateTime.formatUtc(day, { weekday: "long", locale: "en-US" })
  })

const hintFor = (text: string, form: string, whenEmpty: string): string => {
  const typed = text.trim()
  if (typed === "") return whenEmpty
  const problem = problemOf(typed, form)
  if (problem !== "") return `✗ ${problem}`
  if (typed.length === dateForm.length || typed.length === form.length) return `✓ ${weekdayOf(typed.slice(0, 10))}`
  return typed + (typed.length < dateForm.length ? dateForm : form).slice(typed.length)
}

const dateExpected = "year-month-day, such as 2024-01-31"

/** What a date expects that may still become one; empty for any other text. */
export const dateUnfinished = (text: string): string =>
  text.length < dateForm.length && problemOf(text, dateForm) === "" ? dateExpected : ""

/** The same for a date that a time may follow. */
export const momentUnfinished = (text: string): string => {
  if (text.length < dateForm.length) return dateUnfinished(text)
  const hasHalfTime = text.length > dateForm.length && text.length < momentForm.length
  return hasHalfTime && problemOf(text, momentForm) === "" ? "hours:minutes:seconds, such as 09:30:00, or no time" : ""
}

/** What to say beside a date while it is typed: what is still missing, what cannot be right any more, or its weekday. */
export const dateTyped = (text: string): string => hintFor(text, dateForm, dateForm)

/** The same for a date that a time may follow. */
export const momentTyped = (text: string): string => hintFor(text, momentForm, `${dateForm}, a time may follow`)
