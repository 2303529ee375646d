import type { Complaint, Notice } from "@public-records/core"
import { complaintFromJson } from "@public-records/files/complaintRecords"
import { DateTime, Effect, Result, type Scope } from "effect"
import { prepareRecords } from "./importing/importDay.ts"
import { importNotices, plainNotice } from "./importing/importNotices.ts"
import { type Mirror, mirrorOver } from "./Mirror.ts"
import type { MirrorError } from "./MirrorError.ts"
import { memoryStore } from "./store/privateStore.ts"
import { writeDays } from "./store/writeDay.ts"

/** Records of a service that a program has loaded. */
export interface LoadedRecords {
  readonly complaints?: ReadonlyArray<Complaint>
  readonly notices?: ReadonlyArray<Notice>
}

const partial = {
  state: "partial",
  why: "only some of its records were loaded",
  source: "service",
  origin: "loaded records",
  key: "",
  claimed: null
} as const

/**
 * Creates a mirror in memory of some records of a service, until the scope closes. It answers all questions about them. Its days are
 * partial, because the service may have more records.
 */
export const mirrorOfRecords = Effect.fnUntraced(function* ({
  complaints = [],
  notices = []
}: LoadedRecords): Effect.fn.Return<Mirror["Service"], MirrorError, Scope.Scope> {
  const store = yield* memoryStore()
  const fetchedAt = DateTime.formatIso(yield* DateTime.now)
  const readable = <A>(plain: Iterable<Result.Result<A, string>>): ReadonlyArray<A> =>
    Array.from(plain)
      .filter(Result.isSuccess)
      .map(({ success }) => success)
  const { calls, digest } = prepareRecords(readable(complaints.map((complaint) => complaintFromJson(complaint))))
  yield* store.write((db) =>
    Effect.andThen(
      writeDays(db, calls, { ...partial, digest, fetchedAt }),
      importNotices(db, readable(notices.map(plainNotice)), false)
    )
  )
  return mirrorOver(store)
})
