import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { ReferenceServer, type ReferenceServerOptions } from "@public-records/server"
import { assert, describe, it, vi } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { serviceOver } from "./serviceOver.ts"
import { openTerminal, type Terminal } from "./terminal.tsx"

const escape = "\u001B[27u"

/** The client on the reference server with its bundled data, in process. */
const recordsOn = (
  options: ReferenceServerOptions,
  apiKey = "DEMO_KEY"
): Layer.Layer<PublicRecords, PublicRecordsError> =>
  Layer.unwrap(
    ReferenceServer.use(({ url }) =>
      Effect.succeed(PublicRecords.layer({ apiKey, baseUrl: url, requestsPerHour: Infinity, maxWait: Infinity }))
    )
  ).pipe(
    Layer.provide(ReferenceServer.httpClient),
    Layer.provide(ReferenceServer.layerInProcess(options)),
    Layer.catchTag("ReferenceServerError", (error) => Layer.effect(PublicRecords, Effect.die(error)))
  )

const open = async (options: ReferenceServerOptions = { rateLimit: "off" }, apiKey = "DEMO_KEY"): Promise<Terminal> =>
  openTerminal(await serviceOver(recordsOn(options, apiKey)), { columns: 100, rows: 30 })

const shows = (terminal: Terminal, text: string): Promise<void> => terminal.until((frame) => frame.includes(text))

describe("the bundled data", () => {
  it("shows the first and the last row of the real file", async () => {
    const terminal = await open()
    await shows(terminal, "50 of 14,034 loaded")
    assert.include(terminal.frame(), "2021-07-07 23:59 (979) 246-7685")
    await terminal.keys("G")
    await shows(terminal, "84 of 14,034 loaded")
    assert.match(terminal.frame(), /▶ 2021-07-07 00:00 \(602\) 837-4562 Sun Lakes +Arizona/)
    terminal.close()
  })

  it("filters by a state, opens a record and goes back", async () => {
    const terminal = await open()
    await shows(terminal, "50 of 14,034 loaded")
    await terminal.keys("f", "\t\t\t\t\t\t\tohio", "\u0013")
    await shows(terminal, "50 of 615 loaded")
    await terminal.keys("\r")
    assert.match(terminal.frame(), /STATE +Ohio/)
    assert.include(terminal.frame(), "not verified")
    assert.notInclude(terminal.frame(), ".invalid")
    assert.match(terminal.frame(), /LINK +—/)
    await terminal.keys("o")
    assert.include(terminal.frame(), "Local records have no web address.")
    await terminal.keys(escape, "x")
    await shows(terminal, "50 of 14,034 loaded")
    terminal.close()
  })

  it("shows the notices", async () => {
    const terminal = await open()
    await terminal.keys("2")
    await shows(terminal, "NOTICES · 50 loaded")
    assert.include(terminal.frame(), "data through 2021-02-01")
    terminal.close()
  })
})

describe("an error of the service", () => {
  it("suggests what to do about a wrong key, and shows no part of it", async () => {
    const terminal = await open({}, "a-key-that-is-wrong")
    await shows(terminal, "403 API KEY REJECTED")
    assert.include(terminal.frame(), "Check PUBLIC_RECORDS_API_KEY")
    assert.notInclude(terminal.frame(), "a-key")
    terminal.close()
  })

  it("shows how long the rate limit lasts, and logs nothing onto the screen", async () => {
    const logged = vi.spyOn(console, "log")
    const terminal = await open({ rateLimit: { limit: 1, window: "1 hour" } })
    await shows(terminal, "50 of 14,034 loaded")
    await terminal.keys("L")
    assert.match(terminal.frame(), /0 requests are left.*280 h\./s)
    await terminal.keys(escape, "G")
    await terminal.until((frame) => /rate limit reached, next in (59|60):\d\d/.test(frame))
    await terminal.keys(escape)
    await shows(terminal, "Canceled")
    assert.include(terminal.frame(), "50 of 14,034 loaded")
    assert.deepStrictEqual(logged.mock.calls, [])
    logged.mockRestore()
    terminal.close()
  })
})
