import { Effect } from "effect"
import type { PublicRecordsError, QueryProblem } from "../src/PublicRecordsError.ts"

/** Returns the problems of an invalid query, or an empty list for any other failure. */
export const problemsOf = <A>(
  parsed: Effect.Effect<A, PublicRecordsError>
): Effect.Effect<ReadonlyArray<QueryProblem>, A> =>
  Effect.map(Effect.flip(parsed), ({ reason }) => (reason._tag === "InvalidQuery" ? reason.problems : []))
