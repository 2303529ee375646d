import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import { run } from "./inProcess.ts"
import { ask, OneDay } from "./oneDay.ts"

layer(OneDay.layer)("a mirror as the source of records", (it) => {
  for (const [line, problem] of [
    ["top states --from 2021-07-08 --to 2021-07-07", "--to: The range ends on 2021-07-07, before it begins"],
    ["complaints list --created-from 2021-07-08 --created-to 2021-07-07", "--created-to: The range ends on 2021-07-07"],
    ["top states --from 2021-07-07 --days 2", "--days: Ask for a range of created dates or for a number of days"],
    [
      "complaints list --from 2021-07-07 --created-from 2021-07-08",
      "--from and --created-from cannot be used together. Remove one of them."
    ],
    [
      "complaints list --to 2021-07-07 --created-to 2021-07-08",
      "--to and --created-to cannot be used together. Remove one of them."
    ],
    ["top states --days 100000", '--days: The number of days is a whole number from 1 to 99999, not "100000".'],
    ["complaints list --days 5000000", '--days: The number of days is a whole number from 1 to 99999, not "5000000".'],
    ["complaints list --created-to 2021-02-30", '--created-to: "2021-02-30" is not a date'],
    ["top numbers --to 2021-02-30", '--to: "2021-02-30" is not a date'],
    ["top numbers --state Ohoi", '--state: "Ohoi" is not'],
    ["notices list --date 2021-02-30", '--date: "2021-02-30" is not a date'],
    [
      "top states --subject qther",
      '--subject: the mirror has no complaint with the subject "qther". Did you mean "Other"?'
    ]
  ] as const) {
    it.effect(`names the flag with a problem: ${line}`, () =>
      Effect.gen(function* () {
        const { code, stderr } = yield* ask(line)
        assert.deepStrictEqual([code, stderr.startsWith(problem)], [2, true], stderr)
      })
    )
  }

  it.effect("may be asked for more days than it has", () =>
    Effect.gen(function* () {
      assert.match((yield* ask("top states --days 99999 --format csv")).stdout, /\r\nOhio,8,/)
      assert.strictEqual(
        (yield* ask("complaints list --days 99999 --limit 2")).stderr,
        "2 of 10 shown; --all prints the rest.\nBased on 1 of 99,969 days, 1747-09-24 to 2021-07-07. Missing: 1747-09-24 to 2018-12-27, 2019-01-27 to 2021-07-06. Not published: 2018-12-28 to 2019-01-26.\n"
      )
    })
  )

  it.effect("takes each end of a range from either flag", () =>
    Effect.gen(function* () {
      for (const range of ["--from 2021-07-07 --created-to 2021-07-07", "--created-from 2021-07-07 --to 2021-07-07"]) {
        const { stderr } = yield* ask(`complaints list --limit 2 ${range}`)
        assert.strictEqual(stderr, "2 of 10 shown; --all prints the rest.\nBased on 1 day, 2021-07-07.\n")
      }
    })
  )

  it.effect("has no record with an unknown id, which has its own exit code", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* ask("complaints get unknown")
      assert.deepStrictEqual([code, stderr.includes("unknown")], [7, true], stderr)
    })
  )

  it.effect("accepts its own filters even if it is empty", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const empty = ["--mirror-file", join(folder, "empty.db")]
      yield* run(["mirror", "import", join(folder, "notices.ndjson"), ...empty])
      const { code, stderr } = yield* run(["complaints", "list", "--number", "216", ...empty])
      assert.deepStrictEqual(
        [code, stderr],
        [0, "Based on no days.\nNo complaints match. The data contains no complaints.\n"]
      )
      assert.strictEqual((yield* run(["complaints", "list", "--strict", ...empty])).code, 6)
    })
  )

  it.effect("has the days of an export, with any filters", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const daysOf = (line: string) =>
        Effect.map(
          ask(`export complaints --out ${join(folder, "all.csv")} --report json --quiet ${line}`),
          ({ stdout }) => JSON.parse(stdout).daysAdded
        )
      assert.strictEqual(yield* daysOf("--created-date 2021-07-07"), 1)
      assert.strictEqual(yield* daysOf("--created-date 2021-07-07 --subject other"), 1)
      assert.isNull(yield* daysOf("--number 216"))
    })
  )
})
