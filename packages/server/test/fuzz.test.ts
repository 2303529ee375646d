import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FuzzReport, formatWrongResponse } from "./fuzz/FuzzReport.ts"
import { fuzzedServers, fuzzInProcess, referencePages } from "./fuzz/fuzzInProcess.ts"
import { fuzzedSocket } from "./fuzz/fuzzSocket.ts"
import { oddRequest } from "./fuzz/oddRequest.ts"

const seeds = 5_000

// `pnpm soak --only fuzz` sends a million.
describe("odd requests, in process", () => {
  it(`get a valid response for each seed from 1 to ${seeds}`, async () => {
    const servers = await Effect.runPromise(fuzzedServers)
    const before = await referencePages(servers)
    for (const page of before) assert.match(page, /^200 /)
    const report = new FuzzReport()
    await fuzzInProcess(servers, 1, seeds, report)
    assert.strictEqual(report.wrong.map((wrong) => formatWrongResponse(wrong, "fuzz")).join("\n"), "")
    // The test proves little if all requests fail or none does.
    for (const status of [200, 304, 400, 403, 404, 405, 414]) {
      assert.isAbove(report.statuses.get(status) ?? 0, 20, report.tally())
    }
    assert.isAbove(report.statuses.get(200) ?? 0, seeds / 5, report.tally())
    assert.deepStrictEqual(await referencePages(servers), before)
  })

  it("are the same for the same seed", () => {
    for (const seed of [1, 77, 12_345]) assert.deepStrictEqual(oddRequest(seed), oddRequest(seed))
    assert.notDeepEqual(oddRequest(1).url, oddRequest(2).url)
  })
})

describe("odd requests, over a socket", () => {
  const count = 2_000

  it(`get a valid response for each seed from 1 to ${count}`, async () => {
    const { close, fuzz, referencePages } = await fuzzedSocket()
    try {
      const before = await referencePages()
      for (const page of before) assert.match(page, /^200 /)
      const report = new FuzzReport()
      await fuzz(1, count, report)
      assert.strictEqual(report.wrong.map((wrong) => formatWrongResponse(wrong, "fuzz-socket")).join("\n"), "")
      assert.deepStrictEqual(await referencePages(), before)
    } finally {
      await close()
    }
  })
})
