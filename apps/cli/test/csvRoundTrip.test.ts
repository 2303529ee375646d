import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./inProcess.ts"

// Set by `scripts/test.ts`.
const hasPython = (process.env["PUBLIC_RECORDS_TEST_PROGRAMS"] ?? "").split(",").includes("python3")

const pieces = [
  "x",
  " ",
  ",",
  '"',
  '""',
  "\r",
  "\n",
  "\r\n",
  "\u0000",
  "\t",
  "'",
  "=1+1",
  "\\",
  "#",
  ";",
  "null",
  "[]",
  "\u0085",
  "\u2028",
  "\uFEFF",
  "é東京"
]
/** Each piece alone and next to each other piece, except the cells that only `--spreadsheet-safe` writes, which are read without `'`. */
const awkwardCells = [...pieces, ...pieces.flatMap((first) => pieces.map((second) => first + second))].filter(
  (cell) => !/^'[=\t\r]/.test(cell)
)

const complaintColumns = [
  "company-phone-number",
  "consumer-city",
  "consumer-state",
  "consumer-area-code",
  "subject",
  "recorded-message-or-robocall"
]
const noticeColumns = ["title", "transaction-number", "acquiring-party", "acquired-party"]

/** Returns a different time for each record, newest first, so that the order is well-defined. */
const momentOf = (place: number): string => new Date(Date.UTC(2022, 0, 1) - place * 1000).toISOString().slice(0, 19)

const complaint = (attributes: object, place: number) => ({
  type: "dnc_complaint",
  id: `c${place}`,
  attributes: {
    "created-date": momentOf(place).replace("T", " "),
    "violation-date": "2021-07-06 10:00:00",
    ...attributes
  }
})

const notice = (attributes: object, place: number) => ({
  type: "early_termination_notice",
  id: `n${place}`,
  attributes: {
    title: "title",
    date: "2021-07-06",
    created: `${momentOf(place)}+00:00`,
    updated: `${momentOf(place)}+00:00`,
    ...attributes
  }
})

/** Records with one awkward cell in one column, then records with an awkward cell in every column. */
const rowsOf = (columns: ReadonlyArray<string>): ReadonlyArray<Readonly<Record<string, string>>> => [
  ...columns.flatMap((column) => pieces.map((piece) => ({ [column]: piece }))),
  ...awkwardCells.map((cell) => Object.fromEntries(columns.map((column) => [column, cell])))
]

/** Records of both collections, and their cells in the order of the CSV columns. */
const collections = [
  {
    name: "complaints",
    records: rowsOf(complaintColumns).map(complaint),
    cellsOf: (record: { readonly attributes: object }) => {
      const text: Readonly<Record<string, string>> = { ...record.attributes }
      const [number, ...others] = complaintColumns.map((column) => text[column] ?? "")
      return [number, text["created-date"], text["violation-date"], ...others]
    }
  },
  {
    name: "notices",
    records: [
      ...rowsOf(noticeColumns),
      ...awkwardCells.map((cell) => ({ "acquired-entities": [cell, "x"], tags: [cell] })),
      ...awkwardCells.map((cell) => ({ "acquired-entities": [cell] })),
      { "acquired-entities": [] },
      { "acquired-entities": ["A, Inc.", "B", "123", "null"] }
    ].map(notice),
    cellsOf: undefined
  }
]

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const pythonReader = `
import csv, json, sys
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    print(json.dumps(list(csv.reader(file))))
`
const pythonReadsNul = `
import sys
sys.exit(0 if sys.version_info >= (3, 11) else 1)
`

const inPython = (program: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("python3", ["-c", program, ...args], { encoding: "utf8", maxBuffer: 100_000_000 })

const readsNul = (): boolean => {
  try {
    inPython(pythonReadsNul)
    return true
  } catch {
    return false
  }
}

for (const { cellsOf, name, records } of collections) {
  describe(`${name} with awkward cells in every column, as CSV`, () => {
    /** The records as a file of JSON and as a file of CSV that \`list\` printed. */
    const written = Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [json, csv] = [join(folder, "records.json"), join(folder, "records.csv")]
      writeFileSync(json, JSON.stringify(records))
      const { code, stderr, stdout } = yield* run([name, "list", "--data", json, "--all", "--quiet", "--format", "csv"])
      assert.deepStrictEqual([code, stderr], [0, ""])
      writeFileSync(csv, stdout)
      return { folder, json, csv, text: stdout }
    })

    it.effect("are unchanged after the reference server loads them, and identical after an export", () =>
      Effect.gen(function* () {
        const { csv, folder, text } = yield* written
        const again = yield* run([name, "list", "--data", csv, "--all", "--quiet", "--format", "csv"])
        assert.deepStrictEqual([again.code, again.stderr], [0, ""])
        assert.isTrue(again.stdout === text, "list")
        const out = join(folder, "exported.csv")
        const exported = yield* run(["export", name, "--data", csv, "--out", out, "--quiet"])
        assert.deepStrictEqual([exported.code, exported.stderr], [0, ""])
        assert.isTrue(readFileSync(out, "utf8") === text, "export")
      })
    )

    it.effect("are unchanged after the reference server loads a file for spreadsheets", () =>
      Effect.gen(function* () {
        const { folder, json, text } = yield* written
        const safe = yield* run([
          name,
          "list",
          "--data",
          json,
          "--all",
          "--quiet",
          "--format",
          "csv",
          "--spreadsheet-safe"
        ])
        const csv = join(folder, "safe.csv")
        writeFileSync(csv, safe.stdout)
        const again = yield* run([name, "list", "--data", csv, "--all", "--quiet", "--format", "csv"])
        assert.deepStrictEqual([safe.code, again.code, again.stderr], [0, 0, ""])
        assert.isTrue(safe.stdout.startsWith("\uFEFF"))
        assert.isTrue(again.stdout === text)
      })
    )

    it.effect("are unchanged after csv-parse reads them", () =>
      Effect.gen(function* () {
        const { text } = yield* written
        const [, ...rows] = parse(text)
        assert.lengthOf(rows, records.length)
        if (cellsOf !== undefined) assert.deepStrictEqual(rows, records.map(cellsOf))
      })
    )

    if (!hasPython) return
    it.effect("are the same in Python's csv as in csv-parse", () =>
      Effect.gen(function* () {
        const { csv, text } = yield* written
        // Before 3.11, Python's csv does not accept NUL.
        const readable = readsNul() ? text : text.replaceAll("\u0000", "")
        writeFileSync(csv, readable)
        assert.deepStrictEqual(JSON.parse(inPython(pythonReader, csv)), parse(readable))
      })
    )
  })
}
