import { assert, describe, it } from "@effect/vitest"
import { RequestParameters } from "../src/requests/RequestParameters.ts"
import { SeededRandom } from "../src/SeededRandom.ts"

const pieces = ["a", "=", "&", "+", "%", "%2", "%20", "%zz", "%C3%A9", "%C3", "%F0%9F%9B%8E", "%00", "?", "é", "[", "]"]

const anyQuery = (random: SeededRandom): string =>
  Array.from({ length: random.between(0, 12) }, () => pieces[random.between(0, pieces.length - 1)]).join("")

describe("the parameters of a request", () => {
  it("are those that URLSearchParams reads, whatever the query", () => {
    const random = new SeededRandom(4)
    const queries = [
      "",
      "??a=b",
      "&&a&=&b=&&",
      "a=%EF%BB%BFx",
      ...Array.from({ length: 5_000 }, () => anyQuery(random))
    ]
    for (const query of queries) {
      const read = new RequestParameters(`/path?${query}#fragment?x=y`)
      assert.deepStrictEqual(read.all(), Array.from(new URLSearchParams(query)), query)
      assert.strictEqual(read.path, "/path")
    }
  })

  it("link to themselves in one spelling, without the key", () => {
    const href = new RequestParameters("/p?a[b]=x+y&%61pi_key=SECRET&c=%22q%22&d&api_key=").hrefWithoutKey()
    assert.strictEqual(href, "/p?a%5Bb%5D=x%20y&c=%22q%22&d=")
    assert.strictEqual(new RequestParameters("/p?api_key=SECRET").hrefWithoutKey(), "/p")
  })
})
