import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core"
import { ReferenceServer, type SocketOptions } from "../../src/index.ts"
import { operations } from "../contractChecks.ts"
import { chromiumProgram } from "../chromium.ts"

class Chromium extends Context.Service<Chromium, Browser>()("@public-records/server/test/Chromium") {
  static readonly layer = Layer.effect(
    Chromium,
    Effect.acquireRelease(
      Effect.promise(() =>
        chromium.launch({
          executablePath: chromiumProgram ?? "chromium",
          // Playwright uses a temporary profile. The flags prevent requests to other machines.
          args: [
            ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync"
          ]
        })
      ),
      (browser) => Effect.promise(() => browser.close())
    )
  )
}

/** The page in a browser, with its problems and requests. */
interface Opened {
  readonly page: Page
  readonly url: string
  /** Errors and warnings in the console, and uncaught exceptions. */
  readonly problems: ReadonlyArray<string>
  /** The URL of each request and the key in its header. */
  readonly requests: ReadonlyArray<{ readonly url: string; readonly key: string | undefined }>
}

const socket = (options: SocketOptions) => ReferenceServer.layerSocket({ port: 0, rateLimit: "off", ...options })

const opened = Effect.fnUntraced(function* (options: BrowserContextOptions = {}) {
  const browser = yield* Chromium
  const { url } = yield* ReferenceServer
  const context = yield* Effect.acquireRelease(
    Effect.promise(() => browser.newContext({ ignoreHTTPSErrors: true, ...options })),
    (context) => Effect.promise(() => context.close())
  )
  const page = yield* Effect.promise(() => context.newPage())
  const problems: Array<string> = []
  const requests: Array<{ url: string; key: string | undefined }> = []
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text())
  })
  page.on("pageerror", ({ message }) => problems.push(message))
  page.on("request", (request) => requests.push({ url: request.url(), key: request.headers()["x-api-key"] }))
  yield* Effect.promise(() => page.goto(`${url}/docs`))
  yield* Effect.promise(() => page.locator(".operation").first().waitFor())
  return { page, url, problems, requests } satisfies Opened
})

/** Submits an operation's form. Returns the status line and the body of the response. */
const send = (operation: Locator) =>
  Effect.promise(async () => {
    await operation.getByRole("button", { name: "Send request" }).click()
    await operation.getByRole("status").getByText("responded with").waitFor()
    const panel = operation.locator(".panel")
    return { status: await panel.locator(".status").innerText(), body: await panel.locator("pre").last().innerText() }
  })

