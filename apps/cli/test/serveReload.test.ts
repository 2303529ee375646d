import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { createWriteStream, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hurriedClock, run, start } from "./inProcess.ts"
import { header } from "./oneDay.ts"

const serve = ["serve", "--port", "0", "--tls", "off"]
const row = "4703352559,2021-07-07 00:01:15,2021-07-06 11:48:00,Columbus,Ohio,614,Other,Y"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const addressOf = (line: string): string =>
  /^Listening on (http:\S+)$/.exec(line)?.[1] ?? assert.fail(`no address in "${line}"`)

const nextTurn = Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 1)))

/** A data file that can be replaced by a named pipe, whose bytes arrive when the test writes them. */
const slowData = Effect.map(temporaryFolder, (folder) => {
  const file = join(folder, "complaints.csv")
  const replace = (create: (path: string) => void) =>
    Effect.sync(() => {
      create(`${file}.new`)
      renameSync(`${file}.new`, file)
    })
  return {
    file,
    write: (...rows: ReadonlyArray<string>) =>
      replace((path) => writeFileSync(path, [header, ...rows, ""].join("\r\n"))),
    pipe: Effect.map(
      replace((path) => execFileSync("mkfifo", [path])),
      () => {
        const writer = createWriteStream(file)
        return (text: string, isLast = false) =>
          Effect.promise(
            () =>
              new Promise<void>((resolve) =>
                isLast ? writer.end(() => resolve()) : writer.write(text, () => resolve())
              )
          )
      }
    )
  }
})

describe("serve while it loads its data", () => {
  it.effect("erases the line of a slow load, also if the load fails", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "complaints.csv")
      const rows = `${row}\r\n`.repeat(3000)
      const write = (text: string) => Effect.sync(() => writeFileSync(file, text))
      const clock = yield* hurriedClock
      yield* write(`${header}\r\n${rows}1,2\r\n`)
      const wrong = "line 3002: the row has 2 columns instead of 8."
      const failed = yield* run([...serve, "--data", file], {}, { columns: 120, clock })
      assert.match(failed.stderr, /^\r\u001B\[KLoading: [\d,]+ records/)
      assert.isTrue(failed.stderr.endsWith(`\r\u001B[K${file}, ${wrong}\n`), failed.stderr)
      yield* write(`${header}\r\n${rows}`)
      const server = yield* start([...serve, "--data", file], {}, { columns: 120, clock })
      yield* server.firstLine
      const started = server.written().stderr
      assert.match(started, /Loading: [\s\S]+\r\u001B\[KPlain HTTP: [^\n]+\n$/)
      yield* server.handle("SIGHUP")
      const reloaded = (yield* server.errorWith("Data reloaded: ")).slice(started.length)
      assert.match(reloaded, /Loading: [\s\S]+\r\u001B\[KData reloaded: 3,000 complaints, 0 notices\.\n$/)
      yield* write(`${header}\r\n${rows}1,2\r\n`)
      yield* server.handle("SIGHUP")
      const kept = (yield* server.errorWith("Still serving")).slice(started.length + reloaded.length)
      assert.match(kept, /^\r\u001B\[KLoading: /)
      assert.isTrue(kept.endsWith(`\r\u001B[K${file}, ${wrong} Still serving the previous data.\n`), kept)
    })
  )

  it.effect(
    "logs requests during a slow reload without a rest of its line, which comes back with the next records",
    () =>
      Effect.gen(function* () {
        const { file, pipe, write } = yield* slowData
        yield* write(row)
        const asked = [...serve, "--allow-http", "--data", file, "--log", "requests"]
        const server = yield* start(asked, {}, { columns: 120, clock: yield* hurriedClock })
        const url = addressOf(yield* server.firstLine)
        const more = yield* pipe
        yield* server.handle("SIGHUP")
        // The format shows in the first 4096 bytes.
        yield* more(`${header}\r\n${`${row}\r\n`.repeat(100)}`)
        const rows = Effect.forever(Effect.andThen(more(`${row}\r\n`), nextTurn))
        yield* Effect.raceFirst(rows, server.errorWith("Loading: "))
        yield* Effect.promise(() => fetch(`${url}/v0/dnc-complaints?state=Ohio`))
        assert.match(
          yield* server.errorWith("API_KEY_MISSING"),
          /Loading: [^\r]+\r\u001B\[K\S+ GET \/v0\/dnc-complaints\?state=Ohio 403 [^\r]*API_KEY_MISSING\n$/
        )
        const logged = server.written().stderr.length
        yield* more(`${row}\r\n`)
        yield* more("", true)
        const end = (yield* server.errorWith("Data reloaded")).slice(logged)
        assert.match(
          end,
          /^\r\u001B\[KLoading: [^\r]+\r\u001B\[KIndexing [^\r]+\r\u001B\[KData reloaded: \d+ complaints/
        )
      })
  )

  it.effect("reloads its data once more after any number of SIGHUP during a reload", () =>
    Effect.gen(function* () {
      const { file, pipe, write } = yield* slowData
      yield* write(row)
      const server = yield* start([...serve, "--data", file])
      const url = addressOf(yield* server.firstLine)
      const more = yield* pipe
      yield* server.handle("SIGHUP")
      yield* more(`${header}\r\n${row}\r\n`)
      for (let count = 0; count < 5; count++) yield* server.handle("SIGHUP")
      yield* write(row, row)
      yield* more("", true)
      yield* server.errorWith("2 complaints")
      for (let count = 0; count < 5; count++)
        yield* Effect.promise(() => fetch(`${url}/health`).then((response) => response.text()))
      yield* write(row, row, row)
      yield* server.handle("SIGHUP")
      yield* server.errorWith("3 complaints")
      // The first signal ends the server. The one after ends the program at once.
      assert.deepStrictEqual([yield* server.handle("SIGINT"), yield* server.handle("SIGINT")], [true, false])
      assert.deepStrictEqual((yield* server.end).stderr.match(/\d+ complaints?/g), [
        "1 complaint",
        "2 complaints",
        "3 complaints"
      ])
    })
  )
})
