/** Digits of the longest number that has a code of its own. */
const maxDigits = 11

/** The first code of the numbers with so many digits; shorter numbers come before. */
const firstCode = Array.from({ length: maxDigits + 1 }, (_, digits) => (10 ** digits - 1) / 9)

/** Codes from here on stand for texts that are kept elsewhere. */
const firstOddCode = (10 ** (maxDigits + 1) - 1) / 9

const isNumber = new RegExp(`^\\d{0,${maxDigits}}$`)

/**
 * A telephone number as a code below 2^40: its digits, told apart from the same digits behind zeros.
 *
 * @returns nothing for a text that is longer or has other characters
 */
export const phoneCode = (text: string): number | undefined => {
  if (!isNumber.test(text)) return undefined
  return (firstCode[text.length] ?? 0) + Number(text)
}

/** The code that stands for a text at a position of a `TextPool`. */
export const oddPhoneCode = (position: number): number => firstOddCode + position

/** Whether a code stands for a text that is kept elsewhere. */
export const isOddPhone = (code: number): boolean => code >= firstOddCode

/** The position that an odd code stands for. */
export const oddPhonePosition = (code: number): number => code - firstOddCode

/** How many digits the number of a code has. */
export const phoneDigits = (code: number): number => {
  let digits = maxDigits
  while (digits > 0 && code < (firstCode[digits] ?? 0)) digits -= 1
  return digits
}

/** The number of a code, without its leading zeros. */
export const phoneValue = (code: number, digits: number): number => code - (firstCode[digits] ?? 0)
