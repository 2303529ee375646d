import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runShell } from "./executable.ts"
import { header, row } from "./oneDay.ts"

const csv = [header, row("2165550100", "09:05:00", "Cleveland,Ohio,216", "Y"), ""].join("\n")
const ndjson = `${JSON.stringify({ data: [] })}\n`

const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "public-records-"))
    writeFileSync(join(path, "daily"), csv)
    writeFileSync(join(path, "none"), ndjson)
    writeFileSync(join(path, "page"), "<!doctype html><title>Sign in</title>")
    writeFileSync(join(path, "-"), "another file")
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

describe("- is standard input", () => {
  for (const [line, code, output] of [
    [
      "cat daily | $CLI mirror import - --mirror-file m.db --covers 2021-07-07",
      0,
      /"state":"complete".*"origin":"standard input"/
    ],
    ["$CLI mirror import - - --mirror-file m.db < daily", 0, /"origin":"standard input".*"files":1,/s],
    ["cat page | $CLI mirror import - --mirror-file m.db", 2, /^Standard input cannot be used: it is a web page/],
    ["$CLI mirror import - --mirror-file m.db < /dev/null", 2, /^Standard input cannot be used: it is empty\.\n$/],
    ["echo '{' | $CLI mirror import - --mirror-file m.db", 2, /^standard input, .*this is not JSON\.\n$/],
    ["cat daily | $CLI complaints list --data=- --format csv", 0, /2165550100/],
    ["cat none | $CLI complaints list --data - --format csv", 0, /^[^2]*$/],
    ["$CLI complaints list --data - --data - --format csv < daily", 0, /2165550100/],
    ["$CLI complaints list --data ./- --format csv", 2, /The data file \.\/- cannot be used|\.\/-, line 1/]
  ] as const) {
    it.live(`in ${line}`, () =>
      Effect.gen(function* () {
        const { code: ended, stderr, stdout } = yield* runShell(`cd '${yield* folder}'; ${line}`)
        assert.strictEqual(ended, code, stderr)
        assert.match(code === 0 ? stdout : stderr, output)
      })
    )
  }

  it.live("for serve, whose data stays when it is reloaded", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const serve = "$CLI serve --data - --port 0 --tls off --allow-http < daily > out 2> err & pid=$!"
      const started = "until grep -q Listening out; do sleep 0.05; done; kill -HUP $pid"
      const reloaded = "until grep -q Still err; do sleep 0.05; done"
      const url = "$(sed 's/Listening on //' out)/v0/dnc-complaints?api_key=DEMO_KEY"
      const asked = `node -e 'fetch(process.argv[1]).then((r) => r.text()).then(console.log)' "${url}"`
      const { stderr, stdout } = yield* runShell(
        `cd '${path}'; ${serve}; ${started}; ${reloaded}; ${asked}; cat err >&2; kill $pid`
      )
      assert.include(stdout, "2165550100")
      assert.include(stderr, "Standard input can be read only once.")
    })
  )
})
