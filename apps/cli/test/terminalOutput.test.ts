import { assert, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, json } from "./cannedService.ts"
import { run } from "./inProcess.ts"

const characters = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join("")

/** Characters that control a terminal, break lines, hide or reorder text. */
const hostile = [
  "owned",
  characters(0x00, 0x1f),
  characters(0x7f, 0x9f),
  "\u001B[2J\u001B]0;owned\u0007\u001B]52;c;aGk=\u0007\u009B31m",
  "\u00AD\u034F\u061C\u115F\u17B4\u180B\u180E",
  characters(0x200b, 0x200f),
  characters(0x2028, 0x202e),
  characters(0x2060, 0x206f),
  "\u3164\uFE00\uFEFF\uFFA0\uFFF9\uFFFB\u{1D173}\u{E0001}\u{E0041}\u{E007F}",
  "\uE000\uE001e\u0301\u0301\u0301\u0301\u0301"
].join("x")

const dangerous = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]|\p{M}{4}/u

/** Fails if text contains characters that must not reach a terminal. Line ends are allowed. */
const isSafe = (text: string): void => {
  const found = dangerous.exec(text.replaceAll(/\r?\n/g, ""))
  const code = found?.[0].codePointAt(0)?.toString(16)
  assert.isNull(found, `U+${code} in ${JSON.stringify(text.slice(0, 2000))}`)
}

const complaint = {
  type: "dnc_complaint",
  id: hostile,
  attributes: {
    "company-phone-number": hostile,
    "created-date": "2021-07-07 10:00:00",
    "violation-date": "2021-07-06 10:00:00",
    "consumer-city": hostile,
    "consumer-state": hostile,
    "consumer-area-code": hostile,
    subject: hostile,
    "recorded-message-or-robocall": hostile
  }
}
const notice = {
  type: "early_termination_notice",
  id: hostile,
  attributes: {
    title: hostile,
    "transaction-number": hostile,
    "acquired-entities": [hostile, hostile],
    "acquired-party": hostile,
    "acquiring-party": hostile,
    date: "2021-07-07",
    created: "2021-07-07T10:00:00+00:00",
    updated: "2021-07-07T10:00:00+00:00",
    tags: [hostile, { [hostile]: hostile }]
  }
}

const commands = [
  {
    name: "complaints list",
    args: ["complaints", "list"],
    record: complaint,
    formats: ["table", "json", "ndjson", "csv"]
  },
  {
    name: "complaints get",
    args: ["complaints", "get", "id"],
    record: { ...complaint, id: "id" },
    formats: ["table", "json", "ndjson", "csv"]
  },
  {
    name: "export complaints --out -",
    args: ["export", "complaints", "--out", "-"],
    record: complaint,
    formats: ["ndjson", "csv"]
  },
  { name: "notices list", args: ["notices", "list"], record: notice, formats: ["table", "json", "ndjson", "csv"] },
  {
    name: "notices get",
    args: ["notices", "get", "id"],
    record: { ...notice, id: "id" },
    formats: ["table", "json", "ndjson", "csv"]
  },
  {
    name: "export notices --out -",
    args: ["export", "notices", "--out", "-"],
    record: notice,
    formats: ["ndjson", "csv"]
  }
]

const key = { PUBLIC_RECORDS_API_KEY: "some-key" }
const terminal = { columns: 4000 }

/** Responds with a list of one record. */
const onePage =
  (record: object): Parameters<typeof cannedService>[0] =>
  (request, response) =>
    json(200, { data: /offset\]?=[1-9]/.test(decodeURIComponent(request.url ?? "")) ? [] : [record] })(
      request,
      response
    )

/** Returns every string in a JSON value, including the names of members. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value === "object" && value !== null) return Object.entries(value).flat().flatMap(textsIn)
  return []
}

const textsOf = (format: string, stdout: string): ReadonlyArray<string> =>
  format === "csv"
    ? parse(stdout)
        .flat()
        .flatMap((cell) => (cell.startsWith("[") ? textsIn(JSON.parse(cell)) : [cell]))
    : textsIn(JSON.parse(stdout))

describe("hostile text in records", () => {
  for (const { args, formats, name, record } of commands) {
    for (const format of formats) {
      it.effect(`does not reach a terminal with ${name} --format ${format}, and a file gets the exact text`, () =>
        Effect.gen(function* () {
          const { url } = yield* cannedService(onePage(record))
          const asked = [...args, "--allow-http", "--base-url", url, "--format", format]
          const onTerminal = yield* run(asked, key, terminal)
          assert.strictEqual(onTerminal.code, 0, onTerminal.stderr)
          isSafe(onTerminal.stdout)
          isSafe(onTerminal.stderr)
          assert.include(onTerminal.stdout, "owned")
          if (format === "table") return
          // JSON on a terminal has the same value. CSV cannot escape characters.
          if (format !== "csv") assert.include(textsOf(format, onTerminal.stdout), hostile)
          const inFile = yield* run(asked, key)
          assert.strictEqual(inFile.code, 0)
          assert.include(textsOf(format, inFile.stdout), hostile)
        })
      )
    }
  }
})

describe("hostile text in messages", () => {
  it.effect("does not reach a terminal or a log from a service", () =>
    Effect.gen(function* () {
      for (const status of [400, 403]) {
        const { url } = yield* cannedService(json(status, { error: { code: hostile, message: hostile } }))
        for (const args of [["complaints", "list", "--verbose"], ["doctor"], ["export", "notices", "--out", "-"]]) {
          const done = yield* run([...args, "--allow-http", "--base-url", url], key, terminal)
          assert.notStrictEqual(done.code, 0)
          isSafe(done.stdout + done.stderr)
        }
      }
    })
  )

  it.effect("does not reach a terminal from names and settings", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "public-records-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const name = hostile.replaceAll(/[\0/]/g, "").slice(0, 60)
      const path = join(folder, name)
      writeFileSync(path, "")
      const lines: ReadonlyArray<
        readonly [args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>]
      > = [
        [["complaints", "list", "--data", path], {}],
        [["complaints", "list", "--data", join(path, "none.csv")], {}],
        [["complaints", "list", "--ca", path], key],
        [["complaints", "list", "--state", hostile], key],
        [["complaints", "list", `--${hostile}`], key],
        [["complaints", hostile], key],
        [["export", "complaints", "--demo", "--out", join(path, "out.csv")], {}],
        [["config"], { XDG_CONFIG_HOME: path, NODE_EXTRA_CA_CERTS: hostile, NO_PROXY: hostile }],
        [["config", "--format", "json"], { XDG_CONFIG_HOME: path, NODE_EXTRA_CA_CERTS: hostile }],
        [["doctor"], { XDG_CONFIG_HOME: path, PUBLIC_RECORDS_CA: path, ...key }],
        [["complaints", "list"], { PUBLIC_RECORDS_API_KEY_FILE: path }],
        [["serve", "--data", path], {}]
      ]
      for (const [args, environment] of lines) {
        const done = yield* run(args, environment, terminal)
        assert.isNotEmpty(done.stdout + done.stderr, args.join(" "))
        isSafe(done.stdout + done.stderr)
      }
    })
  )
})
