import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./inProcess.ts"
import { dailyFile, header, row } from "./oneDay.ts"

const notice = (id: string, acquiringParty: string, transactionNumber = id) => ({
  type: "early_termination_notice",
  id,
  title: `${transactionNumber}: ${acquiringParty}; Other`,
  transactionNumber,
  acquiringParty,
  acquiredParty: "Other",
  acquiredEntities: [],
  date: "2021-01-04",
  created: "2021-07-07T10:00:00+00:00",
  updated: "2021-07-07T10:00:00+00:00"
})

const notices = [
  notice("20210001", "Nestl\u00E9 S.A."),
  notice("20210002", "Macy\u2019s, Inc."),
  notice("20210003", "Johnson & Johnson"),
  notice("20210004", "Johnson & Johnson", "20210003")
]

const complaints = [
  row("2165550100", "09:05:00", "Thompson\u2019s station,Ohio,216", "Y"),
  row("2165550101", "09:06:00", "Akron,Ohio,330", "Y")
]

/** Each file, and a mirror of both. */
class Names extends Context.Service<Names, { readonly data: ReadonlyArray<string>; readonly mirror: string }>()(
  "Names"
) {
  static readonly layer = Layer.effect(
    Names,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-names-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      const data = [join(folder, dailyFile), join(folder, "notices.ndjson")] as const
      writeFileSync(data[0], [header, ...complaints, ""].join("\r\n"))
      writeFileSync(data[1], notices.map((one) => `${JSON.stringify(one)}\n`).join(""))
      const mirror = join(folder, "mirror.duckdb")
      const { code, stderr } = yield* run(["mirror", "import", folder, "--mirror-file", mirror])
      assert.strictEqual(code, 0, stderr)
      return { data, mirror }
    })
  )
}

/** Asks for the notices of a party. */
const party = Effect.fnUntraced(function* (name: string, ...flags: ReadonlyArray<string>) {
  const { mirror } = yield* Names
  return yield* run(["party", name, "--mirror-file", mirror, ...flags], {}, { columns: 100 })
})

layer(Names.layer)("names in local records", (it) => {
  it.effect("are found by party, which says how", () =>
    Effect.gen(function* () {
      for (const [name, found, says] of [
        ["NESTLE SA", "Nestl\u00E9 S.A.", /^Based on 4 notices/m],
        ["Macys", "Macy\u2019s", /^Based on 4 notices/m],
        [
          "Nestle Inc",
          "Nestl\u00E9",
          /^Nestle Inc {3}1 notice names this party, also without its ending, as "Nestle"\.$/m
        ],
        ["Johnson and Johnson", "Johnson & J", / 2 notices name this party in 1 transaction\.$/m],
        ["Jonson & Johnson", "", /No notice names "Jonson & Johnson"\. Similar names: "Johnson & Johnson"\.$/m],
        ["Xq Inc", "", /No notice names "Xq Inc", also without its ending, as "Xq"\.$/m]
      ] as const) {
        const { code, stdout } = yield* party(name)
        assert.strictEqual(code, 0)
        assert.include(stdout, found)
        assert.match(stdout, says)
      }
      const { party: rows, ...rest } = JSON.parse((yield* party("Johnson & Johnson Co", "--format", "json")).stdout)
      const { similar, transactions, withoutEnding } = rest
      assert.deepStrictEqual([rows.length, transactions, withoutEnding, similar], [2, 1, "Johnson & Johnson", []])
    })
  )

  it.effect("are found by the filters of a list, in files and in a mirror", () =>
    Effect.gen(function* () {
      const { data, mirror } = yield* Names
      const sources = [data.flatMap((path) => ["--data", path]), ["--mirror-file", mirror, "--mirror"]]
      for (const [words, count] of [
        [["complaints", "list", "--state", "Ohio", "--city", "Thompson's station"], 1],
        [["complaints", "list", "--state", "Ohio", "--city", "Thompson"], 0],
        [["notices", "list", "--title", "nestle"], 1],
        [["notices", "list", "--title", '"johnson and johnson"'], 2],
        [["notices", "list", "--title", "macys"], 1],
        [["notices", "list", "--title", "nest"], 0],
        [["notices", "list", "--title-contains", "NESTLE SA"], 1],
        [["notices", "list", "--title-contains", "; "], 4]
      ] as const) {
        for (const source of sources) {
          const { stdout } = yield* run([...words, ...source, "--format", "ndjson"])
          assert.lengthOf(stdout.split("\n").slice(0, -1), count, [...words, ...source].join(" "))
        }
      }
    })
  )
})
