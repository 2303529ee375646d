import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, assert, it } from "@effect/vitest"
import { yesterday } from "@public-records/core"
import { startReferenceServer } from "@public-records/server"
import { complaintRecord, sampleComplaints } from "@public-records/testing/Samples"
import { DateTime, Effect } from "effect"

const job = fileURLToPath(new URL("../nightly/exportYesterday.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "public-records-nightly-"))
const data = join(folder, "complaints.json")
writeFileSync(data, JSON.stringify(sampleComplaints.map(complaintRecord)))
const server = await startReferenceServer({ tls: true, data: [data] })
writeFileSync(join(folder, "certificate.pem"), server.certificate?.pem ?? "")

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const run = (...days: ReadonlyArray<string>) =>
  promisify(execFile)(process.execPath, [job, folder, ...days], {
    env: {
      ...process.env,
      PUBLIC_RECORDS_API_KEY: "DEMO_KEY",
      PUBLIC_RECORDS_BASE_URL: server.url,
      PUBLIC_RECORDS_CA: join(folder, "certificate.pem"),
      XDG_CONFIG_HOME: folder
    }
  })

it("the nightly job exports a day once, and sends no request for a day that is not published", async () => {
  const ofTheDay = sampleComplaints.filter(({ createdDate }) => createdDate.startsWith("2021-07-07")).length
  const first = await run("2021-07-07")
  assert.include(first.stderr, "Done: 1 day added, 0 days already complete, 0 days not yet published, ")
  assert.strictEqual(first.stdout, `2021-07-07 has ${ofTheDay} complaints.\n`)
  const lines = readFileSync(join(folder, "complaints-2021-07-07.ndjson"), "utf8").trim().split("\n")
  assert.strictEqual(lines.length, ofTheDay)
  assert.include(readdirSync(folder), "complaints-2021-07-07.ndjson.manifest.json")
  const requests = server.faults.history().length
  const { stdout } = await run("2021-07-07", "2199-01-01")
  assert.strictEqual(stdout, "2021-07-07 is already exported.\n2199-01-01 is published at 2199-01-02T17:00:00.000Z.\n")
  assert.strictEqual(server.faults.history().length, requests)
})

it("the nightly job continues after a day that fails, and exits with the code of the failure", async () => {
  server.faults.next({ do: "status", status: 400 })
  const failed = await run("2021-07-05", "2021-07-06").catch((error: unknown) => error)
  assert.deepInclude(failed, { code: 6 })
  assert.isFalse(existsSync(join(folder, "complaints-2021-07-05.ndjson")))
  assert.isTrue(existsSync(join(folder, "complaints-2021-07-06.ndjson")))
})

/** The five days before today, yesterday first. */
const lastDays = (): ReadonlyArray<string> => {
  const newest = DateTime.makeUnsafe(Effect.runSync(yesterday))
  return [0, 1, 2, 3, 4].map((days) => DateTime.formatIsoDateUtc(DateTime.subtract(newest, { days })))
}

it("the nightly job exports the last five days by default, yesterday first", async () => {
  const before = lastDays()
  for (const day of before) writeFileSync(join(folder, `complaints-${day}.ndjson`), "")
  const { stdout } = await run()
  // At midnight, a new day may begin in the meantime.
  const expected = [before, lastDays()].map((days) => days.map((day) => `${day} is already exported.\n`).join(""))
  assert.include(expected, stdout)
})
