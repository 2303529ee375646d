import { assert, describe, it } from "vitest"
import { canaryKey } from "@public-records/testing/Canary"
import { complaintRecord, sampleComplaints } from "@public-records/testing/Samples"
import { type Quirks } from "../soak/Schedule.ts"
import { makeWire } from "../soak/Wire.ts"
import { faultFreeSchedule } from "./faultFreeSchedule.ts"

const list = "https://service.invalid/v0/dnc-complaints"
const body = JSON.stringify({
  data: sampleComplaints.slice(0, 3).map(complaintRecord),
  meta: { "records-this-page": 3, "records-total": 130 }
})

/** Creates a wire to a service that records the URLs of its requests. */
const wireTo = (
  answer: (url: string) => Response | Promise<Response> = () => new Response(body),
  quirks: Quirks = {},
  maxRequests = 10
) => {
  const urls: Array<string> = []
  let now = 0
  const service: typeof globalThis.fetch = async (input) => {
    now += 100
    const { url } = new Request(input)
    urls.push(url)
    return await answer(url)
  }
  const wire = makeWire(
    () => service,
    { ...faultFreeSchedule, quirks },
    { key: canaryKey, maxRequests, now: () => now }
  )
  return { ...wire, urls }
}

const pageSize = (url: string | undefined): string | null => new URL(url ?? list).searchParams.get("items_per_page")

describe("the wire of a soak", () => {
  it("asks for smaller pages, of at least one record, and for no offset beyond the largest", async () => {
    const { fetch, urls } = wireTo(undefined, { largestPage: 20, shortPageEvery: 2, maxOffset: 40 })
    for (const query of ["items_per_page=50&offset=40", "items_per_page=50&offset=41", "items_per_page=1", ""]) {
      await fetch(`${list}?${query}`)
    }
    assert.deepStrictEqual(urls.map(pageSize), ["20", "10", "1", null])
    await fetch(`${list}?items_per_page=1&offset=0`)
    await fetch(`${list}?items_per_page=1&offset=100`)
    const offsets = urls.map((url) => new URL(url).searchParams.get("offset"))
    assert.deepStrictEqual([pageSize(urls[5]), offsets], ["1", ["40", "40", null, null, "0", "40"]])
  })

  it("empties a page, claims another total and breaks records, and leaves errors as they are", async () => {
    const received = async (quirks: Quirks, response = () => new Response(body)): Promise<unknown> =>
      (await wireTo(response, quirks).fetch(list)).json()
    const all = JSON.parse(body)
    assert.deepStrictEqual(await received({ emptyAt: 1 }), { ...all, data: [] })
    assert.deepStrictEqual(await received({ emptyAt: 2 }), all)
    assert.deepStrictEqual(await received({ claim: -200 }), {
      ...all,
      meta: { "records-this-page": 3, "records-total": 0 }
    })
    assert.deepStrictEqual(await received({ claim: "none" }), { data: all.data })
    const [first, ...others] = all.data
    const { id: _, ...withoutId } = first
    assert.deepStrictEqual(await received({ broken: { every: 150, how: "id" } }), {
      ...all,
      data: [withoutId, ...others]
    })
    const error = () => new Response(body, { status: 503 })
    assert.deepStrictEqual(await received({ emptyAt: 1, claim: "none" }, error), all)
  })
})
