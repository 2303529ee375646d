import type { ScreenTimeout } from "@public-records/testing/drivers/Screen"
import { Data, Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Desk } from "./Desk.ts"
import { sentFor } from "./keyboard.ts"

/** What the screen, the clipboard or a file has is not what the person came for. */
export class NotSo extends Data.TaggedError("NotSo")<{ readonly wanted: string; readonly found: string }> {
  override get message(): string {
    return `This is not ${this.wanted}:\n${this.found}`
  }
}

/** One thing that the person does or looks for. */
export interface Step {
  /** The step in words, for those who watch. */
  readonly says: string
  readonly take: (desk: Desk) => Effect.Effect<void, ScreenTimeout | NotSo>
}

/** A text as it is read: how far its words stand apart says nothing. Or a pattern of such a text. */
type Wanted = string | RegExp

const isOn = (lines: ReadonlyArray<string>, wanted: Wanted): boolean => {
  const text = lines.join("\n").replaceAll(/ +/g, " ")
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)
}

/** Starts the program in a terminal of a size. */
export const opens = (columns: number, rows: number, ...args: ReadonlyArray<string>): Step => ({
  says: `opens public-records ${args.join(" ")} on ${columns}×${rows}`,
  take: (desk) => desk.open(columns, rows, args)
})

/** Presses keys, by their names (`Enter`, `Ctrl-S`, `j`), or types a text; all of it in one go, as fast hands do. */
export const presses = (...keys: ReadonlyArray<string>): Step => ({
  says: `presses ${keys.join(" ")}`,
  take: (desk) => desk.press(keys.map(sentFor).join(""))
})

/**
 * Waits until all of this is on the screen.
 *
 * **Fails with** `NotSo` where all of it was there before the keys: then it says nothing about them.
 */
export const sees = (...wanted: ReadonlyArray<Wanted>): Step => {
  const all = wanted.join(" · ")
  return {
    says: `sees ${all}`,
    take: Effect.fnUntraced(function* (desk) {
      const before = desk.before()
      if (wanted.every((one) => isOn(before, one))) {
        return yield* new NotSo({ wanted: `new on the screen, "${all}"`, found: before.join("\n") })
      }
      yield* desk.screen().until(all, (lines) => wanted.every((one) => isOn(lines, one)))
    })
  }
}

/** Waits until a text that was on the screen before the keys is there no longer. */
export const losesSightOf = (gone: Wanted): Step => ({
  says: `no longer sees ${gone}`,
  take: Effect.fnUntraced(function* (desk) {
    const before = desk.before()
    if (!isOn(before, gone)) {
      return yield* new NotSo({ wanted: `a screen with "${gone}"`, found: before.join("\n") })
    }
    yield* desk.screen().until(`no more "${gone}"`, (lines) => !isOn(lines, gone))
  })
})

/** Looks again at what is to stay on the screen, next to what changes. */
export const isStillOn = (wanted: Wanted): Step => ({
  says: `still sees ${wanted}`,
  take: (desk) =>
    desk
      .screen()
      .until(String(wanted), (lines) => isOn(lines, wanted))
      .pipe(Effect.asVoid)
})

const mustBe = (isSo: boolean, wanted: string, found: string): Effect.Effect<void, NotSo> =>
  isSo ? Effect.void : Effect.fail(new NotSo({ wanted, found }))

/** Has a text on the clipboard, once the screen says so. */
export const has = (wanted: string, isSo: (clipboard: string) => boolean): Step => ({
  says: `has ${wanted} on the clipboard`,
  take: (desk) =>
    Effect.suspend(() =>
      mustBe(isSo(desk.screen().clipboard()), `${wanted} on the clipboard`, desk.screen().clipboard())
    )
})

/** Has a file of that name, once the screen says so. */
export const hasFile = (name: string, wanted: string, isSo: (content: string) => boolean): Step => ({
  says: `has ${wanted} in ${name}`,
  take: (desk) =>
    Effect.suspend(() => {
      const names = readdirSync(desk.folder)
      if (!names.includes(name))
        return Effect.fail(new NotSo({ wanted: `a folder with ${name}`, found: names.join("\n") }))
      const content = readFileSync(join(desk.folder, name), "utf8")
      return mustBe(isSo(content), `${wanted} in ${name}`, content)
    })
})

/** Pulls the window to another size. */
export const resizes = (columns: number, rows: number): Step => ({
  says: `makes the window ${columns}×${rows}`,
  take: (desk) => Effect.andThen(desk.press(""), desk.screen().resize(columns, rows))
})

/** Waits until the program has ended, with its exit code and with the screen as it was before. */
export const isBackAtTheShell = (code = 0): Step => ({
  says: `is back at the shell, with exit code ${code}`,
  take: Effect.fnUntraced(function* (desk) {
    const ended = yield* desk.screen().exitCode
    yield* mustBe(
      ended === code && !desk.screen().isAlternate(),
      `exit code ${code} and the shell's screen`,
      `${ended}`
    )
  })
})
