import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { run, runShell } from "./executable.ts"

/** Returns what Bash offers after a line, with the script of the executable. */
const offered = (line: string) => {
  const words = line.split(" ")
  const script = [
    `eval "$($CLI --completions bash)"; COMPREPLY=()`,
    `COMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length} COMP_CWORD=${words.length - 1}`,
    `COMP_WORDS=(${words.map((word) => JSON.stringify(word)).join(" ")})`,
    `_public_records public-records ${JSON.stringify(words.at(-1))} ${JSON.stringify(words.at(-2))}`,
    `echo "\${COMPREPLY[*]}"`
  ].join("\n")
  return Effect.map(runShell(script), ({ stdout }) => stdout.trim())
}

describe("public-records --completions", () => {
  it.effect("completes commands, flags and choices in Bash", () =>
    Effect.gen(function* () {
      const offers = yield* Effect.forEach(
        [
          "public-records comp",
          "public-records notices list --title-",
          "public-records notices list --format ",
          "public-records mirror compact --t",
          "public-records complaints list --ho"
        ],
        offered
      )
      assert.deepStrictEqual(offers, [
        "complaints",
        "--title-contains --title-exactly",
        "table json ndjson csv",
        "--to",
        "--hour"
      ])
    })
  )

  it.effect("prints scripts for Zsh and Fish", () =>
    Effect.gen(function* () {
      const zsh = yield* run(["--completions", "zsh"])
      const fish = yield* run(["--completions", "fish"])
      assert.match(zsh.stdout, /^#compdef public-records\n/)
      assert.match(fish.stdout, /^complete -c public-records .*-l created-from /m)
      assert.deepStrictEqual([zsh.code, fish.code, zsh.stderr + fish.stderr], [0, 0, ""])
    })
  )
})
