import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { OwnMirror } from "../src/mirror/OwnMirror.ts"

const failure = { message: "There is no mirror." }

/** A mirror that does not exist and cannot be filled, unless `part` says otherwise. */
export const fakeOwnMirror = (part: Partial<OwnMirror> = {}): OwnMirror => ({
  path: "/home/me/mirror.duckdb",
  exists: () => false,
  open: Effect.fail(failure),
  openSample: Effect.fail(failure),
  sync: () => Stream.fail(failure),
  importFile: () => Stream.fail(failure),
  ...part
})

/** A clock on a Wednesday evening, when the newest published day is 27 October. */
export const october28: Layer.Layer<never> = Layer.provideMerge(
  Layer.effectDiscard(TestClock.setTime(Date.UTC(2026, 9, 28, 22))),
  TestClock.layer()
)
