import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { chromium } from "playwright-core"
import { ReferenceServer } from "../../src/index.ts"
import { chromiumProgram } from "../chromium.ts"

const browser = Effect.acquireRelease(
  Effect.promise(() =>
    chromium.launch({
      executablePath: chromiumProgram ?? "chromium",
      args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"]
    })
  ),
  (browser) => Effect.promise(() => browser.close())
)

it.live("the page at /docs shows the contract, and sends requests with the key in the header to its server only", () =>
  Effect.gen(function* () {
    const { url } = yield* ReferenceServer
    const opened = yield* browser
    yield* Effect.promise(async () => {
      const page = await opened.newPage({ ignoreHTTPSErrors: true })
      const problems: Array<string> = []
      const requested: Array<string> = []
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()))
      page.on("pageerror", ({ message }) => problems.push(message))
      page.on("request", (request) => requested.push(`${request.url()} ${request.headers()["x-api-key"] ?? ""}`))
      await page.goto(`${url}/docs`)
      for (const name of ["Public records service", "List complaints"]) {
        await page.getByRole("heading", { name }).first().waitFor()
      }
      await page.getByPlaceholder("QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT").first().fill("DEMO_KEY")
      await page.getByRole("button", { name: "Test Request" }).first().click()
      await page.getByRole("button", { name: /^Send/ }).first().click()
      await page.getByText("200 OK").waitFor()
      assert.match(requested.at(-1) ?? "", / DEMO_KEY$/)
      for (const one of requested) assert.isTrue(one.startsWith(`${url}/`) && !one.includes("=DEMO_KEY"), one)
      assert.deepStrictEqual(problems, [])
    })
  }).pipe(Effect.scoped, Effect.provide(ReferenceServer.layerSocket({ port: 0 })))
)
