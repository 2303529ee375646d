import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { startReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { chromium } from "playwright-core"
import { build, preview } from "vite"
import { chromiumProgram } from "./programs.ts"

const root = fileURLToPath(new URL("../browser/", import.meta.url))

const held = <A>(start: () => Promise<A>, end: (started: A) => Promise<unknown>) =>
  Effect.acquireRelease(Effect.promise(start), (started) => Effect.promise(() => end(started)))

/** Builds the page for production and serves it from this machine. Returns its URL. */
const builtPage = Effect.gen(function* () {
  const outDir = yield* held(
    async () => mkdtempSync(join(tmpdir(), "public-records-page-")),
    async (folder) => rmSync(folder, { recursive: true })
  )
  const options = { root, configFile: false, logLevel: "warn", build: { outDir, emptyOutDir: true } } as const
  yield* Effect.promise(() => build(options))
  const server = yield* held(
    () => preview({ ...options, preview: { host: "127.0.0.1", port: 0 } }),
    (server) => server.close()
  )
  return server.resolvedUrls?.local[0] ?? ""
})

it.live("the page shows the newest complaints of a state in a browser, and reports a rejected API key", () =>
  Effect.gen(function* () {
    const url = yield* builtPage
    const service = yield* held(
      () => startReferenceServer(),
      ({ close }) => close()
    )
    const browser = yield* held(
      () =>
        chromium.launch({
          executablePath: chromiumProgram ?? "chromium",
          args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu"]
        }),
      (browser) => browser.close()
    )
    const detail = yield* Effect.promise(async () => {
      const page = await browser.newPage()
      await page.goto(url)
      await page.getByLabel("Service").fill(service.url)
      await page.getByLabel("Your key").fill("DEMO_KEY")
      await page.getByRole("button").click()
      await page.getByText("The newest 10").waitFor()
      const status = await page.getByRole("status").innerText()
      const lines = await page.getByRole("listitem").allInnerTexts()
      await page.getByLabel("Your key").fill("no-such-key")
      await page.getByRole("button").click()
      await page.locator("[role=status]", { hasText: "did not accept" }).waitFor()
      return { status, lines, refusal: await page.getByRole("status").innerText() }
    })
    assert.match(detail.status, /^The newest 10 of \d{3} complaints$/)
    assert.match(detail.lines[0] ?? "", /^2021-07-07 23:\d\d:\d\d /)
    assert.notInclude(detail.refusal, "no-such-key")
  }).pipe(Effect.scoped)
)
