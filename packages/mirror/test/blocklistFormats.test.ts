import { assert, describe, it } from "@effect/vitest"
import { CivilDate, credit } from "@public-records/core"
import {
  type Blocklist,
  blocklistChanges,
  type BlocklistFormat,
  blocklistFormats,
  blocklistManifest,
  blocklistText,
  type Covered,
  readBlocklist
} from "@public-records/mirror"
import { parse } from "csv-parse/sync"

const day = CivilDate.make("2021-07-07")

/** A list with a number of entries, the highest number first. */
const listOf = (count: number): Covered<Blocklist> => ({
  value: {
    rule: { days: 90, min: 3, places: 2, halfLifeDays: 30, allowed: 0 },
    numbers: Array.from({ length: count }, (_, index) => ({
      number: String(9_169_552_000 - index),
      score: 1234.5,
      reports: 1234,
      places: index === 0 ? 1 : 2,
      first: CivilDate.make("2021-04-09"),
      last: day
    })),
    omitted: {
      tooFewPlaces: 1,
      invalid: 57,
      overLimit: 0,
      protected: [
        { number: "8883821222", owner: "National Do Not Call Registry", reports: 3 },
        { number: "8773824357", owner: "Federal Trade Commission", reports: 1 }
      ],
      allowed: [
        { number: "2169550199", reports: 4 },
        { number: "2169550198", reports: 1 }
      ]
    },
    changes: { previous: 3, added: ["2169550100"], removed: ["2169550101", "2169550102"] },
    forced: ["The newest day is old.", "It has few numbers."]
  },
  coverage: {
    from: CivilDate.make("2021-04-09"),
    to: day,
    complete: 87,
    partial: [CivilDate.make("2021-05-01"), CivilDate.make("2021-05-06")],
    unpublished: [],
    missing: [
      { from: CivilDate.make("2021-05-03"), to: CivilDate.make("2021-05-04") },
      { from: CivilDate.make("2021-05-08"), to: CivilDate.make("2021-05-08") }
    ],
    newest: day,
    readOnce: 0,
    setAside: 0,
    duplicates: 0,
    lastSync: null
  },
  note: "reported by consumers, not verified"
})

const facts = [
  "Block list by public-records: 2 telephone numbers.",
  "Reported by consumers, not verified. Caller ID is often forged.",
  "Source: United States Federal Trade Commission, www.ftc.gov.",
  "Rule: at least 3 reports from at least 2 places (state and area code). A report that was sent again counts once. Reports lose half of their weight in 30 days.",
  "Window: 2021-04-09 to 2021-07-07. 87 of 90 days complete.",
  "Not complete: 2021-05-03 to 2021-05-04, 2021-05-08, 2021-05-01 (partial), 2021-05-06 (partial).",
  "Omitted: 1 number from too few places, 57 invalid numbers.",
  "Omitted: 8883821222 of National Do Not Call Registry (3 reports).",
  "Omitted: 8773824357 of Federal Trade Commission (1 report).",
  "Omitted: 2169550199 as it is allowed (4 reports).",
  "Omitted: 2169550198 as it is allowed (1 report).",
  "Forced: The newest day is old.",
  "Forced: It has few numbers."
]

const [one, two] = ["9169552000", "9169551999"] as const
const numbers = [one, two]

/** Returns the content lines of vCards by the grammar of RFC 2426. */
const contentLines = (text: string): ReadonlyArray<readonly [name: string, value: string]> => {
  assert.isTrue(text.endsWith("\r\n"))
  for (const line of text.slice(0, -2).split("\r\n")) assert.match(line, /^[\x20-\x7E]{1,75}$/)
  return text
    .slice(0, -2)
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .map((line) => {
      const [, name = "", value = ""] = /^([A-Z]+)(?:;[A-Z]+=[A-Z]+)*:((?:[^\\]|\\[\\,;n])*)$/.exec(line) ?? []
      assert.notStrictEqual(name, "", line)
      return [name, value]
    })
}

