import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { openScreen, type Screen } from "../../tui/test/Screen.ts"
import { Effect } from "effect"

const file = fileURLToPath(new URL("../dist/public-records.js", import.meta.url))
const environment = { HOME: "/nonexistent", XDG_CACHE_HOME: "/dev/null/cache", TZ: "UTC" }

const includes =
  (...parts: ReadonlyArray<string>) =>
  (lines: ReadonlyArray<string>): boolean =>
    parts.every((part) => lines.some((line) => line.includes(part)))

/** Opens the terminal UI with the sample data. */
const opened = Effect.fnUntraced(function* (columns: number, rows: number, args: ReadonlyArray<string> = ["--demo"]) {
  const screen = yield* openScreen({ file, args: ["tui", ...args], environment, columns, rows })
  yield* screen.until("the first rows", includes("loaded", "(979) 246-7685"))
  return screen
})

const scrollsToTheLastRow = Effect.fnUntraced(function* (screen: Screen) {
  assert.isTrue(screen.isAlternate())
  yield* screen.press("G")
  yield* screen.until("the last row", includes("row 34,566 of 34,566"))
  yield* screen.press("q")
  assert.strictEqual(yield* screen.exitCode, 0)
  assert.isFalse(screen.isAlternate())
})

describe("the terminal UI with the sample data", () => {
  it.live(
    "shows a record, the notices, the help and the last of 34,566 rows, quits with exit code 0 and restores the screen",
    () =>
      Effect.gen(function* () {
        const screen = yield* opened(100, 30)
        yield* screen.press("\r")
        yield* screen.until(
          "the record",
          includes("row 1 of 34,566", "948305afcc22e798af0263980cfc6291", "not verified")
        )
        yield* screen.press("\u001B")
        yield* screen.until("the table", includes("COMPLAINTS · 50 of 34,566 loaded"))
        yield* screen.press("2")
        yield* screen.until("the notices", includes("NOTICES · 50 of 3,002 loaded", "invented"))
        yield* screen.press("?")
        yield* screen.until("the help", includes("HELP", "f         filter and sort"))
        yield* screen.press("\u001B[27u1")
        yield* screen.until("the table again", includes("COMPLAINTS · 50 of 34,566 loaded"))
        yield* scrollsToTheLastRow(screen)
      }).pipe(Effect.scoped)
  )

  it.live("shows the last of 34,566 rows at 60×20, quits with exit code 0 and restores the screen", () =>
    Effect.gen(function* () {
      yield* scrollsToTheLastRow(yield* opened(60, 20))
    }).pipe(Effect.scoped)
  )

  it.live("shows the sample if there is no key, and exits with code 130 after Ctrl-C twice", () =>
    Effect.gen(function* () {
      const screen = yield* opened(100, 30, [])
      yield* screen.until("the days", includes("sample data, 2019-12-13 to 2021-07-07, 4 days"))
      yield* screen.press("\u0003")
      yield* screen.until("what a second one does", includes("again"))
      yield* screen.press("\u0003")
      assert.strictEqual(yield* screen.exitCode, 130)
      assert.isFalse(screen.isAlternate())
    }).pipe(Effect.scoped)
  )
})

describe("a slow line", { concurrent: false }, () => {
  it.live("takes a key whose end arrives 40 ms after its beginning for one key, and loses nothing that was typed", () =>
    Effect.gen(function* () {
      const screen = yield* opened(100, 30)
      // The beginning is not Esc alone, which waits for the rest only a tenth as long: a busy machine needs longer than that.
      const pressInPieces = Effect.fnUntraced(function* (final: string) {
        yield* screen.press("\u001B[")
        yield* Effect.sleep("40 millis")
        yield* screen.press(final)
      })
      yield* screen.press("f")
      yield* screen.until("the form", includes("▶ Created from"))
      yield* pressInPieces("B")
      yield* screen.until("the next field", includes("▶ Created to"))
      yield* pressInPieces("B")
      yield* screen.press("30")
      yield* pressInPieces("D")
      yield* screen.press("1")
      yield* pressInPieces("A")
      yield* screen.until("the field above, and the text", includes("▶ Created to", "[310"))
    }).pipe(Effect.scoped)
  )
})
