import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { openScreen } from "../../../tui/test/Screen.ts"
import { executablePath } from "../executable.ts"

/** The characters that a terminal sends for each key. */
const named: Readonly<Record<string, string>> = {
  Enter: "\r",
  Tab: "\t",
  Esc: "\u001B",
  Backspace: "\u007F",
  Right: "\u001B[C",
  Down: "\u001B[B",
  "Ctrl-S": "\u0013",
  "Ctrl-U": "\u0015"
}

/** Text on the screen, in which any number of spaces counts as one, or a pattern for it. */
type Wanted = string | RegExp | Gone

/** Text that is no longer on the screen. */
interface Gone {
  readonly gone: string
}

const isMet = (lines: ReadonlyArray<string>, wanted: Wanted): boolean => {
  const text = lines.join("\n").replaceAll(/ +/g, " ")
  if (typeof wanted === "string") return text.includes(wanted)
  return wanted instanceof RegExp ? wanted.test(text) : !text.includes(wanted.gone)
}

const nameOf = (wanted: Wanted): string =>
  typeof wanted === "string" || wanted instanceof RegExp ? String(wanted) : `no ${wanted.gone}`

/** The program's size, arguments and environment. Its home and its working folder are `folder`. */
interface ProgramOptions {
  readonly folder: string
  readonly size: readonly [columns: number, rows: number]
  readonly args: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
}

/** The keys that move some fields down in a form. */
export const tabs = (fields: number): ReadonlyArray<string> => Array.from({ length: fields }, () => "Tab")

/** Opens the program in a pseudo-terminal, as a user does. */
export const openProgram = Effect.fnUntraced(function* ({ folder, size, args, environment }: ProgramOptions) {
  const [columns, rows] = size
  // Simulates SSH, so that copied text is sent to this terminal and not to a clipboard of this machine.
  const own = { HOME: folder, XDG_CACHE_HOME: "/dev/null/cache", TZ: "UTC", SSH_TTY: "/dev/pts/0", ...environment }
  const screen = yield* openScreen({ file: executablePath, args, environment: own, columns, rows, folder })

  const sees = (...wanted: ReadonlyArray<Wanted>) =>
    screen.until(wanted.map(nameOf).join(" · "), (lines) => wanted.every((one) => isMet(lines, one)))

  /** Waits for a screen that an action causes, which must not be there before. */
  const causes = Effect.fnUntraced(function* (action: Effect.Effect<void>, wanted: ReadonlyArray<Wanted>) {
    const before = screen.lines()
    const isStale = wanted.length > 0 && wanted.every((one) => isMet(before, one))
    assert.isFalse(isStale, `"${wanted.map(nameOf).join(" · ")}" was already on the screen:\n${before.join("\n")}`)
    yield* action
    yield* sees(...wanted)
  })

  return {
    /** Waits for a screen. */
    sees,
    /** Presses keys (`Enter`, `j`) or types text, all at once as fast typing does, and waits for a new screen. */
    press: (keys: ReadonlyArray<string>, ...wanted: ReadonlyArray<Wanted>) =>
      causes(screen.press(keys.map((key) => named[key] ?? key).join("")), wanted),
    resize: (columns: number, rows: number, ...wanted: ReadonlyArray<Wanted>) =>
      causes(screen.resize(columns, rows), wanted),
    /** Quits, which restores the shell's screen. */
    quit: Effect.gen(function* () {
      yield* screen.press("q")
      assert.deepStrictEqual([yield* screen.exitCode, screen.isAlternate()], [0, false])
    }),
    clipboard: screen.clipboard,
    /** Returns everything that the program has written to the terminal. */
    sent: screen.sent
  }
})
