import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { run as runExecutable } from "./executable.ts"
import { run } from "./inProcess.ts"
import { OneDay } from "./oneDay.ts"

const noticeOf = (id: string, date: string, acquiringParty: string, acquiredParty: string) => ({
  id,
  title: `${id}: ${acquiringParty}; ${acquiredParty}`,
  transactionNumber: id.slice(0, 8),
  acquiringParty,
  acquiredParty,
  acquiredEntities: [],
  date,
  created: `${date}T10:00:00+00:00`,
  updated: `${date}T10:00:00+00:00`
})

/** The third is another notice about the transaction of the second. */
const notices = [
  noticeOf("20210001", "2021-01-04", "Acmé Inc.", "Beta"),
  noticeOf("20210002", "2021-02-01", "Acme Inc.", "Gamma"),
  noticeOf("20210002-1", "2021-02-02", "Acme Inc.", "Gamma"),
  noticeOf("20210003", "2021-03-01", "Gamma", "Acme Inc."),
  noticeOf("20210004", "2021-03-02", "Delta", "")
]

/** A mirror of these notices. */
class Parties extends Context.Service<Parties, { readonly mirror: string }>()("Parties") {
  static readonly layer = Layer.effect(
    Parties,
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const [file, mirror] = [join(folder, "parties.ndjson"), join(folder, "parties.duckdb")]
      writeFileSync(file, notices.map((notice) => `${JSON.stringify(notice)}\n`).join(""))
      const { code, stderr } = yield* run(["mirror", "import", file, "--mirror-file", mirror])
      assert.strictEqual(code, 0, stderr)
      return { mirror }
    })
  )
}

const basis =
  "Based on 5 notices, the last changed on 2021-03-02. The notices of the service were not read to the end, so some may be missing.\n"

layer(Parties.layer.pipe(Layer.provideMerge(OneDay.layer)))("a ranking of parties", (it) => {
  const ask = Effect.fnUntraced(function* (line: string, columns?: number) {
    const { mirror } = yield* Parties
    return yield* run([...line.split(" "), "--mirror-file", mirror], {}, columns === undefined ? {} : { columns })
  })

  it.effect("prints a table with a bar for each party, and what it is based on", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* ask("top acquired-parties", 80)
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.deepStrictEqual(
        stdout.split("\n").map((line) => line.replace(/ *█+$/u, "")),
        [
          "Acquired parties by transactions   Most: Acme Inc., 1 transaction, then Beta: 1.",
          "acquired party  transactions  notices",
          "Acme Inc.                  1        1",
          "Beta                       1        1",
          "Gamma                      1        2",
          "Not ranked: 1 notice (no acquired party).",
          "Based on 5 notices, the last changed on 2021-03-02. The notices of the service",
          "were not read to the end, so some may be missing.",
          ""
        ]
      )
    })
  )

  it.effect("counts a transaction once, and a name in any spelling, on either side", () =>
    Effect.gen(function* () {
      const { stderr, stdout } = yield* ask("top parties --format csv")
      assert.deepStrictEqual(stdout.split("\r\n"), [
        "value,transactions,notices,first,last",
        "Acme Inc.,3,4,2021-01-04,2021-03-01",
        "Gamma,2,3,2021-02-01,2021-03-01",
        "Beta,1,1,2021-01-04,2021-01-04",
        "Delta,1,1,2021-03-02,2021-03-02",
        ""
      ])
      assert.strictEqual(stderr, basis)
    })
  )

  it.effect("is one object in JSON", () =>
    Effect.gen(function* () {
      const { stdout } = yield* ask("top acquiring-parties --limit 1 --format json")
      assert.deepStrictEqual(JSON.parse(stdout), {
        top: [{ value: "Acme Inc.", transactions: 2, notices: 3, first: "2021-01-04", last: "2021-02-02" }],
        withoutValue: 0,
        notices: 5,
        lastChanged: "2021-03-02T10:00:00+00:00",
        readToTheEnd: false,
        note: "the notices of the service were not read to the end, so the mirror may lack some",
        basis: basis.trimEnd()
      })
    })
  )

  it.effect("has as many rows as --limit says, of notices from --from to --to", () =>
    Effect.gen(function* () {
      const valuesOf = (flags: string) =>
        Effect.map(ask(`top parties ${flags} --format json`), ({ stdout }) =>
          JSON.parse(stdout).top.map(({ transactions, value }: Readonly<Record<string, unknown>>) => [
            value,
            transactions
          ])
        )
      assert.deepStrictEqual(yield* valuesOf("--limit 2"), [
        ["Acme Inc.", 3],
        ["Gamma", 2]
      ])
      assert.deepStrictEqual(yield* valuesOf("--from 2021-02-01 --to 2021-02-02"), [
        ["Acme Inc.", 1],
        ["Gamma", 1]
      ])
      assert.deepStrictEqual(yield* valuesOf("--from 2021-03-02"), [["Delta", 1]])
      assert.deepStrictEqual(yield* valuesOf("--to 2021-01-03"), [])
    })
  )

  for (const [flags, problem] of [
    [
      "--state Ohio",
      "--state is about complaints, and parties are those of notices. Remove it; --from, --to and --limit"
    ],
    ["--number 216", "--number is about complaints"],
    ["--hour 3", "--hour is about complaints"],
    ["--days 3", "--days is about complaints"],
    ["--places 2", "--places is about complaints"],
    ["--from 2021-02-30", '--from: "2021-02-30" is not a date'],
    ["--to never", '--to: "never" is not a date'],
    ["--from 2021-02-02 --to 2021-02-01", "--to: "],
    ["--limit 0", '--limit: "0" is not an integer of 1 or more.']
  ] as const) {
    it.effect(`is refused with ${flags}`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* ask(`top acquiring-parties ${flags}`)
        assert.deepStrictEqual([code, stdout, stderr.startsWith(problem)], [2, "", true], stderr)
      })
    )
  }

  it.effect("is printed, and exit code 6, with --strict over a mirror that may lack notices", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* ask("top parties --limit 1 --strict --format csv")
      assert.strictEqual(stdout, "value,transactions,notices,first,last\r\nAcme Inc.,3,4,2021-01-04,2021-03-01\r\n")
      assert.deepStrictEqual(
        [code, stderr.includes("The answer lacks some notices of the service.")],
        [6, true],
        stderr
      )
    })
  )

  it.effect("is an answer of the executable", () =>
    Effect.gen(function* () {
      const { mirror } = yield* Parties
      const { code, stderr, stdout } = yield* runExecutable(["top", "parties", "--limit", "1", "--mirror-file", mirror])
      assert.deepStrictEqual([code, stderr, JSON.parse(stdout).value], [0, basis, "Acme Inc."])
    })
  )
})
