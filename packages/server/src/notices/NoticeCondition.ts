import type { PlainNotice } from "@public-records/files/PlainNotice"
import { Result } from "effect"
import { type NoticeField, noticeFields } from "../store/noticeFields.ts"
import type { NoticeFilter } from "../store/NoticeStore.ts"
import { matchesKeywords, readKeywords } from "@public-records/files/keywords"
import { compareKeys, foldCase, instantOf } from "@public-records/files/text"

/** A comparison of one field with a value, or with two values for `BETWEEN`. */
export interface NoticeCondition {
  readonly path: string
  readonly operator: string
  readonly values: ReadonlyArray<string>
}

/** The internal operator of `filter[title][value]`. Requests cannot use it by name. */
export const keywordOperator = "KEYWORDS"

// Limits the cost of a request, because each keyword is searched in every title.
const maxKeywords = 100

type Test = (notice: PlainNotice) => boolean

/** A value for comparison: a case-folded string, or milliseconds since 1970. */
type Key = string | number

const operators: ReadonlyMap<string, (key: Key, value: Key, end: Key) => boolean> = new Map([
  ["=", (key, value) => compareKeys(key, value) === 0],
  [">=", (key, value) => compareKeys(key, value) >= 0],
  ["<=", (key, value) => compareKeys(key, value) <= 0],
  ["BETWEEN", (key, start, end) => compareKeys(key, start) >= 0 && compareKeys(key, end) <= 0],
  ["CONTAINS", (key, value) => String(key).includes(String(value))]
])

const valuesOf = (field: NoticeField, notice: PlainNotice): ReadonlyArray<string> => [field.of(notice)].flat()

const keywordTest = (field: NoticeField, text: string): Result.Result<Test, string> => {
  const keywords = readKeywords(text)
  if (keywords.words.length + keywords.phrases.length > maxKeywords) {
    return Result.fail(`A filter may have at most ${maxKeywords} words and phrases.`)
  }
  const matches = matchesKeywords(keywords)
  return Result.succeed((notice) => matches(valuesOf(field, notice).join(" ")))
}

const testOf = ({ operator, path, values }: NoticeCondition): Result.Result<Test, string> => {
  const field = noticeFields.get(path)
  if (field === undefined) {
    return Result.fail(
      `Invalid nested filtering. The field \`${path}\`, given in the path \`${path}\`, does not exist. The fields are ${Array.from(noticeFields.keys()).join(", ")}.`
    )
  }
  if (operator === keywordOperator) return keywordTest(field, values.join(" "))
  const matches = operators.get(operator)
  if (matches === undefined) return Result.fail(`The '${operator}' operator is not allowed in a filter parameter.`)
  const count = operator === "BETWEEN" ? 2 : 1
  if (values.length !== count) {
    return Result.fail(
      `The filter on \`${path}\` with the operator '${operator}' takes ${count} value${count > 1 ? "s" : ""}.`
    )
  }
  const keyOf = (text: string): Key | undefined => (field._tag === "Strings" ? foldCase(text) : instantOf(text))
  const [value, end = value] = values.map(keyOf)
  if (value === undefined || end === undefined) {
    return Result.fail(`The field \`${path}\` is compared with a date and time, such as 2013-09-24T20:05:39+00:00.`)
  }
  return Result.succeed((notice) =>
    valuesOf(field, notice).some((text) => {
      const key = keyOf(text)
      return key !== undefined && matches(key, value, end)
    })
  )
}

/**
 * Creates a filter that matches a notice if all conditions hold.
 *
 * **Fails with** the message for Drupal's `detail` if a field or an operator does not exist or the number of values is wrong.
 *
 * **Source** docs/api.md, statements 23, 24 and 27.
 */
export const noticeFilter = (conditions: ReadonlyArray<NoticeCondition>): Result.Result<NoticeFilter, string> =>
  Result.map(Result.all(conditions.map((condition) => testOf(condition))), (tests) => ({
    name: JSON.stringify(conditions),
    test: (notice) => tests.every((test) => test(notice))
  }))
