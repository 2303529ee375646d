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

const placeholders = new Set(["1234567890", "0123456789"])

/** Returns why a stored number is not one that could have called, or `undefined` if it could. */
export const problemOfNumber = (number: string): "placeholder" | "not a number" | undefined => {
  if (placeholders.has(number) || /^(\d)\1{9}$/.test(number)) return "placeholder"
  return /^(?:[2-9]\d{2}[2-9]\d{6}|\+(?!1)\d{7,15})$/.test(number) ? undefined : "not a number"
}
