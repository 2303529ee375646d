import { assert, describe, it } from "@effect/vitest"
import { createClient } from "@public-records/core/promise"
import { complaintRecord, sampleComplaints } from "@public-records/testing/Samples"
import { rowsWith } from "../../packages/core/test/documentedDefaults.ts"
import { inCode, oneLine, read } from "./documentText.ts"

const page = oneLine("docs/embedding.md")

const data = sampleComplaints.slice(0, 1).map(complaintRecord)
const fetch = async (): Promise<Response> => Response.json({ data, meta: { "records-total": 1 } })

/** Returns the names in a part of the document, such as `{ limit, remaining }`. */
const namesIn = (text: string): ReadonlyArray<string> => text.match(/\w+/g) ?? []

/** Returns the names of the members that a row of the table of methods lists. */
const resultOf = (method: string): ReadonlyArray<string> => {
  const row = rowsWith("result", "docs/embedding.md").find((one) => one["method"]?.startsWith(`${method}(`))
  return namesIn(/\{ (.*?) \}/.exec(row?.["result"] ?? "")?.[1] ?? assert.fail(method))
}

describe("the members in docs/embedding.md", () => {
  it("are those of the results of a client", async () => {
    await using client = createClient({ apiKey: "test", fetch, logLevel: "off" })
    assert.sameMembers(Object.keys(await client.complaints.page()), [...resultOf("page")])
    assert.sameMembers(Object.keys(await client.complaints.estimate()), [...resultOf("estimate")])
    const [, quota = ""] = /state of the budget without a request: `\{ (.*?) \}`/.exec(page) ?? []
    assert.sameMembers(Object.keys(client.quota()), [...namesIn(quota)])
    const answer = await client.complaints.page().withResponse()
    const [, both = ""] = /which resolves to `\{ (.*?) \}`/.exec(page) ?? []
    assert.sameMembers(Object.keys(answer), [...namesIn(both)])
    const [, response = ""] = /`response` has (.*?)\. It is/.exec(page) ?? []
    assert.sameMembers(Object.keys(answer.response ?? {}), [...inCode(response)])
    const walk = client.complaints.stream()
    await walk.toArray({ limit: 10 })
    const [, report = ""] = /are promises of (.*?)\. They settle/.exec(page) ?? []
    assert.sameMembers(Object.keys(await walk.report), [...inCode(report)])
  })

  it("are those of a query", () => {
    const membersIn = (file: string, from: string) =>
      (read(`packages/core/src/queries/${file}.ts`).split(`interface ${from} `)[1]?.split("\n}")[0] ?? "").match(
        /(?<=readonly )\w+(?=\?)/g
      ) ?? []
    const paging = membersIn("QueryInput", "PageInput")
    assert.isAbove(paging.length, 2)
    for (const [list, own] of [
      [/- complaints: (.*?) - notices:/, membersIn("ComplaintInput", "ComplaintInput")],
      [/ - notices: (.*?) Dates are/, membersIn("NoticeInput", "NoticeInput")]
    ] as const) {
      const [, text = ""] = list.exec(page) ?? []
      const documented = inCode(text.replaceAll(/\([^)]*\)/g, ""))
      assert.sameMembers([...documented], [...own, ...paging])
    }
  })
})
