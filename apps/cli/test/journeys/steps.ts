import type { ScreenTimeout } from "../../../tui/test/Screen.ts"
import { Data, Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { TestDesktop } from "./TestDesktop.ts"
import { sentFor } from "./keyboard.ts"

/** Error of a step: the screen, the clipboard or a file does not have the expected content. */
export class ExpectationFailed extends Data.TaggedError("ExpectationFailed")<{
  readonly wanted: string
  readonly found: string
}> {
  override get message(): string {
    return `This is not ${this.wanted}:\n${this.found}`
  }
}

/** An action of the user, or an expectation. */
export interface Step {
  readonly description: string
  readonly run: (desktop: TestDesktop) => Effect.Effect<void, ScreenTimeout | ExpectationFailed>
}

/** Expected text, in which any number of spaces counts as one, or a pattern for such text. */
type Wanted = string | RegExp

const isOn = (lines: ReadonlyArray<string>, wanted: Wanted): boolean => {
  const text = lines.join("\n").replaceAll(/ +/g, " ")
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)
}

/** Starts the program in a terminal of a size. */
export const opens = (columns: number, rows: number, ...args: ReadonlyArray<string>): Step => ({
  description: `opens public-records ${args.join(" ")} on ${columns}×${rows}`,
  run: (desktop) => desktop.open(columns, rows, args)
})

/** Presses keys (`Enter`, `Ctrl-S`, `j`) or types text. Sends everything at once, as fast typing does. */
export const presses = (...keys: ReadonlyArray<string>): Step => ({
  description: `presses ${keys.join(" ")}`,
  run: (desktop) => desktop.press(keys.map(sentFor).join(""))
})

/**
 * Waits until all of this text is on the screen.
 *
 * **Fails with** `ExpectationFailed` if all of it was already there before the last keys.
 */
export const sees = (...wanted: ReadonlyArray<Wanted>): Step => {
  const all = wanted.join(" · ")
  return {
    description: `sees ${all}`,
    run: Effect.fnUntraced(function* (desktop) {
      const before = desktop.before()
      if (wanted.every((one) => isOn(before, one))) {
        return yield* new ExpectationFailed({ wanted: `new on the screen, "${all}"`, found: before.join("\n") })
      }
      yield* desktop.screen().until(all, (lines) => wanted.every((one) => isOn(lines, one)))
    })
  }
}

/** Waits until text that was on the screen before the last keys has disappeared. */
export const noLongerSees = (gone: Wanted): Step => ({
  description: `no longer sees ${gone}`,
  run: Effect.fnUntraced(function* (desktop) {
    const before = desktop.before()
    if (!isOn(before, gone)) {
      return yield* new ExpectationFailed({ wanted: `a screen with "${gone}"`, found: before.join("\n") })
    }
    yield* desktop.screen().until(`no more "${gone}"`, (lines) => !isOn(lines, gone))
  })
})

/** Checks text that stays on the screen. */
export const isStillOn = (wanted: Wanted): Step => ({
  description: `still sees ${wanted}`,
  run: (desktop) =>
    desktop
      .screen()
      .until(String(wanted), (lines) => isOn(lines, wanted))
      .pipe(Effect.asVoid)
})

const expect = (isMet: boolean, wanted: string, found: string): Effect.Effect<void, ExpectationFailed> =>
  isMet ? Effect.void : Effect.fail(new ExpectationFailed({ wanted, found }))

/** Checks the clipboard. */
export const has = (wanted: string, isExpected: (clipboard: string) => boolean): Step => ({
  description: `has ${wanted} on the clipboard`,
  run: (desktop) =>
    Effect.suspend(() =>
      expect(isExpected(desktop.screen().clipboard()), `${wanted} on the clipboard`, desktop.screen().clipboard())
    )
})

/** Checks a file in the folder. */
export const hasFile = (name: string, wanted: string, isExpected: (content: string) => boolean): Step => ({
  description: `has ${wanted} in ${name}`,
  run: (desktop) =>
    Effect.suspend(() => {
      const names = readdirSync(desktop.folder)
      if (!names.includes(name))
        return Effect.fail(new ExpectationFailed({ wanted: `a folder with ${name}`, found: names.join("\n") }))
      const content = readFileSync(join(desktop.folder, name), "utf8")
      return expect(isExpected(content), `${wanted} in ${name}`, content)
    })
})

export const resizes = (columns: number, rows: number): Step => ({
  description: `makes the window ${columns}×${rows}`,
  run: (desktop) => Effect.andThen(desktop.press(""), desktop.screen().resize(columns, rows))
})

/** Waits until the program has ended with an exit code and has restored the screen. */
export const isBackAtTheShell = (code = 0): Step => ({
  description: `is back at the shell, with exit code ${code}`,
  run: Effect.fnUntraced(function* (desktop) {
    const ended = yield* desktop.screen().exitCode
    yield* expect(
      ended === code && !desktop.screen().isAlternate(),
      `exit code ${code} and the shell's screen`,
      `${ended}`
    )
  })
})
