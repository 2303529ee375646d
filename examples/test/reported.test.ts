import { assert, it } from "@effect/vitest"
import { createClient, PublicRecordsError } from "@public-records/core/promise"
import { wasReported } from "../test-suite/reported.ts"

it("a number is unknown only while the rate limit is used up, and another failure is not hidden", async () => {
  const replies = [
    new Response(null, { status: 429, headers: { "retry-after": "8013" } }),
    new Response(null, { status: 400 })
  ]
  const fetch = async () => replies.shift() ?? Response.json({ data: [] })
  const resultOf = async () => {
    await using client = createClient({ apiKey: "test", fetch, logLevel: "off" })
    return await wasReported(client, "3152328257", "California").catch((error: unknown) => error)
  }
  assert.strictEqual(await resultOf(), "unknown")
  const error = await resultOf()
  assert.isTrue(PublicRecordsError.is(error) && error.code === "BadRequest")
  assert.strictEqual(await resultOf(), false)
})
