import { Predicate } from "effect"

/** Records have about five levels. JSON text with thousands of them exhausts the stack of whatever writes it. */
const maxLevels = 64

/** Whether a number prints as the digits that it was read from. `1e999` is read as infinity, 9007199254740993 is rounded. */
const isExactNumber = (value: unknown): value is number =>
  Predicate.isNumber(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER

/** Whether a string can be written as UTF-8 unchanged, which half of a surrogate pair cannot. */
export const isExactString = (value: unknown): value is string => Predicate.isString(value) && value.isWellFormed()

/** Whether a string is not empty and can be written as UTF-8 unchanged. */
export const isExactFilledString = (value: unknown): value is string => isExactString(value) && value !== ""

/** Whether a member of a record is a string or a number that can be written unchanged, or `null`. */
export const isExactText = (value: unknown): value is string | number | null =>
  value === null || isExactString(value) || isExactNumber(value)

/** Whether parsed JSON can be written again unchanged: exact strings and numbers, and at most 64 levels. */
export const isExactJson = (value: unknown, levels = maxLevels): boolean => {
  if (typeof value === "boolean" || isExactText(value)) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((element) => isExactJson(element, levels - 1))
  return (
    Predicate.isObject(value) &&
    Object.entries(value).every(([name, member]) => isExactString(name) && isExactJson(member, levels - 1))
  )
}

/** Returns parsed JSON that any program can write: infinity becomes `null`, and a note replaces what is below the 64th level. */
export const writableJson = (value: unknown, levels = maxLevels): unknown => {
  if (Predicate.isNumber(value) && !Number.isFinite(value)) return null
  if (!Predicate.isObjectOrArray(value)) return value
  if (levels === 0) return `(nested more than ${maxLevels} levels deep)`
  if (Array.isArray(value)) return value.map((element) => writableJson(element, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writableJson(member, levels - 1)]))
}
