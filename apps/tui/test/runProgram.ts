import { Console } from "node:console"
import { Effect } from "effect"
import { commands } from "../src/commands/index.ts"
import { runTui, type TuiOptions } from "../src/main.tsx"
import type { Source } from "../src/Source.ts"
import { fakeOwnMirror } from "./fakeOwnMirror.ts"
import { fakeComplaints, fakeNotices, fakeService } from "./fakeRecords.ts"
import { fakeInput, FakeOutput, isReadStream, isWriteStream, settled, testFormats, until } from "./terminal.tsx"

// Ink needs a constructor that the test runner's console lacks, to keep stray output off the screen.
Object.assign(console, { Console })

export const enterAlternateScreen = "\u001B[?1049h"
export const leaveAlternateScreen = "\u001B[?1049l"

export const held = fakeService({ complaints: fakeComplaints(14_034), notices: fakeNotices(10) })

const ordinary = {
  columns: 100,
  rows: 30,
  environment: {},
  formats: testFormats,
  onRawMode: (_isRaw: boolean): void => undefined,
  /** Further options of the program. */
  given: {}
}

interface Kind extends Omit<typeof ordinary, "environment" | "given"> {
  readonly environment: TuiOptions["environment"]
  readonly given: Partial<TuiOptions>
}

export const options = (source: Source) => ({
  source,
  formats: testFormats,
  unlock: () => Effect.fail({ message: "no key" }),
  mirror: fakeOwnMirror(),
  note: "",
  onScreen: () => undefined,
  environment: {},
  folder: "/nonexistent/public-records",
  settings: { theme: "terminal" as const, commands },
  noColor: false,
  screenReader: false
})

/** Runs the program on a fake terminal until its first turns are done. */
export const run = async (source: Source, screenReader = false, kind: Partial<Kind> = {}) => {
  const { environment, formats, given, onRawMode, ...size }: Kind = { ...ordinary, ...kind }
  const stdout = new FakeOutput(size)
  const keyboard: Array<{ readonly isRaw: boolean; readonly framesBefore: number }> = []
  const drawnAfter: Array<number> = []
  const stdin = fakeInput((isRaw) => {
    keyboard.push({ isRaw, framesBefore: stdout.written.length })
    onRawMode(isRaw)
  })
  if (!isWriteStream(stdout) || !isReadStream(stdin)) throw new Error("not a terminal")
  const done = runTui({
    ...options(source),
    environment,
    formats,
    stdin,
    stdout,
    screenReader,
    onDrawn: () => drawnAfter.push(stdout.written.length),
    ...given
  })
  // The test may await the crash later than it happens.
  done.catch(() => undefined)
  await settled()
  return { done, stdin, stdout, keyboard, drawnAfter, frames: stdout.written, written: () => stdout.written.join("") }
}

/** Returns the exit code, or says that the program has not ended. */
export const exitOf = (done: Promise<number>): Promise<number | string> => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(resolve, 10_000, "still runs")
  return Promise.race([done, promise]).finally(() => clearTimeout(timer))
}

/** Waits until the program has written the expected output. */
export const shown = async (written: () => string, text: string) => {
  await until(() => written().includes(text))
}
