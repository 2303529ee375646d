import { createHash } from "node:crypto"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { expandPath } from "@public-records/files/expandPath"
import { publishedDays } from "@public-records/files/dailyFileName"
import { manifestOf } from "@public-records/files/exportManifest"
import { matchesKeywords, readKeywords } from "@public-records/files/keywords"
import { complaintAttributes } from "@public-records/files/PlainComplaint"
import { containsName, foldName, hasWordsOf, withoutEnding } from "@public-records/files/names"
import { noticeAttributes } from "@public-records/files/PlainNotice"
import { RowIds } from "@public-records/files/RowIds"
import { compareKeys, compareText, instantOf, wordsOf } from "@public-records/files/text"
import { Effect } from "effect"
import { complaint, temporaryFolder } from "./recordFiles.ts"
import { inZone, zones } from "../../core/test/timeZones.ts"

describe("a keyword filter", () => {
  it("has words and quoted phrases, each once and without case", () => {
    assert.deepStrictEqual(readKeywords('Media "Big Deal" media-Holdings "big deal" "" 7'), {
      words: ["media", "holdings", "7"],
      phrases: ["big deal"]
    })
    assert.deepStrictEqual(readKeywords('steel "open end'), { words: ["steel", "open", "end"], phrases: [] })
    assert.deepStrictEqual(readKeywords(" - "), { words: [], phrases: [] })
  })

  const title = "20110001: Media Holdings, Inc.; Blockbuster"
  const filters: ReadonlyArray<readonly [filter: string, matches: boolean]> = [
    ["", true],
    ["MEDIA", true],
    ["inc media", true],
    ["media missing", false],
    // A part of a word is not a word.
    ["block", false],
    ["media block", false],
    ['"a hold"', true],
    ['"holdings, inc"', true],
    ['"inc holdings"', false],
    ['"a hold" blockbuster', true],
    ['"missing" blockbuster', false]
  ]
  it.each(filters)("%j decides whether a title matches: %s", (filter, matches) => {
    assert.strictEqual(matchesKeywords(readKeywords(filter))(title), matches)
  })
})

describe("a name", () => {
  it("is folded", () => {
    for (const [name, folded] of [
      ["Nestle\u0301 S.A.", "nestle sa"],
      ["A. P. M\u00D8LLER - M\u00C6RSK A/S", "ap moller - maersk a/s"],
      ["L\u2019Or\u00E9al", "loreal"],
      ["Macy\u00B4s", "macys"],
      ["O`Neil", "oneil"],
      ["Johnson&Johnson", "johnson and johnson"],
      ["U.S. Steel Corp.", "us steel corp"],
      ["Amazon.com", "amazon.com"],
      ["J.P.Morgan", "jp.morgan"],
      ["STRA\u1E9EE \u0141\u00F3d\u017A", "strasse lodz"],
      ["Plan B 7", "plan b 7"]
    ] as const) {
      assert.strictEqual(foldName(name), folded, name)
    }
  })

  it("has words with and without its punctuation, and contains texts as they stand", () => {
    for (const [name, text, hasWords, contains] of [
      ["Macy's", "macy", true, true],
      ["Macy's", "acys", false, true],
      ["A & P Foods", "a p", true, false],
      ["A & P Foods", "& P", true, true],
      ["Plan B B.V.", "plan b", true, true],
      ["AT&T Inc.", "at t", true, false],
      ["La Bomba", "a b", false, true],
      ["Acme", ".", true, false]
    ] as const) {
      assert.deepStrictEqual([hasWordsOf(text)(name), containsName(text)(name)], [hasWords, contains], text)
    }
  })

  it("loses its endings, but not all of its words", () => {
    for (const [name, rest] of [
      ["Acme Co., Ltd.", "Acme"],
      ["Nestl\u00E9 S.A.", "Nestl\u00E9"],
      ["Smith & Co", "Smith"],
      ["Incyte", "Incyte"],
      ["Inc.", "Inc."],
      ["", ""]
    ] as const) {
      assert.strictEqual(withoutEnding(name), rest, name)
    }
  })
})

