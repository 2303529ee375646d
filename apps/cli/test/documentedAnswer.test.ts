import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { run } from "./inProcess.ts"

const read = (path: string): string => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), "utf8")
const [, section = ""] = read("mirror.md").split("### One answer in three forms\n")
const [, line = ""] = /`public-records (trends [^`]*)`/.exec(section) ?? []

/** Returns the first block of code in a language. */
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? ""

it.effect("docs/mirror.md shows one answer as text, JSON and a picture, as the program prints it", () =>
  Effect.gen(function* () {
    const printed = (format: string) =>
      Effect.map(run([...line.split(" "), "--format", format], {}, { columns: 80 }), ({ stdout }) => stdout)
    assert.strictEqual(yield* printed("table"), blockOf("text"))
    assert.deepStrictEqual(JSON.parse(yield* printed("json")), JSON.parse(blockOf("json")))
    const picture = yield* printed("svg")
    assert.strictEqual(picture, read("answer.svg"))
    // The three say the same: title, sentence, each count, and the basis.
    const { basis, rows } = JSON.parse(blockOf("json"))
    const words = (text: string): string => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")
    for (const { days, key, of, reports } of rows) {
      const count = reports.toLocaleString("en-US")
      assert.match(blockOf("text"), new RegExp(`\n${key} +${days} of ${of} +${count} `))
      assert.include(words(picture), `${key}: ${count}, `)
    }
    for (const text of [blockOf("text"), picture]) {
      assert.include(words(text), basis)
      assert.include(
        words(text),
        "Most: 2019-12-09, 20,508 reports (59 %), from 3 of its 7 days, then 2021-07-05: 14,033."
      )
    }
  })
)
