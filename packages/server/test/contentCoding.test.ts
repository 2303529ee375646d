import { assert, describe, it } from "@effect/vitest"
import { codingFor } from "../src/requests/contentCoding.ts"

const wishes: ReadonlyArray<readonly [string | undefined, ReturnType<typeof codingFor>]> = [
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["GZip", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip, deflate, br, zstd", "gzip"],
  ["br", "identity"],
  ["gzipped", "identity"],
  ["gzip;q=0", "identity"],
  ["gzip;q=0.000", "identity"],
  ["gzip;q=0, *", "identity"],
  ["gzip; q=0.001", "gzip"],
  ["gzip ; Q=1.000", "gzip"],
  ["gzip;q=.5", "identity"],
  ["gzip;q=2", "identity"],
  ["gzip;q=-1", "identity"],
  ["gzip;q=abc", "identity"],
  ["gzip;q=", "gzip"],
  ["*", "gzip"],
  ["*;q=0", "identity"],
  ["*;q=0, gzip", "only gzip"],
  ["identity", "identity"],
  ["identity;q=0", "identity"],
  ["identity;q=0, gzip", "only gzip"],
  ["identity;q=0, *;q=0.1", "only gzip"],
  ["gzip;q=0.5, identity", "identity"],
  ["gzip;q=0.5, identity;q=0.4", "gzip"],
  ["identity;q=0.5, *;q=0.4", "identity"],
  [", ,;;q=1,gzip", "gzip"]
]

describe("the coding of a body", () => {
  for (const [wish, coding] of wishes) {
    it(`is ${coding} for Accept-Encoding: ${wish}`, () => {
      assert.strictEqual(codingFor(wish), coding)
    })
  }
})