describe("text", () => {
  it("has words of letters and digits in any script, without case", () => {
    assert.deepStrictEqual(wordsOf("Zürich's 7-Eleven, 東京!"), ["zürich", "s", "7", "eleven", "東京"])
    assert.deepStrictEqual(wordsOf("—"), [])
  })

  it("is ordered by code units, and numbers by value", () => {
    assert.deepStrictEqual(["b", "a", "B", "a"].toSorted(compareText), ["B", "a", "a", "b"])
    assert.deepStrictEqual([compareText("a", "a"), compareText("a", "b"), compareText("b", "a")], [0, -1, 1])
    assert.isBelow(compareKeys(9, 10), 0)
    assert.isAbove(compareKeys(10, 9), 0)
    assert.strictEqual(compareKeys(9, 9), 0)
    assert.isAbove(compareKeys("9", "10"), 0)
    assert.isAbove(compareKeys(9, "10"), 0)
    assert.isBelow(compareKeys("10", 9), 0)
  })

  const noon = Date.UTC(2021, 6, 7, 12)
  const moments: ReadonlyArray<readonly [moment: string, millis: number | undefined]> = [
    ["2021-07-07", Date.UTC(2021, 6, 7)],
    ["2021-07-07T12:00:00", noon],
    ["2021-07-07 12:00:00", noon],
    ["2021-07-07T12:00:00Z", noon],
    ["2021-07-07T12:00:00z", noon],
    ["2021-07-07T12:00:00+00:00", noon],
    ["2021-07-07T08:00:00-04:00", noon],
    ["2021-07-07T08:00:00-0400", noon],
    ["2021-07-32", undefined],
    ["yesterday", undefined]
  ]
  it.effect("the time zones of these tests take effect in this process", () =>
    Effect.gen(function* () {
      const offsets = zones.map((zone) =>
        inZone(
          zone,
          Effect.sync(() => new Date(noon).getTimezoneOffset() / 60)
        )
      )
      assert.deepStrictEqual(yield* Effect.all(offsets), [0, 4, -9])
    })
  )

  it.effect.each(moments)("%s is an instant, in UTC without a zone, wherever this process runs", ([moment, millis]) =>
    Effect.gen(function* () {
      for (const zone of zones) {
        const found = yield* inZone(
          zone,
          Effect.sync(() => instantOf(moment))
        )
        assert.strictEqual(found, millis, zone)
      }
    })
  )
})

describe("the id of a row", () => {
  it("is a digest of its values and, from the second equal row, of its number", () => {
    const values = Object.values(complaint).join("\u001F")
    const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32)
    const rowIds = new RowIds()
    const ids = [complaint, complaint, complaint].map((row) => rowIds.next(row))
    assert.deepStrictEqual(ids, [digestOf(values), digestOf(`${values}\u001F1`), digestOf(`${values}\u001F2`)])
  })
})

describe("the attributes of a record", () => {
  it("have the names of the service", () => {
    assert.deepStrictEqual(complaintAttributes(complaint), {
      "company-phone-number": complaint.companyPhoneNumber,
      "created-date": complaint.createdDate,
      "violation-date": complaint.violationDate,
      "consumer-city": complaint.consumerCity,
      "consumer-state": complaint.consumerState,
      "consumer-area-code": complaint.consumerAreaCode,
      subject: complaint.subject,
      "recorded-message-or-robocall": complaint.recordedMessageOrRobocall
    })
    const moments = { date: "2011-04-11", created: "2019-01-02T10:00:00+00:00", updated: "2019-01-03T10:00:00+00:00" }
    const plain = {
      ...moments,
      id: "n",
      title: "20110001: A; B",
      transactionNumber: "20110001",
      acquiringParty: "A",
      acquiredParty: "B",
      acquiredEntities: ["C"],
      tags: ["energy"],
      revision: "1"
    }
    assert.deepStrictEqual(noticeAttributes(plain), {
      ...moments,
      title: "20110001: A; B",
      "transaction-number": "20110001",
      "acquiring-party": "A",
      "acquired-party": "B",
      "acquired-entities": ["C"]
    })
  })
})

