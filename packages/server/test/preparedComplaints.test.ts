import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bundledFolder } from "../src/bundledFolder.ts"
import { loadBundledSample } from "../src/dataset/bundledSample.ts"
import { decodeComplaints, encodeComplaints } from "../src/dataset/preparedComplaints.ts"

describe("the prepared sample", () => {
  it.effect("contains the same complaints as the daily file, in ASCII", () =>
    Effect.gen(function* () {
      const complaints = Array.from((yield* loadBundledSample(bundledFolder)).complaints)
      const json = encodeComplaints(complaints)
      assert.match(json, /^[\0-\x7F]*$/)
      assert.deepStrictEqual(decodeComplaints(json), complaints)
      assert.isTrue(complaints.some(({ consumerCity }) => consumerCity.includes("’")))
    })
  )

  it.effect("contains characters of any plane of Unicode", () =>
    Effect.gen(function* () {
      const [complaint] = (yield* loadBundledSample(bundledFolder)).complaints
      assert.isDefined(complaint)
      const odd = [{ ...complaint, consumerCity: "🛎 Århus \u007F\u0080\uFFFF", subject: '"\\' }]
      const json = encodeComplaints(odd)
      assert.match(json, /^[\0-\x7F]*$/)
      assert.deepStrictEqual(decodeComplaints(json), odd)
    })
  )
})
