import { createClient, type PublicRecordsClient } from "@public-records/core/promise"
import { type RunningReferenceServer, startReferenceServer } from "@public-records/server"
import { afterEach, beforeEach, expect, it } from "vitest"
import { wasReported } from "./reported.ts"

let server: RunningReferenceServer
let client: PublicRecordsClient

beforeEach(async () => {
  server = await startReferenceServer({ synthetic: 200, seed: 7 })
  client = createClient({ apiKey: "DEMO_KEY", baseUrl: server.url, allowHttp: true })
})

afterEach(async () => {
  await client.close()
  await server.close()
})

it("finds a number that was reported", async () => {
  const { records } = await client.complaints.page({ state: "California", limit: 1 })
  expect(await wasReported(client, records[0]?.companyPhoneNumber ?? "", "California")).toBe(true)
})

it("does not find a number that was never reported", async () => {
  expect(await wasReported(client, "0000000000", "California")).toBe(false)
})

it("loses no records if one request fails", async () => {
  server.faults.next({ do: "truncate" })
  expect(await wasReported(client, "0000000000", "California")).toBe(false)
  expect(server.faults.history().map(({ applied }) => applied)).toEqual([["truncate"], []])
})

it("returns unknown while the rate limit is used up", async () => {
  server.faults.next({ do: "status", status: 429, retryAfter: 8013 })
  expect(await wasReported(client, "0000000000", "California")).toBe("unknown")
})
