import { Result } from "effect"
import type { PlainNotice } from "@public-records/files/PlainNotice"
import { instantOf, type NoticeField, noticeFields } from "../store/noticeFields.ts"
import type { NoticeFilter } from "../store/NoticeStore.ts"
import { compareKeys, foldCase } from "../store/text.ts"
import { matchesKeywords, readKeywords } from "./keywords.ts"

/** A filter of the notices list: one comparison, or several under AND or OR. */
export type NoticeCondition =
  | {
      readonly _tag: "Comparison"
      readonly path: string
      readonly operator: string
      readonly values: ReadonlyArray<string>
    }
  | {
      readonly _tag: "Group"
      readonly conjunction: "AND" | "OR"
      readonly members: ReadonlyArray<NoticeCondition>
    }

/** The operator behind `filter[title][value]`. It has a name of its own here and none on the wire. */
export const keywordOperator = "KEYWORDS"

// Each of them is looked for in every title.
const maxKeywords = 100

type Test = (notice: PlainNotice) => boolean

/** A field's values in a form that compares: case-foldCase texts, or instants. */
type Key = string | number

const keysOf = (field: NoticeField): ((notice: PlainNotice) => ReadonlyArray<Key>) => {
  if (field._tag === "Strings") return (notice) => field.of(notice).map(foldCase)
  return (notice) => {
    const instant = instantOf(field.of(notice))
    return instant === undefined ? [] : [instant]
  }
}

const single: Readonly<Record<string, (key: Key, value: Key) => boolean>> = {
  "=": (key, value) => compareKeys(key, value) === 0,
  "<>": (key, value) => compareKeys(key, value) !== 0,
  ">": (key, value) => compareKeys(key, value) > 0,
  ">=": (key, value) => compareKeys(key, value) >= 0,
  "<": (key, value) => compareKeys(key, value) < 0,
  "<=": (key, value) => compareKeys(key, value) <= 0,
  STARTS_WITH: (key, value) => String(key).startsWith(String(value)),
  CONTAINS: (key, value) => String(key).includes(String(value)),
  ENDS_WITH: (key, value) => String(key).endsWith(String(value))
}

const several: Readonly<Record<string, (key: Key, values: ReadonlyArray<Key>) => boolean>> = {
  IN: (key, values) => values.some((value) => compareKeys(key, value) === 0),
  "NOT IN": (key, values) => values.every((value) => compareKeys(key, value) !== 0),
  BETWEEN: (key, [low = "", high = ""]) => compareKeys(key, low) >= 0 && compareKeys(key, high) <= 0,
  "NOT BETWEEN": (key, [low = "", high = ""]) => compareKeys(key, low) < 0 || compareKeys(key, high) > 0
}

const valueKeys = (
  field: NoticeField,
  path: string,
  values: ReadonlyArray<string>
): Result.Result<ReadonlyArray<Key>, string> => {
  if (field._tag === "Strings") return Result.succeed(values.map(foldCase))
  const instants = values.map(instantOf)
  return instants.every((instant) => instant !== undefined)
    ? Result.succeed(instants)
    : Result.fail(`The field \`${path}\` is compared with a date and time, such as 2013-09-24T20:05:39+00:00.`)
}

const comparison = (path: string, operator: string, values: ReadonlyArray<string>): Result.Result<Test, string> => {
  const field = noticeFields.get(path)
  if (field === undefined) {
    return Result.fail(
      `Invalid nested filtering. The field \`${path}\`, given in the path \`${path}\`, does not exist. The fields are ${Array.from(noticeFields.keys()).join(", ")}.`
    )
  }
  const keys = keysOf(field)
  if (operator === "IS NULL") return Result.succeed((notice) => keys(notice).length === 0)
  if (operator === "IS NOT NULL") return Result.succeed((notice) => keys(notice).length > 0)
  if (operator === keywordOperator) {
    const keywords = readKeywords(values[0] ?? "")
    if (keywords.words.length + keywords.phrases.length > maxKeywords) {
      return Result.fail(`A filter may ask for at most ${maxKeywords} words and phrases.`)
    }
    const matches = matchesKeywords(keywords)
    return Result.succeed((notice) => field.of(notice).length > 0 && matches([field.of(notice)].flat().join(" ")))
  }
  const ofOne = Object.hasOwn(single, operator) ? single[operator] : undefined
  const ofSeveral = Object.hasOwn(several, operator) ? several[operator] : undefined
  if (ofOne === undefined && ofSeveral === undefined) {
    return Result.fail(`The '${operator}' operator is not allowed in a filter parameter.`)
  }
  const wanted = operator.endsWith("BETWEEN") ? 2 : 1
  if (values.length < wanted || (ofSeveral === undefined && values.length > 1)) {
    return Result.fail(
      `The filter on \`${path}\` with the operator '${operator}' takes ${wanted} value${wanted > 1 ? "s" : ""}.`
    )
  }
  return Result.map(valueKeys(field, path, values), (compared): Test => {
    if (ofOne !== undefined) {
      const value = compared[0] ?? ""
      return (notice) => keys(notice).some((key) => ofOne(key, value))
    }
    return (notice) => keys(notice).some((key) => ofSeveral?.(key, compared) === true)
  })
}

/** The test that a condition stands for. */
const noticeTest = (condition: NoticeCondition): Result.Result<Test, string> => {
  if (condition._tag === "Comparison") return comparison(condition.path, condition.operator, condition.values)
  return Result.map(Result.all(condition.members.map(noticeTest)), (tests): Test =>
    condition.conjunction === "AND"
      ? (notice) => tests.every((test) => test(notice))
      : (notice) => tests.some((test) => test(notice))
  )
}

/**
 * Returns the filter of a condition.
 *
 * **Fails with** the detail of Drupal's error: an unknown field or operator, or too few values.
 *
 * **Source** docs/api.md, statements 23, 24 and 27.
 */
export const noticeFilter = (condition: NoticeCondition): Result.Result<NoticeFilter, string> =>
  Result.map(noticeTest(condition), (test) => ({ name: JSON.stringify(condition), test }))
