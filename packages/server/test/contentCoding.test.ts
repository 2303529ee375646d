import { assert, describe, it } from "@effect/vitest"
import { acceptsGzip } from "../src/requests/representation.ts"

const accepting = [
  "gzip",
  "GZip",
  "gzip, deflate, br, zstd",
  "br;q=1, gzip;q=0.5",
  "gzip; q=0.001",
  "gzip ; Q=1.000",
  ", ,;;q=1,gzip"
]

const refusing = [undefined, "", "br", "gzipped", "*", "identity", "gzip;q=0", "gzip; Q=0.000", "gzip;q=0, *"]

describe("Accept-Encoding", () => {
  it.each(accepting)("%s accepts gzip", (header) => {
    assert.isTrue(acceptsGzip(header))
  })

  it.each(refusing)("%s does not accept gzip", (header) => {
    assert.isFalse(acceptsGzip(header))
  })
})
