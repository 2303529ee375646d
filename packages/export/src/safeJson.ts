const printableAscii = /^[ -~\n]*$/

/** Characters that control a terminal, or hide or reorder text: C1 controls, format characters, line separators. */
const unsafe = (): RegExp => /[\u007F-\u009F\u2028\u2029\p{Cf}]/gu

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`
  ).join("")

/** Formats a value as JSON that is safe to print to a terminal. Escapes control characters. */
export const safeJson = (value: unknown, indent?: number): string => {
  const json = JSON.stringify(value, null, indent)
  return printableAscii.test(json) ? json : json.replaceAll(unsafe(), escaped)
}
