import { Predicate } from "effect"

const valueAt = (container: unknown, member: string): unknown =>
  Predicate.hasProperty(container, member) ? container[member] : undefined

/** Returns a string or number as a string, or "" for any other value. */
export const stringAt = (container: unknown, member: string): string => {
  const value = valueAt(container, member)
  if (Predicate.isString(value)) return value
  return Predicate.isNumber(value) ? String(value) : ""
}

/** Returns the strings of a member that is a list or a single string, or `undefined` if it is neither. */
export const stringsAt = (container: unknown, member: string): ReadonlyArray<string> | undefined => {
  const value = valueAt(container, member)
  if (Predicate.isString(value)) return [value]
  return Array.isArray(value) ? value.filter(Predicate.isString) : undefined
}

/** Returns the name of the first member whose value is an object, an array or a boolean. */
export const firstNonString = (container: unknown, members: ReadonlyArray<string>): string | undefined =>
  members.find((member) => {
    const value = valueAt(container, member)
    return Predicate.isObjectOrArray(value) || Predicate.isBoolean(value)
  })
