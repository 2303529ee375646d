import { anchoredFrame } from "./anchoredFrame.ts"
import { ScreenBuffer } from "./ScreenBuffer.ts"

const escape = "\u001B"
const nextLines = new RegExp(`(?:${escape}\\[E){2,}`, "g")
/** Matches the part of a line after a sequence that clears it. */
const clearedPart = new RegExp(`${escape}\\[K[^\\n]*`, "g")
const spaces = / {6,}/g
/** Matches styles that are visible on spaces: background colors, inverse and underline. */
const showsOnSpaces = new RegExp(`${escape}\\[(?:4|7|4\\d|10\\d)m`)

const leapOverSpaces = (part: string): string =>
  showsOnSpaces.test(part) ? part : part.replaceAll(spaces, (run) => `${escape}[${run.length}C`)

/** Returns the frame in fewer bytes: combines line steps, and skips spaces in cleared parts of a line. */
export const compactFrame = (frame: string): string =>
  frame
    .replaceAll(nextLines, (run) => `${escape}[${run.split("E").length - 1}E`)
    .replaceAll(clearedPart, leapOverSpaces)

const frameLines = /[─│┌┐└┘├┤┬┴┼]/g

/** Returns the frame without box-drawing characters, which a screen reader would read out. */
export const screenReaderFrame = (frame: string): string => frame.replaceAll(frameLines, " ")

/** Transforms all output to a terminal. Returns a function that stops this. */
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

/** Turns off line wrapping on the alternate screen, so that a line that is too wide for the terminal does not move others. */
const withoutWrapping = (chunk: string): string =>
  chunk.replaceAll(enterScreen, `$&${wrappingOff}`).replaceAll(leaveScreen, `${wrappingOn}$&`)

/** Writes only changed cells, in few bytes. Returns a function that stops this. */
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
