import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryFolder } from "@public-records/testing/drivers/SampleService"
import { openScreen } from "./Screen.ts"

/** Draws a frame in two parts, copies a text, shows each new size, and ends at a key. */
const program = `
process.stdin.setRawMode(true)
process.stdout.write("\\x1b[?1049h\\x1b[?2026hfirst half")
setTimeout(() => {
  const copied = Buffer.from("copied; é").toString("base64")
  process.stdout.write(", second half\\x1b]52;c;" + copied + "\\x07\\x1b[?2026l")
}, 30)
process.stdout.on("resize", () => process.stdout.write("\\x1b[?1049l\\x1b[2J\\x1b[H" + process.stdout.columns + " columns"))
process.stdin.on("data", (key) => {
  if (String(key) === "k") process.kill(process.pid, "SIGTERM")
  else process.exit(7)
})
`

const opened = Effect.gen(function* () {
  const file = join(yield* temporaryFolder, "program.mjs")
  writeFileSync(file, program)
  return yield* openScreen({ file, args: [], environment: {}, columns: 40, rows: 4 })
})

describe("a program in a pseudo-terminal", () => {
  it.live("shows complete frames only, and the text that it copied", () =>
    Effect.gen(function* () {
      const screen = yield* opened
      const seen = new Set<string | undefined>()
      const lines = yield* screen.until("the frame", ([line]) => {
        seen.add(line)
        return line === "first half, second half"
      })
      assert.deepStrictEqual([...seen], [undefined, "first half, second half"])
      assert.deepStrictEqual(lines.slice(1), ["", "", ""])
      assert.deepStrictEqual([screen.clipboard(), screen.isAlternate()], ["copied; é", true])
      assert.include(screen.sent(), "\u001B[?2026hfirst half")
      yield* screen.resize(30, 4)
      yield* screen.until("the new size", ([line]) => line === "30 columns")
      assert.isFalse(screen.isAlternate())
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 7)
    }).pipe(Effect.scoped)
  )

  it.live("has the exit code of a shell if a signal ends it", () =>
    Effect.gen(function* () {
      const screen = yield* opened
      yield* screen.until("the frame", ([line]) => line === "first half, second half")
      yield* screen.press("k")
      assert.strictEqual(yield* screen.exitCode, 143)
    }).pipe(Effect.scoped)
  )
})
