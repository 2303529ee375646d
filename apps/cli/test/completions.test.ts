import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { run } from "./inProcess.ts"

/** Returns the completions of Bash at the end of each line, with the script of the executable. */
const offered = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* run(["completions", "bash"])
  assert.deepStrictEqual([code, stderr], [0, ""])
  const asked = lines.map((line) => {
    const words = line.split(" ")
    return [
      `COMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length} COMP_CWORD=${words.length - 1}`,
      `COMP_WORDS=(${words.map((word) => JSON.stringify(word)).join(" ")}); COMPREPLY=()`,
      `_public_records public-records ${JSON.stringify(words.at(-1))} ${JSON.stringify(words.at(-2))}`,
      `(IFS='|'; echo "\${COMPREPLY[*]}")`
    ].join("\n")
  })
  return yield* Effect.promise(async () => {
    const shell = spawn("/bin/bash", ["--norc"], { stdio: ["pipe", "pipe", "inherit"], env: { PATH: "/usr/bin:/bin" } })
    shell.stdin.end(`${stdout}\n${asked.join("\n")}\n`)
    return (await text(shell.stdout)).split("\n").slice(0, -1)
  })
})

describe("public-records completions", () => {
  it.effect("completes commands, flags and values in Bash", () =>
    Effect.gen(function* () {
      const lines: ReadonlyArray<readonly [line: string, offers: string]> = [
        ["public-records com", "complaints|completions"],
        ["public-records complaints ", "list|get"],
        ["public-records complaints list --created-", "--created-date|--created-from|--created-to"],
        ["public-records complaints list --state New", "New\\ Hampshire|New\\ Jersey|New\\ Mexico|New\\ York"],
        ["public-records complaints list --sort ", "asc|desc"],
        ["public-records complaints list --created-date l", "latest"],
        ["public-records complaints list --robocall t", "true"],
        ["public-records notices list --format ", "table|json|ndjson|csv"],
        ["public-records notices list --sort-by ch", "changed"],
        ["public-records check --data /etc/host", "/etc/hosts"],
        ["public-records serve --data /etc/host", "/etc/hosts"],
        ["public-records serve --tls-cert /etc/host", "/etc/hosts"],
        ["public-records export complaints --partition-by ", "created-date"],
        ["public-records party --format ", "table|json|ndjson|csv"],
        ["public-records completions f", "fish"],
        ["public-records doctor --he", "--help"],
        ["public-records top numbers --from l", "latest"],
        ["public-records top numbers --to y", "yesterday"],
        ["public-records export complaints --violation-to l", "latest"],
        // Values of any text.
        ["public-records complaints list --city New", ""],
        ["public-records complaints list --limit 1", ""]
      ]
      const offers = yield* offered(lines.map(([line]) => line))
      assert.strictEqual(offers.length, lines.length)
      for (const [place, [line, wanted]] of lines.entries()) {
        assert.include(`|${offers[place]}|`, wanted === "" ? "||" : `|${wanted}`, `${line}: ${offers[place]}`)
      }
    })
  )

  for (const [shell, beginning, detail] of [
    ["zsh", "#compdef public-records\n", "'complaints:Consumers'\\'' complaints about unwanted calls'"],
    ["fish", "###-begin-public-records-completions-###\n", "-l state "]
  ] as const) {
    it.effect(`prints a script for ${shell}, with flags, states and how to install it`, () =>
      Effect.gen(function* () {
        const { code, stdout } = yield* run(["completions", shell])
        assert.strictEqual(code, 0)
        assert.strictEqual(stdout.slice(0, beginning.length), beginning)
        for (const part of [detail, "created-from", "West Virginia", `public-records completions ${shell} >`]) {
          assert.include(stdout.replaceAll(/\\+ /g, " "), part)
        }
        assert.notInclude(stdout, "--completions")
      })
    )
  }
})
