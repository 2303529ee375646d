import { assert, describe, it, layer } from "@effect/vitest"
import { ComplaintFilters, NoticeFilters } from "@public-records/core"
import { Context, Effect, Layer } from "effect"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { complaintMembers, noticeMembers } from "../src/flags.ts"
import { cannedService, page } from "./cannedService.ts"
import { run } from "./inProcess.ts"
import { ask, OneDay } from "./oneDay.ts"

const undocumented = "The service answers ranges of dates, but does not document them.\n"
const withKey = { PUBLIC_RECORDS_API_KEY: "a-key" }

it("every member of a query is a flag of its list, except parameters that are not checked", () => {
  const { unchecked: _, ...complaints } = ComplaintFilters.fields
  assert.sameMembers<string>(complaintMembers, [...Object.keys(complaints), "sort", "offset"])
  assert.sameMembers<string>(noticeMembers, [...Object.keys(NoticeFilters.fields), "sortBy", "sort", "offset"])
})

describe("the service", () => {
  const askService = Effect.fnUntraced(function* (line: string) {
    const { requests, url } = yield* cannedService(page())
    const done = yield* run([...line.split(" "), "--base-url", url, "--allow-http"], withKey)
    return { ...done, requests }
  })

  for (const [line, problem] of [
    ["complaints list --hour 3", "--hour: The service has no filter for --hour, but a local mirror has one."],
    ["notices list --party Buyer", "--party: The service has no filter for --party, but a local mirror has one."],
    ["notices list --created-since 2021-07-07", "--created-since: The service has no filter for --created-since,"],
    ["notices list --date 2021-01-04 --date-to 2021-01-05", "--date-to: The --date cannot be combined with --date-to."],
    ["notices list --title a --title-exactly b", "--title-exactly: Only one filter for the title is allowed."],
    ["export notices --out - --party Buyer", "--party: The service has no filter for --party,"]
  ] as const) {
    it.effect(`is not asked what only a mirror can answer: ${line}`, () =>
      Effect.gen(function* () {
        const { code, requests, stderr } = yield* askService(line)
        assert.deepStrictEqual([code, requests, stderr.startsWith(problem)], [2, [], true], stderr)
        assert.include(stderr, "A local mirror answers every combination of filters")
      })
    )
  }

  it.effect("says beside its notices that it does not document ranges of dates", () =>
    Effect.gen(function* () {
      const list = "notices list --date-from 2021-01-04 --date-to 2021-01-05"
      const { requests, stderr } = yield* askService(list)
      assert.strictEqual(stderr, `${undocumented}No notices match.\n`)
      assert.include(decodeURIComponent(requests[0]?.url ?? ""), "[value][]=2021-01-04&")
      assert.include(
        (yield* askService("export notices --out - --format csv --date-from 2021-01-04")).stderr,
        undocumented
      )
      for (const silent of [`${list} --quiet`, "notices list --date 2021-01-04"]) {
        assert.notInclude((yield* askService(silent)).stderr, undocumented, silent)
      }
    })
  )
})

/** A mirror of notices 1 to 3: Buyer bought Target, Rival bought Buyer, and Rival bought Target. */
class Deals extends Context.Service<Deals, { readonly mirror: string }>()("Deals") {
  static readonly layer = Layer.effect(
    Deals,
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const lines = [
        ["Buyer", "Target"],
        ["Rival", "Buyer"],
        ["Rival", "Target"]
      ].map(([acquiringParty = "", acquiredParty = ""], index) =>
        JSON.stringify({
          type: "early_termination_notice",
          id: String(index + 1),
          title: `${acquiringParty}; ${acquiredParty}`,
          transactionNumber: `2021000${index + 1}`,
          acquiringParty,
          acquiredParty,
          acquiredEntities: [],
          date: `2021-01-0${index + 1}`,
          created: `2021-02-0${index + 1}T10:00:00+00:00`,
          updated: "2021-03-01T10:00:00+00:00"
        })
      )
      const [file, mirror] = [join(folder, "deals.ndjson"), join(folder, "deals.db")]
      writeFileSync(file, `${lines.join("\n")}\n`)
      const { code, stderr } = yield* run(["mirror", "import", file, "--mirror-file", mirror])
      assert.strictEqual(code, 0, stderr)
      return { mirror }
    })
  )
}

