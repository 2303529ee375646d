import { anchoredFrame } from "./anchoredFrame.ts"
import { ShownLines } from "./ShownLines.ts"

const escape = "\u001B"
const nextLines = new RegExp(`(?:${escape}\\[E){2,}`, "g")
const nextLine = `${escape}[E`
const dimNothing = `${escape}[2m${escape}[22m`
/** From where a line was cleared to its end. */
const clearedPart = new RegExp(`${escape}\\[K[^\\n]*`, "g")
const spaces = / {6,}/g
/** Colours of the ground, inverse and underline show on spaces too. */
const showsOnSpaces = new RegExp(`${escape}\\[(?:4|7|4\\d|10\\d)m`)

const leapOverSpaces = (part: string): string =>
  showsOnSpaces.test(part) ? part : part.replaceAll(spaces, (run) => `${escape}[${run.length}C`)

/**
 * The same frame in fewer bytes, for slow lines: steps to the next line are counted, and spaces on a part of a line that was
 * just cleared are leapt over.
 */
export const compactFrame = (frame: string): string =>
  frame.includes(escape)
    ? frame
        .replaceAll(dimNothing, "")
        .replaceAll(nextLines, (run) => `${escape}[${run.length / nextLine.length}E`)
        .replaceAll(clearedPart, leapOverSpaces)
    : frame

const frameLines = /[─│┌┐└┘├┤┬┴┼]/g

/** A frame without its lines, which a screen reader would read out one by one. */
export const screenReaderFrame = (frame: string): string => frame.replaceAll(frameLines, " ")

type Written = (error?: Error | null) => void

/** Writes each frame to a terminal in another form, until it is released. */
export const transformFrames = (stdout: NodeJS.WriteStream, formOf: (frame: string) => string): (() => void) => {
  const { write } = stdout
  const plainly = write.bind(stdout)
  stdout.write = (chunk: string | Uint8Array, second?: BufferEncoding | Written, done?: Written): boolean => {
    if (typeof chunk !== "string") return typeof second === "function" ? plainly(chunk, second) : plainly(chunk, done)
    const frame = formOf(chunk)
    return typeof second === "function" ? plainly(frame, second) : plainly(frame, second, done)
  }
  return () => {
    stdout.write = write
  }
}

const alternateScreen = { enter: `${escape}[?1049h`, leave: `${escape}[?1049l` }
const wrapping = { off: `${escape}[?7l`, on: `${escape}[?7h` }

/** A line that a terminal takes for longer than it is must not push the others away: on the program's screen none is wrapped. */
const withoutWrapping = (chunk: string): string =>
  chunk
    .replaceAll(alternateScreen.enter, alternateScreen.enter + wrapping.off)
    .replaceAll(alternateScreen.leave, wrapping.on + alternateScreen.leave)

/** Writes to a terminal only the cells that change, and those in few bytes, until it is released. */
export const writeCompactly = (stdout: NodeJS.WriteStream): (() => void) => {
  const shown = new ShownLines()
  const forget = (): void => shown.forget()
  stdout.on("resize", forget)
  const release = transformFrames(stdout, (frame) => withoutWrapping(compactFrame(anchoredFrame(shown.update(frame)))))
  return () => {
    release()
    stdout.off("resize", forget)
  }
}
