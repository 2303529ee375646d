import { globSync, readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"

const root = new URL("../../", import.meta.url)

const files = globSync(
  ["packages/{answers,export,files,mirror,text}/src/**/*.ts", "apps/*/src/**/*.{ts,tsx}", "docs/*", "README.md"],
  {
    cwd: root
  }
)

/** Words that once named things of a mirror, and the word that does. */
const words = {
  whole: "complete",
  copies: "duplicates",
  aside: "set aside",
  unsettled: "read once",
  kept: "unchanged"
}

/** Phrases in which a word means something else, also over the end of a line. */
const allowed = [
  /\b(set|sets|setting)([\s*]+[^\s.;:]+){0,4}[\s*]+aside\b/gi,
  // The clipboard.
  /\bcopies[\s*]+(text|the cell|with|to its terminal)\b/gi,
  // A quirk of the reference server, and the text that its digest is made of.
  /\bcopies(=|: (2|Schema))|`SEED kept ID`/g
]

/** Returns the lines of a text with one of the words, each with the word that replaces it. */
const wrongLines = (text: string): ReadonlyArray<string> => {
  const rest = allowed.reduce((left, phrase) => left.replace(phrase, (found) => found.replaceAll(/\S/g, "-")), text)
  const lines = text.split("\n")
  return rest.split("\n").flatMap((line, index) =>
    Object.entries(words)
      .filter(([word]) => new RegExp(`\\b${word}\\b`, "i").test(line))
      .map(([word, better]) => `${index + 1}, "${word}" for "${better}": ${lines[index]?.trim()}`)
  )
}

describe("a thing of a mirror", () => {
  it("has one word, in the code, in what users read and in the documents", () => {
    assert.isAbove(files.length, 300)
    const wrong = files.flatMap((file) =>
      wrongLines(readFileSync(new URL(file, root), "utf8")).map((line) => `${file}:${line}`)
    )
    assert.deepStrictEqual(wrong, [])
  })

  it.each([
    ["the whole day", ["whole"]],
    ["records + aside, kept\nunsettled copies", ["aside", "kept", "unsettled", "copies"]],
    ["Sets records of the day\n * aside. setAside, set_aside. It copies with pbcopy.", []]
  ])("has no former word, as in %j", (text, expected) => {
    const found = wrongLines(text).map((line) => line.split('"')[1])
    assert.sameMembers(found, expected)
  })
})
