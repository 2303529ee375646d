import { Effect, Stream } from "effect"
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
