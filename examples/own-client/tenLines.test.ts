import { ownClient } from "@public-records/testing/drivers/OwnClient"
import { records, refused } from "@public-records/testing/Scenario"
import { scenarios } from "@public-records/testing/scenarios"
import { runScenarios } from "@public-records/testing/vitest"

const client = ownClient({
  name: "a client of ten lines, for one complaint",
  cannot: ({ question }) => (question._tag === "GetComplaint" ? undefined : "it knows complaints by their ids only"),
  ask: async ({ apiKey = "", baseUrl, fetch }, question) => {
    const id = "id" in question ? question.id : ""
    const answer = await fetch(`${baseUrl}/v0/dnc-complaints/${id}`, { headers: { "X-Api-Key": apiKey } })
    if (answer.status === 404) return refused("NotFound")
    const { data }: { data: Array<{ attributes: Record<string, string> }> } = JSON.parse(await answer.text())
    return records(data.map(({ attributes }) => attributes["company-phone-number"] ?? ""))
  }
})

runScenarios(client, scenarios)