layer(Deals.layer.pipe(Layer.provideMerge(OneDay.layer)))("a mirror", (it) => {
  const idsOf = Effect.fnUntraced(function* (command: string, flags: ReadonlyArray<string>) {
    const { mirror } = yield* Deals
    const line = [...command.split(" "), ...flags, "--sort", "asc", "--format", "ndjson", "--mirror-file", mirror]
    const { code, stderr, stdout } = yield* run(line)
    assert.strictEqual(code, 0, stderr)
    assert.notInclude(stderr, undocumented)
    const ids: ReadonlyArray<string> = stdout.split("\n").flatMap((text) => (text === "" ? [] : [JSON.parse(text).id]))
    return ids
  })

  for (const [flags, ids] of [
    [
      ["--party", "BUYER"],
      ["1", "2"]
    ],
    [["--acquiring-party", "Buyer"], ["1"]],
    [["--acquired-party", "Buyer"], ["2"]],
    [
      ["--date-from", "2021-01-02"],
      ["2", "3"]
    ],
    [
      ["--date-to", "2021-01-02"],
      ["1", "2"]
    ],
    [["--date-from", "latest"], ["3"]],
    [
      ["--created-since", "2021-02-02"],
      ["2", "3"]
    ],
    [["--created-since", "2021-02-02T10:00:01Z"], ["3"]],
    [["--title-exactly", "rival; buyer"], ["2"]],
    [["--id", "3"], ["3"]],
    [["--party", "Buyer", "--date-from", "2021-01-02", "--created-since", "2021-02-01", "--title", "rival"], ["2"]]
  ] as const) {
    it.effect(`lists and exports the notices of ${flags.join(" ")}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* idsOf("notices list", flags), ids)
        assert.deepStrictEqual(yield* idsOf("export notices --out -", flags), ids)
      })
    )
  }

  it.effect("has the complaints of an hour, for lists, exports, rankings, trends and numbers", () =>
    Effect.gen(function* () {
      const list = yield* ask("complaints list --hour 12 --format csv")
      assert.deepStrictEqual([list.stdout.split("\r\n").length, list.stderr], [4, "Based on 1 day, 2021-07-07.\n"])
      assert.strictEqual((yield* ask("export complaints --hour 12 --out - --format csv")).stdout, list.stdout)
      assert.match((yield* ask("top states --hour 12 --format csv")).stdout, /\r\nOhio,1,.*\r\nTexas,1,/)
      assert.match((yield* ask("trends --by day --hour 12 --format csv")).stdout, /\r\n2021-07-07,,2,2,/)
      assert.strictEqual(JSON.parse((yield* ask("number 2165550100 --hour 12")).stdout).reports, 1)
      for (const hour of ["24", "x", "1.5"]) {
        const { code, stderr } = yield* ask(`complaints list --hour ${hour}`)
        assert.deepStrictEqual([code, stderr], [2, `--hour: The hour is a whole number from 0 to 23, not "${hour}".\n`])
      }
    })
  )

  it.effect("refuses text that is no number before a file is written", () =>
    Effect.gen(function* () {
      const { folder } = yield* OneDay
      const file = join(folder, "none.csv")
      const { code, stderr } = yield* ask(`export complaints --number none --out ${file}`)
      assert.deepStrictEqual(
        [code, stderr.startsWith('--number: "none" is not a telephone number;')],
        [2, true],
        stderr
      )
      assert.isFalse([file, `${file}.partial`, `${file}.checkpoint`].some((path) => existsSync(path)))
    })
  )
})
