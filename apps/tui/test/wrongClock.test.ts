import { assert, describe, it } from "@effect/vitest"
import { PublicRecords } from "@public-records/core"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { serviceOver } from "./serviceOver.ts"
import { openTerminal } from "./terminal.tsx"

/** A service without records, whose clock is behind this machine's. */
const serviceBehind = (days: number) => {
  const http = HttpClient.make((request) =>
    Effect.sync(() => {
      const date = new Date(Date.now() - days * 86_400_000).toUTCString()
      const body = JSON.stringify({ data: [], meta: { "records-total": 0 } })
      const headers = { "content-type": "application/json", date }
      return HttpClientResponse.fromWeb(request, new Response(body, { headers }))
    })
  )
  return PublicRecords.layer({ apiKey: "a-key", baseUrl: "https://service.test" }).pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
  )
}

describe("a table without matches", () => {
  it.each([
    [20, true],
    [0, false]
  ])("by a clock that is %d days ahead says whether the clock is wrong", async (days, isWrong) => {
    const terminal = await openTerminal(await serviceOver(serviceBehind(days)), { columns: 100, rows: 30 })
    await terminal.until((frame) => frame.includes("There are no complaints."))
    await terminal.keys("f", "\t\t\t\t\t\t\tohio", "\u0013")
    await terminal.until((frame) => frame.includes("No matches."))
    assert.strictEqual(terminal.frame().includes("This machine's clock is 20d ahead of the service's."), isWrong)
    terminal.close()
  })
})