const write = (path: string, text = "") => Effect.promise(() => writeFile(path, text))

describe("expandPath", () => {
  const names = ["b.csv", "A.CSV", "c.ndjson", "d.jsonl", "e.json", "f.parquet", "a/h.csv", "sub/g.csv"]
  const others = ["x.txt", "csv", "x.csv.gz", "b.csv.manifest.json", "b.csv.rejected.ndjson", ".h.csv", "_i.json"]

  const folderOfFiles = Effect.gen(function* () {
    const folder = yield* temporaryFolder
    for (const name of ["a", "sub", "_l"]) yield* Effect.promise(() => mkdir(join(folder, name)))
    const hidden = ["sub/.j.csv", "sub/_k.json", "_l/m.csv"]
    for (const name of [...names, ...others, ...hidden]) yield* write(join(folder, name))
    return folder
  })

  it.effect("returns the data files of a folder and its subfolders, in order", () =>
    Effect.gen(function* () {
      const folder = yield* folderOfFiles
      const found = yield* expandPath(folder)
      assert.deepStrictEqual(
        found.map((path) => relative(folder, path)),
        names.toSorted()
      )
    })
  )

  it.effect("returns the files that match a pattern, or the file whose name looks like one", () =>
    Effect.gen(function* () {
      const folder = yield* folderOfFiles
      assert.deepStrictEqual(yield* expandPath(join(folder, "[bf].{csv,parquet}")), [
        join(folder, "b.csv"),
        join(folder, "f.parquet")
      ])
      for (const pattern of ["?.csv", "b*v", "{b,z}.csv"]) {
        assert.deepStrictEqual(yield* expandPath(join(folder, pattern)), [join(folder, "b.csv")])
      }
      yield* write(join(folder, "[b].csv"))
      assert.deepStrictEqual(yield* expandPath(join(folder, "[b].csv")), [join(folder, "[b].csv")])
    })
  )

  it.effect("returns the same files for a folder and for patterns that match all of it", () =>
    Effect.gen(function* () {
      const folder = join(yield* folderOfFiles, "sub", "..")
      const all = yield* expandPath(folder)
      for (const pattern of ["*", "**", "[!x]*"]) assert.deepStrictEqual(yield* expandPath(join(folder, pattern)), all)
      const below = [join(folder, "a", "h.csv"), join(folder, "sub", "g.csv")]
      for (const pattern of ["*/*", "{sub,a,_l}", "*/"]) {
        assert.deepStrictEqual(yield* expandPath(join(folder, pattern)), below, pattern)
      }
    })
  )

  it.effect("returns the files of a pattern in a hidden folder", () =>
    Effect.gen(function* () {
      const folder = yield* folderOfFiles
      assert.deepStrictEqual(yield* expandPath(join(folder, "_l", "*")), [join(folder, "_l", "m.csv")])
    })
  )

  it.effect("returns a file of any kind, and a missing one, whose reader reports it", () =>
    Effect.gen(function* () {
      const folder = yield* folderOfFiles
      for (const name of ["x.txt", "missing.csv"]) {
        assert.deepStrictEqual(yield* expandPath(join(folder, name)), [join(folder, name)])
      }
    })
  )

  it.effect("returns each file once, although links lead back to the folder", () =>
    Effect.gen(function* () {
      const folder = yield* folderOfFiles
      const all = yield* expandPath(folder)
      yield* Effect.promise(() => symlink("..", join(folder, "sub", "up")))
      yield* Effect.promise(() => symlink("b.csv", join(folder, "z.csv")))
      for (const path of [folder, join(folder, "*"), join(folder, "**")]) {
        assert.deepStrictEqual(yield* expandPath(path), all, path)
      }
    })
  )

  it.effect("returns the files of a folder with the names that browsers and wget give", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      for (const name of ["a (1).csv", "a.csv.1", "a.csv.txt", "a.csv.gz"]) yield* write(join(folder, name))
      const found = (yield* expandPath(folder)).map((path) => relative(folder, path))
      assert.deepStrictEqual(found, ["a (1).csv", "a.csv.1", "a.csv.txt"])
    })
  )

  it.effect("fails for a folder and a pattern without data files", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* write(join(folder, "x.txt"))
      yield* write(join(folder, "x.csv.manifest.json"))
      for (const path of [folder, join(folder, "*.csv"), join(folder, "x*")]) {
        const { message } = yield* Effect.flip(expandPath(path))
        assert.strictEqual(
          message,
          `${path} names no data file. Name CSV, NDJSON, JSON or Parquet files, or a folder with some.`
        )
      }
    })
  )
})

