/**
 * Meaning of a typed number. `Exact`: one number, as it is stored; `possibly` is how it is stored if a leading 1 cut off its last digit.
 * `Prefix`: the numbers of ten digits that begin with some digits. `Suffix`: those that end with seven digits.
 */
export type NumberSearch =
  | { readonly _tag: "Exact"; readonly number: string; readonly possibly: string | undefined }
  | { readonly _tag: "Prefix"; readonly prefix: string }
  | { readonly _tag: "Suffix"; readonly suffix: string }

export const isTenDigits = (text: string): boolean => /^\d{10}$/.test(text)

export const exactSearch = (number: string): NumberSearch => ({
  _tag: "Exact",
  number,
  possibly: isTenDigits(number) && !number.startsWith("1") ? `1${number.slice(0, -1)}` : undefined
})

/** Numbers that people type when they do not know the number. */
export const placeholders: ReadonlyArray<string> = [
  "1234567890",
  "0123456789",
  ...Array.from("0123456789", (digit) => digit.repeat(10))
]

/** A pattern of the other numbers, in North America and abroad, that could have called. The engine understands it, too. */
export const callablePattern = "[2-9]\\d{2}[2-9]\\d{6}|\\+[02-9]\\d{6,14}"
const callable = new RegExp(`^(?:${callablePattern})$`)

/** Returns why a stored number is not one that could have called, or `undefined` if it could. */
export const problemOfNumber = (number: string): "placeholder" | "not a number" | undefined => {
  if (placeholders.includes(number)) return "placeholder"
  return callable.test(number) ? undefined : "not a number"
}
