import { anchoredFrame } from "./anchoredFrame.ts"
import { ScreenBuffer } from "./ScreenBuffer.ts"

const escape = "\u001B"
const nextLines = new RegExp(`(?:${escape}\\[E){2,}`, "g")
/** The rest of a line after it was cleared. */
const clearedPart = new RegExp(`${escape}\\[K[^\\n]*`, "g")
const spaces = / {6,}/g
/** Background colors, inverse and underline show on spaces too. */
const showsOnSpaces = new RegExp(`${escape}\\[(?:4|7|4\\d|10\\d)m`)

const leapOverSpaces = (part: string): string =>
  showsOnSpaces.test(part) ? part : part.replaceAll(spaces, (run) => `${escape}[${run.length}C`)

/** Returns the frame in fewer bytes: counts steps to the next line, and skips spaces after a cleared position. */
export const compactFrame = (frame: string): string =>
  frame
    .replaceAll(nextLines, (run) => `${escape}[${run.split("E").length - 1}E`)
    .replaceAll(clearedPart, leapOverSpaces)

const frameLines = /[─│┌┐└┘├┤┬┴┼]/g

/** Returns the frame without its box lines, which a screen reader would read out. */
export const screenReaderFrame = (frame: string): string => frame.replaceAll(frameLines, " ")

/** Transforms each frame that is written to a terminal. Returns a function that ends this. */
export const transformFrames = (stdout: NodeJS.WriteStream, formOf: (frame: string) => string): (() => void) => {
  const { write } = stdout
  stdout.write = (chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>): boolean =>
    Reflect.apply(write, stdout, [typeof chunk === "string" ? formOf(chunk) : chunk, ...rest])
  return () => {
    stdout.write = write
  }
}

const enterScreen = `${escape}[?1049h`
const leaveScreen = `${escape}[?1049l`
const wrappingOff = `${escape}[?7l`
const wrappingOn = `${escape}[?7h`

/** Turns off line wrapping on the alternate screen: a line that the terminal takes for too long must not move the others. */
const withoutWrapping = (chunk: string): string =>
  chunk.replaceAll(enterScreen, `$&${wrappingOff}`).replaceAll(leaveScreen, `${wrappingOn}$&`)

/** Writes only changed cells, in few bytes. Returns a function that ends this. */
export const writeCompactly = (stdout: NodeJS.WriteStream): (() => void) => {
  const shown = new ScreenBuffer()
  const forget = (): void => shown.forget()
  stdout.on("resize", forget)
  const release = transformFrames(stdout, (frame) => withoutWrapping(compactFrame(anchoredFrame(shown.update(frame)))))
  return () => {
    release()
    stdout.off("resize", forget)
  }
}
