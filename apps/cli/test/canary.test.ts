import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { canaryKey, findCanary } from "@public-records/testing/Canary"
import { openScreen } from "../../tui/test/Screen.ts"
import { Effect } from "effect"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { type IncomingMessage, type ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json, page, wireComplaint } from "./cannedService.ts"
import { run as runProcess, start as startProcess } from "./executable.ts"
import { run, start } from "./inProcess.ts"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const file = fileURLToPath(new URL("../dist/public-records.js", import.meta.url))
const withKey = { PUBLIC_RECORDS_API_KEY: canaryKey }
const list = ["complaints", "list", "--allow-http"]

const keepsTheKey = (text: string): void => assert.deepStrictEqual(findCanary(text), [], text)

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "public-records-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** Returns the names and contents of all files in a folder. */
const filesIn = (folder: string): string =>
  globSync("**/*", { cwd: folder })
    .map((name) => {
      const path = join(folder, name)
      return statSync(path).isFile() ? `${name}: ${readFileSync(path, "latin1")}` : name
    })
    .join("\n")

/** Folders where a program may write files. */
const homeIn = (folder: string) => ({ HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, TMPDIR: folder })

const detail = `Your key ${canaryKey} is wrong`
const gateway = { error: { code: "SOME_CODE", message: detail } }

/** Responses that contain the API key where a real gateway might repeat it. */
const answers: ReadonlyArray<readonly [name: string, exitCode: number, answer: Answer]> = [
  ["a page", 0, page(wireComplaint("good"), wireComplaint("broken", { "created-date": "no date" }))],
  ["a key that is not accepted", 3, json(403, { error: { code: "API_KEY_INVALID", message: detail } })],
  ["a firewall", 6, json(403, gateway)],
  ["a limit that is used up", 4, json(429, gateway, { "retry-after": "3600" })],
  ["a failure that lasts", 5, json(503, gateway)],
  ["a request that is refused", 6, json(400, { errors: [{ title: detail, detail: detail }] })],
  ["a missing path", 6, json(404, gateway)],
  ["another form", 6, json(200, { hello: canaryKey })],
  ["a redirect to another place", 6, json(302, {}, { location: "https://elsewhere.test/" })]
]

