import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { commandFlags, type SourceFlags } from "../src/flags.ts"
import { defaultTuiFlags } from "../src/run.ts"

/** Parses the flags of a terminal UI with the parser. */
const parsed = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const seen: Array<SourceFlags> = []
  const command = Command.make("tui", commandFlags.tui, ({ mirrorFile: _mirrorFile, mirror, ...flags }) =>
    Effect.sync(() => seen.push(mirror ? { ...flags, mirror } : flags))
  )
  yield* Command.runWith(command, { version: "0" })(args)
  return seen
})

const onTerminal = { stdin: { isTTY: true }, stdout: { isTTY: true } }
const elsewhere = { stdin: { isTTY: true }, stdout: { isTTY: false } }
/** Without a keyboard, as in `echo | public-records`. */
const withoutKeyboard = { stdin: { isTTY: false }, stdout: { isTTY: true } }

describe("a terminal UI that is started without the parser", () => {
  it.effect("has the flags that the parser would return", () =>
    Effect.gen(function* () {
      for (const flags of [[], ["--demo"], ["--mirror"]]) {
        const expected = yield* parsed(flags)
        assert.strictEqual(expected.length, 1)
        assert.deepStrictEqual(defaultTuiFlags(["tui", ...flags], onTerminal), expected[0])
        assert.deepStrictEqual(defaultTuiFlags(["tui", ...flags], elsewhere), expected[0])
        assert.deepStrictEqual(defaultTuiFlags(flags, onTerminal), expected[0])
        assert.isUndefined(defaultTuiFlags(flags, elsewhere))
        assert.isUndefined(defaultTuiFlags(flags, withoutKeyboard))
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it("ignores any other command line", () => {
    for (const args of [
      ["--demo", "--demo"],
      ["--demo", "--mirror"],
      ["tui", "--mirror-file", "sample"],
      ["tui", "--data", "a.csv"],
      ["tui", "tui"],
      ["--help"],
      ["complaints"],
      [""]
    ]) {
      assert.isUndefined(defaultTuiFlags(args, onTerminal), args.join(" "))
    }
  })
})
