import type { Release } from "./process.ts"

const escape = "\u001B"
/** The Esc key in the terminal protocol of kitty, which is never the beginning of another key. */
const escapeKey = `${escape}[27u`
/** Matches an unfinished key at the end. `ESC [ 2 $` is complete: rxvt sends it for a key with Shift. */
const unfinishedKey = new RegExp(`${escape}{1,2}(?:\\[(?![235678]\\$$)\\[?[ -?]*|O[\\d;]*)?$`)
/** Matches Esc alone, also twice. */
const onlyEscape = new RegExp(`^${escape}{1,2}$`)

/** How long a lone Esc waits for the rest of a key. Slow lines have sent the pieces of a key 40 ms apart. */
const escapeMillis = 100
/** How long the beginning of a sequence waits for its end. */
const sequenceMillis = 1000

/**
 * Holds back the beginning of a key until its end arrives. Ink would wait only 20 ms, and over SSH or a serial line take the pieces
 * of `↓` for Esc and text. Returns a function that stops this.
 */
export const readWholeKeys = (stdin: NodeJS.ReadStream): Release => {
  const { read } = stdin
  let held = ""
  let givenUp = ""
  let timer: NodeJS.Timeout | undefined
  const giveUp = (): void => {
    givenUp = held.replaceAll(escape, escapeKey)
    held = ""
    stdin.emit("readable")
  }
  stdin.read = (size?: number): unknown => {
    const chunk: unknown = Reflect.apply(read, stdin, size === undefined ? [] : [size])
    if (size !== undefined) return chunk
    if (typeof chunk !== "string") {
      const text = givenUp
      givenUp = ""
      return text === "" ? chunk : text
    }
    clearTimeout(timer)
    const isSecondEscape = held === escape && chunk.startsWith(escape)
    const text = givenUp + (isSecondEscape ? escapeKey : held) + chunk
    givenUp = ""
    held = unfinishedKey.exec(text)?.[0] ?? ""
    if (held !== "") timer = setTimeout(giveUp, onlyEscape.test(held) ? escapeMillis : sequenceMillis)
    return text.slice(0, text.length - held.length)
  }
  return () => {
    clearTimeout(timer)
    stdin.read = read
  }
}
