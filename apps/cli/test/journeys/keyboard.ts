/** The characters that a terminal sends for each key. */
const named: Readonly<Record<string, string>> = {
  Enter: "\r",
  Tab: "\t",
  "Shift-Tab": "\u001B[Z",
  Esc: "\u001B",
  Space: " ",
  Backspace: "\u007F",
  Up: "\u001B[A",
  Down: "\u001B[B",
  Right: "\u001B[C",
  Left: "\u001B[D",
  Home: "\u001B[H",
  End: "\u001B[F",
  PgUp: "\u001B[5~",
  PgDn: "\u001B[6~"
}

const control = /^Ctrl-([A-Z])$/

/** Returns the characters that a terminal sends for a named key, or for typed text. */
export const sentFor = (key: string): string => {
  const letter = control.exec(key)?.[1]
  return letter === undefined ? (named[key] ?? key) : String.fromCharCode(letter.charCodeAt(0) - 64)
}
