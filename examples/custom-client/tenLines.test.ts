import { customClient } from "@public-records/testing/drivers/CustomClient"
import { records, refused } from "@public-records/testing/Scenario"
import { runScenarios } from "@public-records/testing/vitest"

const client = customClient({
  name: "a client of ten lines, for one complaint",
  unsupported: ({ request }) => (request._tag === "GetComplaint" ? undefined : "it can only get complaints by id"),
  run: async ({ apiKey = "", baseUrl, fetch }, request) => {
    const id = "id" in request ? request.id : ""
    const response = await fetch(`${baseUrl}/v0/dnc-complaints/${id}`, { headers: { "X-Api-Key": apiKey } })
    if (response.status === 404) return refused("NotFound")
    const { data }: { data: Array<{ attributes: Record<string, string> }> } = JSON.parse(await response.text())
    return records(data.map(({ attributes }) => attributes["company-phone-number"] ?? ""))
  }
})

runScenarios(client)
