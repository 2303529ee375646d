import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "./inProcess.ts"
import { header } from "./oneDay.ts"

/** A complaint from Texas or Ohio, about a call some hours before. */
const complaint = (created: string, called: string, state: string, number = "2165550100"): string =>
  [number, created, called, "", state, "", "Other", "Y"].join()

/** The names of daily files, and their rows: a Sunday in December 2019, and a Wednesday in July 2021. */
const files = {
  "2019-12-16": [complaint("2019-12-15 10:00:00", "2019-12-14 00:00:00", "Ohio")],
  "2021-07-08": [
    complaint("2021-07-07 12:00:00", "2021-07-07 09:30:00", "Texas"),
    complaint("2021-07-07 12:30:00", "2021-07-07 10:00:00", "Texas", "6478951"),
    complaint("2021-07-07 14:00:00", "2021-07-07 12:59:00", "Ohio", "6478951")
  ]
}

/** A mirror with a gap of a year and a half. */
class Gap extends Context.Service<Gap, { readonly folder: string; readonly mirror: string }>()("Gap") {
  static readonly layer = Layer.effect(
    Gap,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "cli-days-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      const paths = Object.entries(files).map(([published, rows]) => {
        const path = join(folder, `DNC_Complaint_Numbers_${published}.csv`)
        writeFileSync(path, [header, ...rows, ""].join("\r\n"))
        return path
      })
      const mirror = join(folder, "mirror.duckdb")
      const covers = ["--covers", "2019-12-15..2021-07-07"]
      const { code, stderr } = yield* run(["mirror", "import", ...paths, "--mirror-file", mirror, ...covers])
      assert.strictEqual(code, 0, stderr)
      return { folder, mirror }
    })
  )
}

const ask = (line: string, columns?: number) =>
  Gap.use(({ mirror }) =>
    run([...line.split(" "), "--mirror-file", mirror], {}, columns === undefined ? {} : { columns })
  )

const linesOf = (line: string, columns?: number) =>
  Effect.map(ask(line, columns), ({ stdout }) =>
    stdout.split(/\r?\n/).map((text) => text.replace(/[ █▏▎▍▌▋▊▉▒]+$/u, ""))
  )

