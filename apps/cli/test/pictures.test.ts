import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, OneDay } from "./oneDay.ts"

const source = "Source: United States Federal Trade Commission, www.ftc.gov"

layer(OneDay.layer)("a picture of an answer", (it) => {
  for (const [line, title, text] of [
    ["trends --by state", "Reports by state", "Most: Ohio, 8 reports (80 %), then Texas: 2."],
    ["trends --by hour --split robocall", "Reports by hour filed and robocall", "Dark: robocalls."],
    ["top numbers --state Ohio", "Numbers by reports", "Filter: state Ohio."],
    ["top parties", "Parties by transactions", "Based on 1 notice"],
    ["number 2165550100", "(216) 555-0100", "Robocalls: 2 of 3 (67 %); 1 do not say."]
  ] as const) {
    it.effect(`has its title, its basis and the source: ${line}`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* ask(`${line} --format svg`)
        assert.deepStrictEqual([code, stderr], [0, ""])
        assert.match(stdout, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>\n$/)
        for (const part of [`<title>${title}</title>`, text, "Based on 1 ", source]) assert.include(stdout, part)
      })
    )
  }

  for (const [line, problem] of [
    ["number 216 --rows --format svg", "--rows has no picture."],
    ["party blockbuster --format svg", "--format"],
    ["complaints list --mirror --format svg", "--format"],
    ["trends --by month --wide", "--wide requires --split."]
  ] as const) {
    it.effect(`is refused: ${line}`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* ask(line)
        assert.deepStrictEqual([code, stdout, stderr.includes(problem)], [2, "", true], stderr)
      })
    )
  }

  it.effect("is printed, and exit code 6, over a gap with --strict", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* ask("trends --by day --from 2021-07-06 --strict --format svg")
      assert.deepStrictEqual([code, stdout.includes("Missing: 2021-07-06.")], [6, true])
    })
  )
})