describe("the manifest of an exported file", () => {
  const manifest = {
    collection: "complaints" as const,
    query: "state=Ohio",
    spreadsheetSafe: false,
    max: null,
    records: 7,
    rejected: 0,
    claimedTotal: 7,
    startedAt: "2021-07-08T10:00:00.000Z"
  }

  it.effect("is beside the file, with a leading underscore in a partitioned folder", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "day.csv")
      assert.isUndefined(yield* manifestOf(file))
      yield* write(join(folder, "_day.csv.manifest.json"), JSON.stringify({ ...manifest, records: 8 }))
      assert.deepInclude(yield* manifestOf(file), { ...manifest, records: 8 })
      yield* write(join(folder, "day.csv.manifest.json"), JSON.stringify(manifest))
      assert.deepInclude(yield* manifestOf(file), manifest)
    })
  )

  it.effect("names the days that a mirror lacked, or had a part of", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const coverage = { partial: ["2021-07-03"], missing: [{ from: "2021-07-05", to: "2021-07-06" }] }
      const text = JSON.stringify({ ...manifest, coverage: { from: "2021-07-01", complete: 2, ...coverage } })
      yield* write(join(folder, "day.csv.manifest.json"), text)
      const found = yield* manifestOf(join(folder, "day.csv"))
      assert.deepStrictEqual<unknown>(found?.coverage, coverage)
    })
  )

  it.effect("is ignored if it is not a manifest", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      for (const text of ["no JSON", "{}", JSON.stringify({ ...manifest, collection: "calls" })]) {
        yield* write(join(folder, "day.csv.manifest.json"), text)
        assert.isUndefined(yield* manifestOf(join(folder, "day.csv")))
      }
    })
  )
})

describe("the name of a daily file", () => {
  const wednesday = ["2021-07-06"]
  const names: ReadonlyArray<readonly [name: string, days: ReadonlyArray<string>]> = [
    ["DNC_Complaint_Numbers_2021-07-07.csv", wednesday],
    ["folder/dnc_complaint_numbers_2021-07-07.CSV", wednesday],
    ["DNC_Complaint_Numbers_2021-07-07_0.csv", wednesday],
    ["DNC_Complaint_Numbers_2021-07-07 (1).csv", wednesday],
    ["DNC_Complaint_Numbers_2021-07-07(2).csv", wednesday],
    ["DNC_Complaint_Numbers_2021-07-07_0 (1).csv.txt", wednesday],
    ["DNC_Complaint_Numbers_2021-07-07.csv.1", wednesday],
    ["DNC_Complaint_Numbers_2021-07-07.csv.txt", wednesday],
    ["dnc_complaint_numbers_2019-12-16_0.csv", ["2019-12-13", "2019-12-14", "2019-12-15"]],
    ["DNC_Complaint_Numbers_2021-07-32.csv", []],
    ["DNC_Complaint_Numbers_2021-07-07.csv.gz", []],
    ["old DNC_Complaint_Numbers_2021-07-07.csv", []],
    ["DNC_Complaint_Numbers_2021-07-07 half.csv", []]
  ]
  it.each(names)("says which days were published in it: %s", (name, days) => {
    assert.deepStrictEqual<ReadonlyArray<string>>(publishedDays(name), days)
  })
})
