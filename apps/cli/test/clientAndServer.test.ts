import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { openScreen } from "../../tui/test/Screen.ts"
import { bareEnvironment, executablePath, run, start } from "./executable.ts"

/** Returns the code blocks of a document. */
const blocksIn = (document: string, language: string): ReadonlyArray<string> => {
  const text = readFileSync(new URL(`../../../${document}`, import.meta.url), "utf8")
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block = ""]) => block)
}

/** Returns the line of a document's code blocks that begins like this. Without one, an empty line. */
const lineIn = (document: string, beginning: string): string =>
  blocksIn(document, "sh")
    .flatMap((block) => block.split("\n"))
    .find((line) => line.startsWith(beginning)) ?? ""

/** Splits a line into variables and arguments as a shell does, for the server at this URL. */
const commandOf = (line: string, url = "") => {
  const words = execFileSync("/bin/bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1)
  const program = words.indexOf("public-records")
  return {
    environment: Object.fromEntries(words.slice(0, program).map((word) => word.split("="))),
    args: words.slice(program + 1).map((word) => word.replace("http://127.0.0.1:8080", url))
  }
}

const pages = ["README.md", "docs/server.md"]
const client = "PUBLIC_RECORDS_API_KEY=DEMO_KEY public-records "

/** Starts the server of a line on a free port. Returns its URL. */
const startServer = Effect.fnUntraced(function* (line: string, faults = "") {
  const args = commandOf(line).args.map((arg) => (arg === "faults.json" ? faults : arg))
  const { firstLine } = yield* start([...args, "--port", "0"])
  return (yield* firstLine).replace("Listening on ", "")
})

/** Opens the terminal UI of a line. */
const openClient = (line: string, url: string) => {
  const { args, environment } = commandOf(line, url)
  const terminal = { columns: 100, rows: 30, environment: { ...bareEnvironment, ...environment } }
  return openScreen({ file: executablePath, args, ...terminal })
}

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const shows =
  (...patterns: ReadonlyArray<RegExp>) =>
  (lines: ReadonlyArray<string>): boolean =>
    patterns.every((pattern) => lines.some((line) => pattern.test(line)))

describe("the two lines that show client and server together", () => {
  for (const page of pages) {
    it.live(`show the records, the requests that are left, and the server: ${page}`, () =>
      Effect.gen(function* () {
        const url = yield* startServer(lineIn(page, "public-records serve --tls off --allow-http"))
        const screen = yield* openClient(lineIn(page, `${client}tui`), url)
        const left = / ● 999 of 1,000 requests left /
        yield* screen.until("the first rows", shows(/COMPLAINTS · 50 of 14,034 loaded/, left))
        assert.include(screen.lines().at(-1), `${url.replace("http://", "")} · key: PUBLIC_RECORDS_API_KEY`)
        yield* screen.press("G")
        yield* screen.until("the last row", shows(/row 14,034 of 14,034/, / ● 998 of 1,000 requests left /))
        yield* screen.press("q")
        assert.strictEqual(yield* screen.exitCode, 0)
      }).pipe(Effect.scoped)
    )
  }

  it.live("show a fault, the wait for the next attempt, and the countdown of a low limit", () =>
    Effect.gen(function* () {
      const [, page = ""] = pages
      const faults = join(yield* temporaryFolder, "faults.json")
      writeFileSync(faults, blocksIn(page, "json").find((block) => block.includes('"requests": [2] ')) ?? "")
      const url = yield* startServer(lineIn(page, "public-records serve --tls off --allow-http --rate-limit"), faults)
      const screen = yield* openClient(lineIn(page, `${client}tui`), url)
      yield* screen.until("the first rows", shows(/50 of 14,034 loaded/, / ● 2 of 3 requests left /))
      yield* screen.press("G")
      yield* screen.until("the fault", shows(/waiting for the service, next in 00:0\d, Esc stops/))
      yield* screen.until("the last row", shows(/row 14,034 of 14,034/, / ● 0 of 3 requests left, next at \d\d:\d\d /))
      yield* screen.press("L")
      yield* screen.until("the price", shows(/Loading the rest takes 279 more requests/))
      yield* screen.press("\r")
      yield* screen.until("the countdown", shows(/rate limit reached, next in 59:\d\d, Esc stops/))
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 0)
    }).pipe(Effect.scoped)
  )
})

it.live("the line below them checks the server", () =>
  Effect.gen(function* () {
    const [, page = ""] = pages
    const url = yield* startServer(lineIn(page, "public-records serve --tls off --allow-http"))
    const { args, environment } = commandOf(lineIn(page, `${client}check`), url)
    const { code, stderr, stdout } = yield* run(args, environment)
    assert.strictEqual(code, 0, stderr)
    assert.include(stdout, " 0 break")
  }).pipe(Effect.scoped)
)
