import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { toldWrong } from "./fuzz/FuzzReport.ts"
import { fuzzedServers, fuzzInProcess, referencePages } from "./fuzz/fuzzInProcess.ts"
import { oddRequest } from "./fuzz/oddRequest.ts"

const count = 20_000

describe("odd requests, in process", () => {
  it.live(`each get an answer that is right in form: the seeds 1 to ${count}`, () =>
    Effect.gen(function* () {
      const servers = yield* fuzzedServers
      const before = referencePages(servers)
      for (const page of before) assert.match(page, /^200 /)
      const report = fuzzInProcess(servers, 1, count)
      assert.strictEqual(report.wrong.map((wrong) => toldWrong(wrong, "fuzz")).join("\n"), "")
      // Requests that all fail, or of which none does, would prove little.
      for (const status of [200, 304, 400, 403, 404, 405, 414]) {
        assert.isAbove(report.statuses.get(status) ?? 0, count / 1_000, report.tally())
      }
      assert.isAbove(report.statuses.get(200) ?? 0, count / 5, report.tally())
      assert.deepStrictEqual(referencePages(servers), before)
    })
  )

  it("are the same again for the same seed", () => {
    for (const seed of [1, 77, 12_345]) assert.deepStrictEqual(oddRequest(seed), oddRequest(seed))
    assert.notDeepEqual(oddRequest(1).url, oddRequest(2).url)
  })
})
