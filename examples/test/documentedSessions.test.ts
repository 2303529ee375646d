import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { assert, it } from "@effect/vitest"
import { startReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { run } from "../../apps/cli/test/inProcess.ts"
import { read, root } from "./documentText.ts"

const dailyFile = "DNC_Complaint_Numbers_2021-07-08.csv"

/** A folder with the real day of 7 July 2021. */
const folderWithDay = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "public-records-"))
    const packed = readFileSync(new URL(`packages/server/data/${dailyFile}.br`, root))
    writeFileSync(join(folder, dailyFile), brotliDecompressSync(packed))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Returns the commands of a document that are shown with their output. */
const sessionOf = (document: string) => {
  const [, session = ""] = /```\n(\$ public-records [\s\S]*?)```/.exec(read(document)) ?? []
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line = "", ...output] = part.trimEnd().split("\n")
      return { line, output }
    })
}

const argumentsIn = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, text, word]) => text ?? word ?? "").slice(1)

it.live("the commands of docs/mirror.md and docs/blocklist.md have the output that the documents show", () =>
  Effect.gen(function* () {
    const folder = yield* folderWithDay
    const list = join(folder, "block.txt")
    const [blocklist, head] = sessionOf("docs/blocklist.md")
    const session = [...sessionOf("docs/mirror.md"), ...(blocklist === undefined ? [] : [blocklist])]
    assert.strictEqual(session.length, 4)
    for (const { line, output } of session) {
      // The sample has more days, but the list is about its newest one.
      const own = line.replace(" --mirror-file sample", "").replace(dailyFile, join(folder, dailyFile))
      const args = argumentsIn(own.replace("block.txt", list))
      const { code, stderr, stdout } = yield* run(args, { XDG_DATA_HOME: folder }, { columns: 80 })
      assert.strictEqual(code, 0, stderr)
      const withoutAge = (text: string) => text.replace(/[\d,]+ days ago/, "some days ago")
      const printed = withoutAge(stdout + stderr)
        .replaceAll(`${folder}/`, "")
        .replaceAll("\u001B[K", "")
      for (const text of output) assert.include(printed.split(/[\r\n]+/), withoutAge(text), line)
    }
    const output = readFileSync(list, "utf8").split("\n", 1)
    assert.deepStrictEqual(head, { line: "head -1 block.txt", output })
  }).pipe(Effect.scoped)
)

it.live("the plan in docs/export.md is that of a service with the same day", () =>
  Effect.gen(function* () {
    const [, plan = ""] = /```text\n(Plan: .*?), about/.exec(read("docs/export.md")) ?? []
    const { url } = yield* Effect.acquireRelease(
      Effect.promise(() => startReferenceServer()),
      ({ close }) => Effect.promise(close)
    )
    const line = `export complaints --base-url ${url} --allow-http --created-date 2021-07-07 --out calls.parquet --dry-run`
    const { stderr } = yield* run(line.split(" "), { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" })
    assert.include(stderr, plan)
    assert.match(plan, /^Plan: 14,034 complaints/)
  }).pipe(Effect.scoped)
)

it("the messages about waiting in docs/executable.md are those of the program", () => {
  const [, block = ""] = /```\n(The API key's requests[\s\S]*?)```/.exec(read("docs/executable.md")) ?? []
  const source = read("apps/cli/src/output/requestLog.ts")
  const lines = block.trim().split("\n")
  assert.strictEqual(lines.length, 3)
  for (const line of lines) {
    const [cause = "", rest = ""] = line.split(" Waiting until ")
    if (!cause.startsWith("Retry ")) assert.include(source, `"${cause}"`)
    assert.include(source, rest.slice(rest.indexOf(";")))
  }
})
