import type { Release } from "./process.ts"

const escape = "\u001B"
const frameLines = /[─│┌┐└┘├┤┬┴┼]/g

/** Returns the frame without box-drawing characters, which a screen reader would read out. */
export const screenReaderFrame = (frame: string): string => frame.replaceAll(frameLines, " ")

const enterScreen = `${escape}[?1049h`
const leaveScreen = `${escape}[?1049l`
const wrappingOff = `${escape}[?7l`
const wrappingOn = `${escape}[?7h`

/** Turns off line wrapping on the alternate screen, so that a line that is too wide for the terminal does not move others. */
export const withoutWrapping = (chunk: string): string =>
  chunk.replaceAll(enterScreen, `$&${wrappingOff}`).replaceAll(leaveScreen, `${wrappingOn}$&`)

/** Rewrites everything written to `stdout`. Call the returned function to restore it. */
export const transformOutput = (stdout: NodeJS.WriteStream, formOf: (chunk: string) => string): Release => {
  const { write } = stdout
  stdout.write = (chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>): boolean =>
    Reflect.apply(write, stdout, [typeof chunk === "string" ? formOf(chunk) : chunk, ...rest])
  return () => {
    stdout.write = write
  }
}
