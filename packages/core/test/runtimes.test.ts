import { spawn } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const root = fileURLToPath(new URL("..", import.meta.url))
const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
const itself = "test/runtimes.test.ts"

/** The other JavaScript runtimes and how to start the test runner. They support only some kinds of workers. */
const runtimes = [
  { program: "bun", name: "Bun", start: ["--bun", vitest], pool: "threads" },
  {
    program: "deno",
    name: "Deno",
    start: ["run", "-A", "--no-lock", "--node-modules-dir=manual", vitest],
    pool: "forks"
  }
]

// The installed runtimes, as the run of all tests found them.
const present = (process.env["PUBLIC_RECORDS_TEST_PROGRAMS"] ?? "").split(",")

const Report = Schema.fromJsonString(
  Schema.Struct({
    numTotalTests: Schema.Int,
    numPassedTests: Schema.Int,
    testResults: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        status: Schema.String,
        assertionResults: Schema.Array(Schema.Struct({ fullName: Schema.String, status: Schema.String }))
      })
    )
  })
)

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const runToItsEnd = (program: string, args: ReadonlyArray<string>, folder: string) =>
  Effect.callback<{ readonly code: number | null; readonly output: string }>((resume) => {
    const environment = { ...process.env, DENO_DIR: folder, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" }
    const child = spawn(program, args, { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
    child.once("close", (code) => resume(Effect.succeed({ code, output })))
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Runs the tests of this package under another runtime, and reads the report. */
const testsUnder = Effect.fnUntraced(function* ({ program, start, pool }: (typeof runtimes)[number]) {
  const folder = yield* temporaryFolder
  const report = join(folder, "tests.json")
  const options = ["--testTimeout=600000", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
  // One worker for all files takes half the time and leaves processors to other tests.
  const worker = [`--pool=${pool}`, "--no-isolate", "--maxWorkers=1"]
  const args = [...start, "run", ...worker, `--exclude=${itself}`, ...options]
  const { code, output } = yield* runToItsEnd(program, args, folder)
  assert.strictEqual(code, 0, output)
  return yield* Schema.decodeUnknownEffect(Report)(readFileSync(report, "utf8"))
})

describe("core", () => {
  it("imports no modules of Node.js", () => {
    const sources = globSync("src/**/*.ts", { cwd: root })
    assert.isNotEmpty(sources)
    for (const source of sources) {
      const text = readFileSync(join(root, source), "utf8")
      for (const [, specifier = ""] of text.matchAll(/\b(?:from|import) ?\(?"([\w@.:/-]+)"/g)) {
        assert.match(specifier, /^(?:\.\.?\/|effect(?:\/|$)|redis$)/, source)
      }
    }
  })

  for (const runtime of runtimes.filter(({ program }) => present.includes(program))) {
    it.live(
      `passes all of its tests under ${runtime.name}`,
      () =>
        Effect.gen(function* () {
          const { numPassedTests, numTotalTests, testResults } = yield* testsUnder(runtime)
          const files = globSync("test/**/*.test.ts", { cwd: root }).map((file) => basename(file))
          assert.deepStrictEqual(
            testResults.map(({ name }) => basename(name)).toSorted(),
            files.filter((file) => file !== basename(itself)).toSorted()
          )
          const names = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName))
          assert.isTrue(names.some((name) => name.includes(`the fetch of ${runtime.name} `)))
          assert.strictEqual(names.length, numTotalTests)
          assert.strictEqual(numPassedTests, numTotalTests)
        }),
      300_000
    )
  }
})