layer(Chromium.layer, { timeout: 120_000 })("the page at /docs, in a browser", (it) => {
  for (const [kind, options] of [
    ["HTTPS with a self-signed certificate", { tls: "self-signed" }],
    ["plain HTTP", { tls: "off", allowHttp: true }]
  ] as const) {
    it.effect(`shows the complete contract over ${kind}, sends requests only to its server and shows the record`, () =>
      Effect.gen(function* () {
        const { page, problems, requests, url } = yield* opened()
        const text = yield* Effect.promise(() => page.locator("main").innerText())
        const routes = yield* Effect.promise(() => page.locator(".route code").allInnerTexts())
        assert.deepStrictEqual(
          routes,
          operations.map(([path]) => path)
        )
        for (const [, { parameters = [], responses, operationId }] of operations) {
          const section = page.locator(`#${operationId}`)
          const labels = yield* Effect.promise(() => section.locator("label").allTextContents())
          assert.deepStrictEqual(
            labels,
            parameters.map(({ name }) => name)
          )
          const statuses = yield* Effect.promise(() => section.locator(".response > summary .code").allInnerTexts())
          assert.deepStrictEqual(statuses, Object.keys(responses))
        }
        assert.include(text, "reported by consumers and not verified")
        const items = yield* Effect.promise(() => page.locator(".prose li").allTextContents())
        assert.notInclude(items, "")
        const operation = page.locator("#listComplaints")
        yield* Effect.promise(() => operation.getByRole("button", { name: "Brooklyn, New York, oldest first" }).click())
        const { body, status } = yield* send(operation)
        assert.match(status, /^200/)
        assert.include(body, '"consumer-city": "Brooklyn"')
        const sent = requests.at(-1)
        assert.strictEqual(
          sent?.url,
          `${url}/v0/dnc-complaints?state=%22New%20York%22&city=Brooklyn&sort_order=ASC&items_per_page=5`
        )
        assert.strictEqual(sent?.key, "DEMO_KEY")
        assert.isAbove(requests.length, 5)
        for (const { url: requested } of requests) assert.match(requested, new RegExp(`^(?:${url}/|data:)`))
        assert.deepStrictEqual(problems, [])
      }).pipe(Effect.scoped, Effect.provide(socket(options)))
    )
  }

  it.effect("shows the 403 for a wrong key and never writes the key to a URL or to storage", () =>
    Effect.gen(function* () {
      const { page, requests } = yield* opened()
      yield* Effect.promise(() => page.getByLabel("API key").fill("canary-key"))
      const { body, status } = yield* send(page.locator("#getNotice"))
      assert.match(status, /^403/)
      assert.include(body, "API_KEY_INVALID")
      assert.strictEqual(requests.at(-1)?.key, "canary-key")
      for (const { url } of requests) assert.notInclude(url, "canary-key")
      assert.notInclude(page.url(), "canary-key")
      const { html, stored } = yield* Effect.promise(() =>
        page.evaluate(
          `({ html: document.documentElement.outerHTML, stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]) })`
        )
      ).pipe(Effect.map((seen) => Object.assign({ html: "", stored: "" }, seen)))
      assert.include(html, "listComplaints")
      assert.notInclude(html, "canary-key")
      assert.strictEqual(stored, '[{},{},""]')
      yield* Effect.promise(() => page.getByLabel("API key").fill("schlüssel"))
      yield* Effect.promise(() => page.locator("#getNotice").getByRole("button", { name: "Send request" }).click())
      const message = yield* Effect.promise(() => page.locator("#getNotice").getByRole("status").innerText())
      assert.include(message, "no header can carry")
    }).pipe(Effect.scoped, Effect.provide(socket({})))
  )

  it.effect("has no initial key if the server does not accept the published one", () =>
    Effect.gen(function* () {
      const { page } = yield* opened()
      assert.strictEqual(yield* Effect.promise(() => page.getByLabel("API key").inputValue()), "")
      const { body, status } = yield* send(page.locator("#listNotices"))
      assert.match(status, /^403/)
      assert.include(body, "API_KEY_MISSING")
    }).pipe(Effect.scoped, Effect.provide(socket({ apiKeys: ["another"] })))
  )

  it.effect("warns that plain HTTP is rejected and shows the 400", () =>
    Effect.gen(function* () {
      const { page } = yield* opened()
      assert.include(yield* Effect.promise(() => page.locator(".note").innerText()), "reject it with 400")
      const { body, status } = yield* send(page.locator("#listComplaints"))
      assert.match(status, /^400/)
      assert.include(body, "HTTPS_REQUIRED")
    }).pipe(Effect.scoped, Effect.provide(socket({ tls: "off" })))
  )

  it.effect("works on a phone, in dark mode and with the keyboard only", () =>
    Effect.gen(function* () {
      const { page, problems } = yield* opened({ viewport: { width: 360, height: 780 }, colorScheme: "dark" })
      const operation = page.locator("#getComplaint")
      const field = operation.getByLabel("id", { exact: true })
      const body = yield* Effect.promise(async () => {
        await field.focus()
        await page.keyboard.press("Enter")
        await operation.getByRole("status").getByText("responded with 200").waitFor()
        await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        return operation.locator(".panel pre").innerText()
      })
      assert.include(body, '"id": "948305afcc22e798af0263980cfc6291"')
      const width = yield* Effect.promise(() => page.evaluate("document.documentElement.scrollWidth"))
      assert.strictEqual(width, 360)
      assert.deepStrictEqual(problems, [])
    }).pipe(Effect.scoped, Effect.provide(socket({})))
  )

  it.effect("cancels a stalled request and reports a truncated response", () =>
    Effect.gen(function* () {
      const { page } = yield* opened()
      const operation = page.locator("#getComplaint")
      const button = operation.getByRole("button", { name: "Send request" })
      yield* Effect.promise(async () => {
        await button.click()
        await operation.getByRole("button", { name: "Cancel" }).click()
        await operation.getByRole("status").getByText("was canceled").waitFor()
        await button.click()
        await operation.getByRole("status").getByText("incomplete or missing").waitFor()
      })
      const { status } = yield* send(operation)
      assert.match(status, /^200/)
    }).pipe(
      Effect.scoped,
      Effect.provide(
        socket({
          faults: {
            faults: [
              { on: { requests: [1] }, do: "stall" },
              { on: { requests: [2] }, do: "truncate" }
            ]
          }
        })
      )
    )
  )
})
