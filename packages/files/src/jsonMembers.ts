import { Predicate } from "effect"

const valueAt = (container: unknown, member: string): unknown =>
  Predicate.hasProperty(container, member) ? container[member] : undefined

/** Returns the string or number in a member as a string, or "" if the member has any other value. */
export const stringAt = (container: unknown, member: string): string => {
  const value = valueAt(container, member)
  if (Predicate.isString(value)) return value
  return Predicate.isNumber(value) ? String(value) : ""
}

/** Returns the strings in a member, or `undefined` if its value is neither a list nor a string. */
export const stringsAt = (container: unknown, member: string): ReadonlyArray<string> | undefined => {
  const value = valueAt(container, member)
  if (Predicate.isString(value)) return [value]
  return Array.isArray(value) ? value.filter(Predicate.isString) : undefined
}

/** Returns the name of the first member whose value is an object, an array or a boolean, otherwise `undefined`. */
export const firstNonString = (container: unknown, members: ReadonlyArray<string>): string | undefined =>
  members.find((member) => {
    const value = valueAt(container, member)
    return Predicate.isObjectOrArray(value) || Predicate.isBoolean(value)
  })
