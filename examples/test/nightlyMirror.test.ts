import { assert, describe, it } from "@effect/vitest"
import { startReferenceServer } from "@public-records/server"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { read } from "./documentText.ts"

const executable = fileURLToPath(new URL("../../apps/cli/dist/public-records.js", import.meta.url))
const [job = "", load = ""] = Array.from(
  read("docs/recipes.md").matchAll(/```sh\n(set -e\n[\s\S]*?)```/g),
  ([, script = ""]) => script
)

const dayMillis = 86_400_000
const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

/** Four numbers, each reported from two places on each of the last days. */
const complaints = Array.from({ length: 45 }, (_, index) => {
  const day = new Date(Date.now() - index * dayMillis).toISOString().slice(0, 10)
  return [1, 2, 3, 4].flatMap((number) =>
    ["Ohio,216", "Texas,214"].map(
      (place) => `213556121${number},${day} 10:00:00,${day} 09:0${number}:00,A,${place},Other,Y`
    )
  )
}).flat()

/** The command line of Asterisk with a database in a file, which also logs how many numbers it has after each command. */
const asterisk = `#!/usr/bin/env node
const { existsSync, readFileSync, appendFileSync, writeFileSync } = require("node:fs")
const file = process.env.ASTERISK_DB
const numbers = new Map(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [])
const [, verb, number, why] = /^database (put|del) blacklist (\\d+)(?: "(.*)")?$/.exec(process.argv[3]) ?? process.exit(1)
if (verb === "put") numbers.set(number, why)
else numbers.delete(number)
writeFileSync(file, JSON.stringify([...numbers]))
appendFileSync(file + ".log", numbers.size + "\\n")
`

/** A folder with both scripts, a server that plays the FTC's site, and an Asterisk. */
const machine = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "nightly-mirror-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const data = join(folder, "data.csv")
  writeFileSync(data, [header, ...complaints, ""].join("\r\n"))
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startReferenceServer({ data: [data] })),
    ({ close }) => Effect.promise(close)
  )
  const programs = join(folder, "bin")
  mkdirSync(programs)
  const site = `--site ${server.url} --allow-http --pause 0`
  const run = `#!/bin/sh\ncase "$2" in sync) exec "${process.execPath}" "${executable}" "$@" ${site} ;; esac\nexec "${process.execPath}" "${executable}" "$@"\n`
  for (const [name, text] of [
    ["public-records", run],
    ["asterisk", asterisk]
  ] as const) {
    writeFileSync(join(programs, name), text)
    chmodSync(join(programs, name), 0o755)
  }
  writeFileSync(join(folder, "nightly.sh"), job.replace(/^cd .*$/m, `cd ${folder}`))
  writeFileSync(join(folder, "load.sh"), load)
  const database = join(folder, "astdb.json")
  const sh = (script: string) =>
    Effect.promise(() =>
      promisify(execFile)("sh", [script], {
        cwd: folder,
        env: {
          PATH: `${programs}:${process.env["PATH"]}`,
          HOME: folder,
          XDG_DATA_HOME: folder,
          ASTERISK_DB: database
        }
      })
    )
  return { folder, database, server, sh }
})

describe("the nightly job with a block list", () => {
  it("is in the recipes, with its script for Asterisk", () => {
    assert.include(job, "public-records mirror sync")
    assert.include(load, "asterisk -rx")
    assert.notInclude(job, "KEY")
  })

  it.live("makes a mirror without a key, and loads the list without a moment of an empty one", () =>
    Effect.gen(function* () {
      const { database, folder, server, sh } = yield* machine
      const numbers = () => new Map<string, string>(JSON.parse(readFileSync(database, "utf8")))
      const own = "2125550000"
      writeFileSync(database, JSON.stringify([[own, "mine"]]))
      yield* sh("nightly.sh")
      const listed = ["2135561211", "2135561212", "2135561213", "2135561214"]
      assert.sameMembers([...numbers().keys()], [own, ...listed])
      assert.match(numbers().get("2135561211") ?? "", /^\d+ reports from 2 places until .* \(not verified\)$/)
      assert.isFalse(server.faults.history().some(({ path }) => path.startsWith("/v0/")))
      const commands = () => readFileSync(`${database}.log`, "utf8").trim().split("\n").map(Number)
      assert.deepStrictEqual(commands(), [2, 3, 4, 5])
      // The same list again sends no command.
      yield* sh("nightly.sh")
      assert.strictEqual(commands().length, 4)
      const [first = "", second = ""] = readFileSync(join(folder, "block.txt"), "utf8").split("\n")
      const another = first.replace(/\d{10}/, "2135561219")
      writeFileSync(join(folder, "block.txt"), `${another}\n${second.replace("reports", "complaints")}\n`)
      yield* sh("load.sh")
      assert.strictEqual(numbers().size, 3)
      assert.isTrue(numbers().has("2135561219") && numbers().has(own))
      assert.deepStrictEqual(commands().slice(4), [5, 6, 5, 4, 3])
    }).pipe(Effect.scoped)
  )
})
