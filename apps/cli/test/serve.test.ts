import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { X509Certificate } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { cannedService, page } from "./cannedService.ts"
import { run, start } from "./executable.ts"

const listening = /^Listening on (https?:\/\/127\.0\.0\.1:\d+)$/
const withKey = { PUBLIC_RECORDS_API_KEY: "DEMO_KEY" }

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "public-records-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

const addressOf = (line: string): string => listening.exec(line)?.[1] ?? assert.fail(`no address in "${line}"`)

describe("serve", () => {
  it.effect("is ready when it says so, over HTTPS with a certificate that --ca trusts, and ends with exit 0", () =>
    Effect.gen(function* () {
      const certificate = join(yield* temporaryFolder, "certificate.pem")
      const server = yield* start(["serve", "--port", "0", "--tls-write", certificate])
      const url = addressOf(yield* server.firstLine)
      const asked = ["complaints", "list", "--limit", "1", "--base-url", url]
      const trusted = yield* run([...asked, "--ca", certificate], withKey)
      const untrusted = yield* run(asked, withKey)
      assert.strictEqual(trusted.stderr, "")
      assert.isString(JSON.parse(trusted.stdout).id)
      assert.strictEqual(untrusted.code, 5)
      assert.include(untrusted.stderr, "certificate")
      assert.include(untrusted.stderr, "--ca")
      yield* server.signal("SIGTERM")
      const { code, stderr, stdout } = yield* server.end
      assert.strictEqual(stdout, `Listening on ${url}\n`)
      const { fingerprint256 } = new X509Certificate(yield* Effect.promise(() => readFile(certificate)))
      assert.strictEqual(stderr, `Certificate SHA-256 ${fingerprint256}\n`)
      assert.strictEqual(code, 0)
    })
  )

  it.effect("ends with exit 0 on Ctrl-C too, and reads its data again on SIGHUP", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "complaints.csv")
      const header =
        "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject," +
        "Recorded_Message_Or_Robocall"
      const row = "4703352559,2021-07-07 00:01:15,2021-07-06 11:48:00,Columbus,Ohio,614,Other,Y"
      yield* Effect.promise(() => writeFile(file, `${header}\r\n${row}\r\n`))
      const server = yield* start(["serve", "--port", "0", "--tls", "off", "--allow-http", "--data", file])
      const asked = ["complaints", "list", "--allow-http", "--base-url", addressOf(yield* server.firstLine)]
      const before = yield* run(asked, withKey)
      yield* Effect.promise(() => writeFile(file, `${header}\r\n${row.replace("4703352559", "6145550100")}\r\n`))
      yield* server.signal("SIGHUP")
      assert.include(yield* server.firstError, "read again")
      const after = yield* run(asked, withKey)
      assert.strictEqual(JSON.parse(before.stdout).companyPhoneNumber, "4703352559")
      assert.strictEqual(JSON.parse(after.stdout).companyPhoneNumber, "6145550100")
      yield* server.signal("SIGINT")
      assert.strictEqual((yield* server.end).code, 0)
    })
  )

  it.effect("has the keys that it is given, by flag and environment", () =>
    Effect.gen(function* () {
      const server = yield* start(["serve", "--port", "0", "--tls", "off", "--allow-http", "--api-key", "one"], {
        PUBLIC_RECORDS_SERVER_API_KEYS: "two,three"
      })
      const asked = ["complaints", "list", "--allow-http", "--base-url", addressOf(yield* server.firstLine)]
      const codes = yield* Effect.all(
        ["one", "three", "DEMO_KEY"].map((key) => run([...asked], { PUBLIC_RECORDS_API_KEY: key }))
      )
      assert.deepStrictEqual(
        codes.map(({ code }) => code),
        [0, 0, 3]
      )
    })
  )

  it.effect("on a port that is taken is exit 2", () =>
    Effect.gen(function* () {
      const { url } = yield* cannedService(page())
      const port = new URL(url).port
      const { code, stdout, stderr } = yield* run(["serve", "--port", port])
      assert.strictEqual(code, 2)
      assert.strictEqual(stdout, "")
      assert.include(stderr, port)
      assert.strictEqual(stderr.trimEnd().split("\n").length, 1)
    })
  )

  it.effect("of a data file that is not there is exit 2, and names it", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* run(["serve", "--port", "0", "--data", "/nowhere/complaints.csv"])
      assert.strictEqual(code, 2)
      assert.include(stderr, "/nowhere/complaints.csv")
    })
  )

  it.effect("of a certificate or faults that cannot be used is exit 2, with one sentence that names the file", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [certificate, key, faults] = [
        join(folder, "cert.pem"),
        join(folder, "key.pem"),
        join(folder, "faults.json")
      ]
      yield* Effect.promise(async () => {
        await writeFile(certificate, "-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n")
        await writeFile(key, "-----BEGIN ENCRYPTED PRIVATE KEY-----\nno\n-----END ENCRYPTED PRIVATE KEY-----\n")
        await writeFile(faults, '{"faults":[{"do":"status","status":503,"headers":{"Connection":"close"}}]}')
      })
      for (const [flags, file] of [
        [["--tls-cert", certificate, "--tls-key", key], key],
        [["--faults", faults], faults]
      ] as const) {
        const { code, stderr, stdout } = yield* run(["serve", "--port", "0", ...flags])
        assert.strictEqual(code, 2)
        assert.strictEqual(stdout, "")
        assert.include(stderr, file)
        assert.strictEqual(stderr.trimEnd().split("\n").length, 1)
      }
    })
  )
})