describe("the output of the executable does not contain the key", () => {
  for (const [name, exitCode, answer] of answers) {
    it.effect(`for ${name}, with --verbose, as text and as JSON`, () =>
      Effect.gen(function* () {
        const { url, requests } = yield* cannedService(answer)
        const asked = [...list, "--base-url", url, "--verbose"]
        const runs = yield* Effect.all([run(asked, withKey), run([...asked, "--format", "json"], withKey)], {
          concurrency: 2
        })
        for (const { code, stderr } of runs) {
          assert.strictEqual(code, exitCode)
          assert.include(stderr, "/v0/dnc-complaints?")
        }
        assert.strictEqual(requests[0]?.key, canaryKey)
        keepsTheKey(JSON.stringify([runs, requests.map(({ url }) => url)]))
      })
    )
  }

  const lines: ReadonlyArray<
    readonly [what: string, args: ReadonlyArray<string>, environment: Record<string, string>]
  > = [
    ["help", ["--help"], withKey],
    ["a command's help", ["complaints", "list", "--help"], withKey],
    ["its version", ["--version"], withKey],
    ["a key given as a flag", ["complaints", "list", "--api-key", canaryKey], {}],
    ["a key given as a flag with =", ["complaints", "list", `--api-key=${canaryKey}`], {}],
    ["a key with a blank", list, { PUBLIC_RECORDS_API_KEY: `${canaryKey} ${canaryKey}` }],
    ["a base URL with the key in its query", [...list, "--base-url", `https://x.test/?api_key=${canaryKey}`], withKey],
    [
      "a base URL with the key as password",
      [...list, "--base-url", `https://k:${encodeURIComponent(canaryKey)}@x.test`],
      withKey
    ],
    [
      "a base URL with the key as password and without a scheme",
      [...list, "--base-url", `k:${encodeURIComponent(canaryKey)}@x.test`],
      withKey
    ],
    [
      "a base URL with the key as password, diagnosed without a key",
      ["doctor", "--base-url", `https://k:${encodeURIComponent(canaryKey)}@x.test`],
      {}
    ],
    ["a missing key file", list, { PUBLIC_RECORDS_API_KEY_FILE: "/nowhere/key" }],
    [
      "a command that prints the key and fails",
      list,
      { PUBLIC_RECORDS_API_KEY_COMMAND: `echo '${canaryKey}' | tee /dev/stderr; exit 3` }
    ],
    ["a command that tells the key and more", list, { PUBLIC_RECORDS_API_KEY_COMMAND: `echo '${canaryKey} and more'` }],
    ["a wrong setting beside the key", list, { ...withKey, PUBLIC_RECORDS_REQUESTS_PER_HOUR: "many" }],
    ["a wrong flag, as JSON", ["complaints", "list", "--nonsense", "--format", "json"], withKey]
  ]

  for (const [what, args, environment] of lines) {
    it.effect(`for ${what}`, () =>
      Effect.gen(function* () {
        const done = yield* run(args, environment)
        assert.isNotEmpty(done.stdout + done.stderr)
        keepsTheKey(done.stdout + done.stderr)
      })
    )
  }

  const configurations: ReadonlyArray<readonly [what: string, content: string]> = [
    ["is no JSON", `{"apiKey": "${canaryKey}",}`],
    ["is the key itself", canaryKey],
    ["has the key in the wrong type", JSON.stringify({ apiKey: [canaryKey] })],
    ["has the key under another name", JSON.stringify({ apikey: canaryKey })],
    ["has the key where a URL belongs", JSON.stringify({ baseUrl: `https://x.test/?api_key=${canaryKey}` })]
  ]

  for (const [what, content] of configurations) {
    it.effect(`for a configuration that ${what}`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        mkdirSync(join(folder, "public-records"))
        writeFileSync(join(folder, "public-records", "config.json"), content)
        const done = yield* run(["complaints", "list"], homeIn(folder))
        assert.isNotEmpty(done.stderr)
        assert.notStrictEqual(done.code, 0)
        keepsTheKey(done.stdout + done.stderr)
      })
    )
  }
})

describe("the reference server does not output the key", () => {
  const lists = ["/v0/dnc-complaints", "/v0/hsr-early-termination-notices"]
  const routes = [...lists, "/v0/dnc-complaints/x", "/nowhere", "/health", "/openapi.json"]
  const inQuery = `api_key=${encodeURIComponent(canaryKey)}`
  const serverKeys = { PUBLIC_RECORDS_SERVER_API_KEYS: `other,${canaryKey}` }

  /** Returns a response as text, with its headers. */
  const textOf = (url: string, key?: string) =>
    Effect.promise(async () => {
      const response = await fetch(url, key === undefined ? {} : { headers: { "x-api-key": key } })
      return JSON.stringify([response.status, [...response.headers], await response.text()])
    })

  for (const log of ["requests", "json"]) {
    it.effect(`logs requests without the key with --log ${log}`, () =>
      Effect.gen(function* () {
        const server = yield* start(["serve", "--port", "0", "--tls", "off", "--allow-http", "--log", log], serverKeys)
        const url = (yield* server.firstLine).replace("Listening on ", "")
        const answers: Array<string> = []
        for (const route of routes) {
          answers.push(yield* textOf(`${url}${route}`, canaryKey))
          answers.push(yield* textOf(`${url}${route}?${inQuery}`))
          answers.push(yield* textOf(`${url}${route}?${inQuery}`, `${canaryKey}-wrong`))
          answers.push(yield* textOf(`${url}${route}?${inQuery}-wrong&state=%22Ohio`))
        }
        for (const collection of ["dnc_complaint", "early_termination_notice", "API_KEY_INVALID"]) {
          assert.include(answers.join(""), collection)
        }
        yield* server.signal("SIGTERM")
        const { code, stdout, stderr } = yield* server.end
        assert.strictEqual(code, 0)
        assert.isAtLeast((stdout + stderr).split("/v0/dnc-complaints").length, 8)
        keepsTheKey(answers.join("\n"))
        keepsTheKey(stdout + stderr)
      })
    )
  }

  it.effect("writes no file with the key, and neither does a client", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const certificate = join(folder, "certificate.pem")
      const server = yield* startProcess(
        ["serve", "--port", "0", "--tls-write", certificate, "--api-key", canaryKey],
        homeIn(folder)
      )
      const url = (yield* server.firstLine).replace("Listening on ", "")
      const asked = ["complaints", "list", "--limit", "2", "--base-url", url, "--ca", certificate, "--verbose"]
      const { code, stdout, stderr } = yield* runProcess(asked, { ...homeIn(folder), ...withKey })
      yield* server.signal("SIGTERM")
      yield* server.end
      assert.strictEqual(code, 0)
      assert.include(filesIn(folder), "BEGIN CERTIFICATE")
      keepsTheKey(filesIn(folder) + stdout + stderr)
    })
  )
})

