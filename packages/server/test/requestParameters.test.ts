import { assert, describe, it } from "@effect/vitest"
import { decodedSegment, RequestParameters } from "../src/requests/RequestParameters.ts"

describe("the parameters of a request", () => {
  for (const query of [
    "",
    "?a=b",
    "&&a&=&b=&&",
    "a=1&b=2&a=3",
    "a+b=%20%2B+%C3%A9",
    "a=%&b=%zz&c=%C3",
    "a=%EF%BB%BFx"
  ]) {
    it(`equal those of the URL for "?${query}", without its fragment`, () => {
      const parameters = new RequestParameters(`/path?${query}#fragment?x=y`)
      const url = new URL(`http://localhost/path?${query}`)
      assert.deepStrictEqual(parameters.all(), Array.from(url.searchParams))
      assert.strictEqual(parameters.path, "/path")
    })
  }

  it("return the last value of a repeated name, or the first that is not empty", () => {
    const parameters = new RequestParameters("/?a=&a=1&a=2&b=")
    assert.deepStrictEqual([parameters.get("a"), parameters.get("b"), parameters.get("c")], ["2", "", undefined])
    assert.deepStrictEqual(
      [parameters.first("a"), parameters.first("b"), parameters.first("c")],
      ["1", undefined, undefined]
    )
  })

  it("are empty without a query", () => {
    const parameters = new RequestParameters("/path#fragment?a=b")
    assert.deepStrictEqual([parameters.path, parameters.all()], ["/path", []])
  })

  it("form a percent-encoded link without the key", () => {
    const href = new RequestParameters(
      "/p?a[b]=x+y&%61pi_key=SECRET&c=%22q%22&API_KEY=SECRET&d&api_key="
    ).hrefWithoutKey()
    assert.strictEqual(href, "/p?a%5Bb%5D=x%20y&c=%22q%22&d=")
    assert.strictEqual(new RequestParameters("/p?api_key=SECRET").hrefWithoutKey(), "/p")
  })
})

describe("a segment of a path", () => {
  it("is decoded, or left as it is if its percent-encoding is malformed", () => {
    assert.deepStrictEqual(["a%20b", "%C3%A9", "%zz", "%C3"].map(decodedSegment), ["a b", "é", "%zz", "%C3"])
  })
})
