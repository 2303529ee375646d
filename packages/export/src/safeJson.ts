/** Characters that act on a terminal, hide or reorder text: C1 controls, format characters, line separators. */
const unsafe = /[\u007F-\u009F\u2028\u2029\p{Cf}]/gu

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`
  ).join("")

/** Formats a value as JSON that is safe to print on a terminal: control characters are escaped. */
export const safeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(unsafe, escaped)