describe("the key on the screen of the terminal UI", () => {
  /** The keys that request each response, and what the screen then shows. After a page, notices are requested for the last response. */
  const screens: ReadonlyArray<readonly [name: string, keys: string, shown: string]> = [
    ["a key that is not accepted", "", "403 API KEY REJECTED"],
    ["a request that is refused", "r", "REQUEST REJECTED"],
    ["another form", "r", "UNEXPECTED RESPONSE"],
    ["a missing path", "r", "REQUEST REJECTED"],
    ["a redirect to another place", "r", "REDIRECT BLOCKED"],
    ["a page", "r", "row 1 of"],
    ["a limit that is used up", "2", "429 RATE LIMIT"]
  ]

  it.live("is not shown for any response, nor saved", () =>
    Effect.gen(function* () {
      let answer: Answer = json(500, {})
      const { url, requests } = yield* cannedService((request, response) => answer(request, response))
      const folder = yield* temporaryFolder
      const responses = new Map(answers.map(([name, , answer]) => [name, answer]))
      const answerWith = (name: string): void => {
        answer = responses.get(name) ?? assert.fail(`no response for ${name}`)
      }
      answerWith("a key that is not accepted")
      const screen = yield* openScreen({
        file,
        args: ["tui", "--allow-http", "--base-url", url],
        // The compiled program has no key, and would be searched for it.
        environment: { ...homeIn(folder), ...withKey, TZ: "UTC", NODE_DISABLE_COMPILE_CACHE: "1" },
        columns: 100,
        rows: 30
      })
      const isHelp = (line: string): boolean => line.includes("HELP")
      for (const [name, keys, expected] of screens) {
        answerWith(name)
        yield* screen.press(keys)
        const records = yield* screen.until(expected, (lines) => lines.some((line) => line.includes(expected)))
        yield* screen.press("?")
        const help = yield* screen.until("the help", (lines) => lines.some(isHelp))
        yield* screen.press("\u001B[27u")
        yield* screen.until("no help", (lines) => !lines.some(isHelp))
        const shown = [...records, ...help]
        // A long word may be wrapped.
        keepsTheKey(`${shown.join("\n")}\n${shown.map((line) => line.replaceAll(/^[│ ]+|[│ ]+$/g, "")).join("")}`)
      }
      yield* screen.press("q")
      assert.strictEqual(yield* screen.exitCode, 0)
      assert.deepStrictEqual(
        requests.map(({ key }) => key),
        screens.map(() => canaryKey)
      )
      keepsTheKey(filesIn(folder))
    }).pipe(Effect.scoped)
  )
})
