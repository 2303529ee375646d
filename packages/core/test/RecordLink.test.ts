import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { linkRewriter } from "../src/records/RecordLink.ts"
import { withClient } from "./withClient.ts"

const base = new URL("https://api.ftc.gov")
const mirror = new URL("https://mirror.test:8443/ftc/")

/** Links, and what follows the base URL after they are rewritten. */
const links: ReadonlyArray<readonly [link: string, path: string]> = [
  ["https://www.ftc.gov/v0/dnc-complaints/1", "/v0/dnc-complaints/1"],
  ["https://www.ftc.gov/v0/a/0254a428?resourceVersion=id%3A2358", "/v0/a/0254a428?resourceVersion=id%3A2358"],
  ["http://127.0.0.1:8080/v0/a/1", "/v0/a/1"],
  ["http://api.ftc.gov/v0/a/1", "/v0/a/1"],
  ["https://api.ftc.gov.evil.test/v0/a/1", "/v0/a/1"],
  ["/v0/a/1", "/v0/a/1"],
  ["v0/a/1", "/v0/a/1"],
  ["//www.ftc.gov/v0/a/1", "/v0/a/1"],
  ["/ftcx/v0/a/1", "/ftcx/v0/a/1"],
  ["/ftc", "/ftc"],
  ["https://www.ftc.gov/v0/a/1?api_key=k", "/v0/a/1"],
  ["https://www.ftc.gov/v0/a/1?api%5Fkey=k", "/v0/a/1"],
  ["https://www.ftc.gov/v0/a/1?API_KEY=k", "/v0/a/1"],
  ["https://www.ftc.gov/v0/a/1#api_key=k", "/v0/a/1"],
  ["https://me:word@www.ftc.gov/v0/a/1", "/v0/a/1"],
  ["/v0/a/1?api_key=k", "/v0/a/1"],
  ["https://a.test/v0/b/1?a=1&api_key=k&c=%3A+2", "/v0/b/1?a=1&c=%3A+2"]
]

describe("the link of a record", () => {
  it("gets the base URL in place of its own, and loses the key, its fragment and user names", () => {
    for (const [link, path] of links) {
      assert.strictEqual(linkRewriter(base)(link), `https://api.ftc.gov${path}`, link)
      assert.strictEqual(linkRewriter(mirror)(link), `https://mirror.test:8443/ftc${path}`, link)
    }
  })

  it("gets the path of the base URL once, and not if it has the origin already", () => {
    for (const link of ["https://www.ftc.gov/ftc/v0/a/1", "/ftc/v0/a/1", "https://mirror.test:8443/ftc/v0/a/1"]) {
      assert.strictEqual(linkRewriter(mirror)(link), "https://mirror.test:8443/ftc/v0/a/1", link)
    }
    const outside = "https://mirror.test:8443/v0/a/1"
    assert.strictEqual(linkRewriter(mirror)(outside), outside)
    assert.strictEqual(linkRewriter(new URL("https://a.test/ftc//"))("/v0/a/1"), "https://a.test/ftc/v0/a/1")
  })

  it("is null if it is not a web address", () => {
    for (const link of ["javascript:alert(1)", "file:///etc/passwd", "ftp://a.test/v0", "https://[/v0", "mailto:a"]) {
      assert.strictEqual(linkRewriter(base)(link), null, link)
    }
  })

  const self = "https://www.ftc.gov/v0/a/1"
  const complaint = { "created-date": "2021-03-03 23:59:53", "violation-date": "2021-03-02" }
  const notice = { created: "2021-03-03", updated: "2021-03-03", date: "2021-03-03" }

  it.effect("is rewritten in both collections", () =>
    Effect.gen(function* () {
      const { result } = yield* withClient(
        ({ pathname }) =>
          pathname.includes("dnc")
            ? Response.json({ data: [{ type: "a", id: "1", attributes: complaint, links: { self } }] })
            : Response.json({ data: [{ type: "a", id: "1", attributes: notice, links: { self: { href: self } } }] }),
        ({ complaints, notices }) => Effect.all([complaints.get("1"), notices.get("1")])
      )
      const rewritten = result._tag === "Success" ? result.success.map(({ link }) => link) : []
      assert.deepStrictEqual(rewritten, ["https://records.test/v0/a/1", "https://records.test/v0/a/1"])
    })
  )
})