layer(Gap.layer)("trends over a mirror that lacks days", (it) => {
  for (const [line, expected] of [
    [
      "trends --by day",
      [
        "day filed                 reports",
        "2019-12-15                      1",
        "2019-12-16 to 2021-07-06  missing",
        "2021-07-07                      3"
      ]
    ],
    [
      "trends --by week",
      [
        "week filed                  days  reports",
        "2019-12-09                1 of 7        1",
        "2019-12-16 to 2021-07-04       0  missing",
        "2021-07-05                1 of 7        3"
      ]
    ],
    ["trends --by month --from 2021-07-01", ["month filed     days  reports", "2021-07      1 of 31        3"]],
    [
      "trends --by year --split state",
      [
        "year filed                state      days  reports",
        "2019                      Ohio   1 of 365        1",
        "2020-01-01 to 2020-12-31                0  missing",
        "2021                      Ohio   1 of 365        1",
        "2021                      Texas  1 of 365        2"
      ]
    ],
    [
      "trends --by year --split state --wide",
      [
        "year filed                    days     Ohio  Texas",
        "2019                      1 of 365        1      0",
        "2020-01-01 to 2020-12-31         0  missing",
        "2021                      1 of 365        1      2"
      ]
    ],
    [
      "trends --by hour --state texas",
      ["09:00      0       1", "10:00      0       1", "11:00      0       0", "12:00      2       0"]
    ],
    ["trends --by call-hour --state texas", ["09:00              1", "10:00              1"]]
  ] as const) {
    it.effect(`say which time they are of, and show the gap: ${line}`, () =>
      Effect.gen(function* () {
        const lines = yield* linesOf(line, 80)
        const start = lines.indexOf(expected[0])
        assert.deepStrictEqual(lines.slice(start, start + expected.length), [...expected])
      })
    )
  }

  for (const [line, expected] of [
    ["trends --by year", ["year_filed,split,reports,records,days,of", "2019,,1,1,1,365", "2021,,3,3,1,365", ""]],
    [
      "trends --by year --split state --wide",
      ["year_filed,Ohio,Texas,days,of", "2019,1,0,1,365", "2021,1,2,1,365", ""]
    ],
    [
      "trends --by hour --state texas --number 6478951",
      [
        "hour_filed,split,reports,records,called,filter",
        '10,,0,0,1,"number 6478951, state Texas"',
        '12,,1,1,0,"number 6478951, state Texas"',
        ""
      ]
    ],
    [
      "trends --by hour --split call-hour --state texas",
      ["hour_filed,hour_called,reports,records,filter", "12,9,1,1,state Texas", "12,10,1,1,state Texas", ""]
    ]
  ] as const) {
    it.effect(`have a CSV that says the same, and the filter: ${line}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* linesOf(`${line} --format csv`), [...expected])
      })
    )
  }

  it.effect("name the filter in JSON and below the text, and count the days of a period", () =>
    Effect.gen(function* () {
      const { filter, rows } = JSON.parse((yield* ask("trends --by month --robocall true --format json")).stdout)
      assert.deepStrictEqual(
        [filter, rows[1]],
        ["robocalls only", { key: "2021-07", split: null, reports: 3, records: 3, days: 1, of: 31 }]
      )
      const text = yield* ask("top states --subject other", 80)
      assert.include(text.stdout.replaceAll("\n", " "), "to 2021-07-06. Filter: subject other.")
      assert.notInclude((yield* ask("trends --by month", 80)).stdout, "Filter")
    })
  )

  it.effect("rank a number without ten digits as omitted, with its robocalls and times", () =>
    Effect.gen(function* () {
      const { omitted } = JSON.parse((yield* ask("top numbers --number 6478951 --format json")).stdout)
      assert.deepStrictEqual(omitted, [
        {
          value: "6478951",
          reports: 2,
          records: 2,
          places: 2,
          robocalls: { yes: 2, no: 0, unknown: 0 },
          first: "2021-07-07 12:30:00",
          last: "2021-07-07 14:00:00",
          reason: "not a number",
          owner: null
        }
      ])
    })
  )
})

layer(Gap.layer)("a list and an export over a mirror that lacks days", (it) => {
  const days = "Based on 1 of 4 days, 2021-07-04 to 2021-07-07. Missing: 2021-07-04 to 2021-07-06."
  const lacks = "The answer lacks 3 days (2021-07-04 to 2021-07-06). Import them, or remove --strict."
  const range = "--from 2021-07-04 --to 2021-07-07"
  const whole = "--from 2021-07-07 --to 2021-07-07"
  const commandsOf = (folder: string, name: string) => [
    "complaints list --format csv",
    "complaints list --all --number 216 --format ndjson",
    `export complaints --out ${join(folder, name)}`,
    `export complaints --out ${join(folder, `number-${name}`)} --number 216`
  ]

  it.effect("say which, and exit with code 6 with --strict", () =>
    Effect.gen(function* () {
      const { folder } = yield* Gap
      for (const command of commandsOf(folder, "gap.csv")) {
        const usual = yield* ask(`${command} ${range}`)
        assert.deepStrictEqual([usual.code, usual.stderr.includes(`${days}\n`)], [0, true], usual.stderr)
        const strict = yield* ask(`${command} ${range} --strict --quiet`)
        assert.deepStrictEqual([strict.code, strict.stderr.includes(lacks)], [6, true])
        assert.strictEqual(strict.stdout, usual.stdout)
      }
    })
  )

  it.effect("name the days, and allow --strict if the mirror has every day", () =>
    Effect.gen(function* () {
      const { folder } = yield* Gap
      for (const command of commandsOf(folder, "whole.csv")) {
        const { code, stderr } = yield* ask(`${command} ${whole} --strict`)
        assert.deepStrictEqual([code, stderr.includes("Based on 1 day, 2021-07-07.\n")], [0, true], stderr)
      }
      const notices = yield* ask("notices list")
      assert.include(notices.stderr, "Based on 0 notices. The notices of the service were not read to the end")
    })
  )

  it.effect("need a mirror for --strict", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["complaints", "list", "--strict"])
      assert.deepStrictEqual([code, stderr.startsWith("--strict requires a mirror.")], [2, true], stderr)
    })
  )
})