describe("a block list", () => {
  it("in plain text has a number a line behind comments", () => {
    assert.deepStrictEqual(blocklistText(listOf(2), "plain").split("\n"), [
      ...facts.map((fact) => `# ${fact}`),
      ...numbers.map((number) => `+1${number}`),
      ""
    ])
  })

  it("names ten gaps", () => {
    const gaps = (count: number) => {
      const list = listOf(1)
      const partial = Array.from({ length: count }, (_, index) => CivilDate.make(`2021-06-${10 + index}`))
      const text = blocklistText(
        { ...list, coverage: { ...list.coverage, unpublished: [], missing: [], partial } },
        "plain"
      )
      return /Not complete: .*/.exec(text)?.[0].slice(-26)
    }
    assert.deepStrictEqual(
      [gaps(10), gaps(11)],
      ["06-18 (partial), 2021-06-19 (partial).".slice(-26), "06-19 (partial) and 1 more."].map((text) =>
        text.slice(-26)
      )
    )
    assert.isUndefined(gaps(0))
  })

  it("names the known gaps of its window, and its limit", () => {
    const { coverage, value, ...list } = listOf(2)
    const window = { from: CivilDate.make("2025-10-08"), to: CivilDate.make("2026-01-05") }
    const limited = { ...value, rule: { ...value.rule, limit: 2 }, omitted: { ...value.omitted, overLimit: 1 } }
    const text = blocklistText({ ...list, value: limited, coverage: { ...coverage, ...window } }, "plain")
    assert.include(text, "# Known gap: 2025-10-08 to 2025-11-13, nothing was published.\n")
    assert.include(text, "# Limit: the 2 with the highest score. 1 number omitted.\n")
  })

  it("in CSV is read by a CSV parser", () => {
    assert.deepStrictEqual(parse(blocklistText(listOf(2), "csv")), [
      ["number", "score", "reports", "places", "first", "last"],
      ["+19169552000", "1234.5", "1234", "1", "2021-04-09", "2021-07-07"],
      ["+19169551999", "1234.5", "1234", "2", "2021-04-09", "2021-07-07"]
    ])
    assert.deepStrictEqual(parse(blocklistText(listOf(2), "freepbx")), [
      ["number", "description"],
      [one, "1234 reports from one place until 2021-07-07 (not verified)"],
      [two, "1234 reports from 2 places until 2021-07-07 (not verified)"]
    ])
    assert.deepStrictEqual(parse(blocklistText(listOf(2), "spamblocker")), [
      ["pattern"],
      ...numbers.map((number) => [`1${number}`])
    ])
  })

  it("in JSON has what it is about", () => {
    const { numbers: found, ...summary } = JSON.parse(blocklistText(listOf(2), "json"))
    assert.deepStrictEqual(found[0], { ...listOf(1).value.numbers[0], number: "+19169552000" })
    const { coverage, note, value } = listOf(2)
    const { from, missing, newest, partial, to, unpublished, complete } = coverage
    assert.deepStrictEqual(summary, {
      rule: value.rule,
      count: 2,
      omitted: value.omitted,
      changes: { previous: 3, added: 1, removed: 2 },
      forced: value.forced,
      coverage: { from, missing, newest, partial, to, unpublished, complete },
      note,
      credit
    })
    const file = { file: "block.txt", format: "ios", sha256: "00" } as const
    assert.deepStrictEqual(JSON.parse(blocklistManifest(listOf(2), file)), { ...file, ...summary })
    assert.isNull(JSON.parse(blocklistText({ ...listOf(1), value: { ...value, changes: null } }, "json")).changes)
  })

  it("for Asterisk is a command a line, with one argument in quotes", () => {
    assert.deepStrictEqual(blocklistText(listOf(2), "asterisk").split("\n"), [
      `database put blacklist ${one} "1234 reports from one place until 2021-07-07 (not verified)"`,
      `database put blacklist ${two} "1234 reports from 2 places until 2021-07-07 (not verified)"`,
      ""
    ])
  })

  it("for iOS has ascending integers", () => {
    assert.strictEqual(blocklistText(listOf(3), "ios"), "19169551998\n19169551999\n19169552000\n")
  })

  it("as vCard has up to 2,000 numbers in a card, and what it is about in a note", () => {
    const cardsOf = (count: number) =>
      blocklistText(listOf(count), "vcard")
        .split(/(?<=END:VCARD\r\n)/)
        .map(contentLines)
    const [card = []] = cardsOf(2)
    assert.deepStrictEqual<ReadonlyArray<ReadonlyArray<string>>>(card, [
      ["BEGIN", "VCARD"],
      ["VERSION", "3.0"],
      ["UID", "public-records-block-list-1"],
      ["N", "Block list;;;;"],
      ["FN", "Block list"],
      ["NOTE", facts.join("\\n").replaceAll(/[,;]/g, "\\$&")],
      ...numbers.map((number) => ["TEL", `+1${number}`]),
      ["END", "VCARD"]
    ])
    const telephones = (count: number) => cardsOf(count).map((one) => one.filter(([name]) => name === "TEL").length)
    assert.deepStrictEqual([telephones(0), telephones(2000), telephones(2001)], [[0], [2000], [2000, 1]])
    assert.deepStrictEqual(
      cardsOf(2001).map((one) => one[4]),
      [
        ["FN", "Block list 1 of 2"],
        ["FN", "Block list 2 of 2"]
      ]
    )
  })

  it("has its changes in the form of the format", () => {
    const changesOf = (list: Covered<Blocklist>, format: BlocklistFormat): unknown =>
      JSON.parse(blocklistChanges(list, format))
    assert.deepStrictEqual(changesOf(listOf(1), "plain"), {
      added: ["+12169550100"],
      removed: ["+12169550101", "+12169550102"]
    })
    assert.deepStrictEqual(changesOf(listOf(1), "ios"), { added: [12169550100], removed: [12169550101, 12169550102] })
    assert.deepStrictEqual(changesOf(listOf(1), "asterisk"), {
      added: ["2169550100"],
      removed: ["2169550101", "2169550102"]
    })
    const first = { ...listOf(2), value: { ...listOf(2).value, changes: null } }
    assert.deepStrictEqual(changesOf(first, "ios"), { added: [19169551999, 19169552000], removed: [] })
  })
})

describe("the last list", () => {
  it("is read from every format", () => {
    for (const format of blocklistFormats) {
      const found = readBlocklist(blocklistText(listOf(2001), format)) ?? []
      assert.deepStrictEqual([new Set(found).size, found.length], [2001, 2001], format)
      assert.include(found, "9169552000")
      assert.deepStrictEqual(readBlocklist(blocklistText(listOf(0), format)), [], format)
    }
  })

  const others: ReadonlyArray<string> = [
    "#!/bin/sh\necho 2169550100\n",
    "2169550100\nmore text",
    "21695501001\n",
    '{"number":216}',
    "name,number\n",
    "<html>\n"
  ]

  it.each(others)("is not read from %j", (text) => {
    assert.isUndefined(readBlocklist(text))
  })
})
