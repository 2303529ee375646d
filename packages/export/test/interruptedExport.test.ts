import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { truncate } from "node:fs/promises"
import { join } from "node:path"
import { interruptedExport } from "../src/interruptedExport.ts"
import { complaintsTo, folder, namesIn, run, service } from "./exporting.ts"

layer(service(), { excludeTestServices: true })("an interrupted export", (it) => {
  it.effect("reports the pages that it would resume from, and changes nothing", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      assert.isUndefined(yield* interruptedExport(job))
      assert.deepStrictEqual(yield* namesIn(path), [])
      yield* run(job, 2)
      const names = yield* namesIn(path)
      const left = yield* interruptedExport(job)
      assert.strictEqual(left?.progress.written, 100)
      assert.isFalse(left?.hasEveryPage)
      assert.deepStrictEqual(yield* namesIn(path), names)
      assert.isUndefined(yield* interruptedExport({ ...job, restart: true }))
    })
  )

  it.effect("reports whether every page was read: of the list, or up to the maximum", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const all = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      yield* run(all, 5)
      assert.isTrue((yield* interruptedExport(all))?.hasEveryPage)
      const some = yield* complaintsTo(join(path, "some.ndjson"), "ndjson", { max: 100 })
      yield* run(some, 1)
      assert.isFalse((yield* interruptedExport(some))?.hasEveryPage)
      yield* run(some, 1)
      assert.isTrue((yield* interruptedExport(some))?.hasEveryPage)
    })
  )

  it.effect("starts again if its records are lost, and is refused for another export", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const job = yield* complaintsTo(join(path, "all.ndjson"), "ndjson")
      yield* run(job, 2)
      const refused = yield* Effect.flip(interruptedExport({ ...job, max: 7 }))
      assert.strictEqual(refused.reason, "OtherExport")
      yield* Effect.promise(() => truncate(job.target.partial, 10))
      assert.isUndefined(yield* interruptedExport(job))
    })
  )
})
