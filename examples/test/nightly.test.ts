import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, assert, it } from "@effect/vitest"
import { startReferenceServer } from "@public-records/server"
import { complaintRecord, sampleComplaints } from "@public-records/testing/Samples"

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
