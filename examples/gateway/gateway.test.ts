import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startReferenceServer } from "@public-records/server"
import { serviceAt } from "@public-records/testing/drivers/ServiceAt"
import { complaintRecord, noticeRecord, sampleComplaints, sampleNotices } from "@public-records/testing/Samples"
import { runScenarios } from "@public-records/testing/vitest"
import { afterAll } from "vitest"
import { gateway } from "./gateway.ts"

const folder = mkdtempSync(join(tmpdir(), "gateway-"))
const files = { complaints: sampleComplaints.map(complaintRecord), notices: sampleNotices.map(noticeRecord) }
const data = Object.entries(files).map(([name, records]) => {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(records))
  return file
})

const service = await startReferenceServer({ data, apiKeys: ["the-gateways-own-key"], rateLimit: "off" })
const server = gateway({ url: service.url, apiKey: "the-gateways-own-key", fetch: service.fetch })
const baseUrl = await new Promise<string>((resolve) =>
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
  })
)

afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await service.close()
  rmSync(folder, { recursive: true })
})

runScenarios(serviceAt({ name: "the gateway", baseUrl, allowHttp: true }))
