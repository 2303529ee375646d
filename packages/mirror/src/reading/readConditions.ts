import { readComplaintQuery } from "@public-records/core"
import { Effect } from "effect"
import type { Database } from "../store/Database.ts"
import type { MirrorFile } from "../store/MirrorFile.ts"
import { conditionsOf } from "./Conditions.ts"
import { numberSearch } from "./numberSearch.ts"

/**
 * Reads a query, and its number, once for all pages of a list. `conditionsIn` returns its filters with the codes that the mirror has now.
 * **Fails with** `InvalidQuery`, a message for each problem.
 */
export const readConditions = Effect.fnUntraced(function* (file: MirrorFile, given: unknown) {
  const query = yield* readComplaintQuery(given, "local")
  const search = query.number === undefined ? undefined : yield* numberSearch(file, query.number)
  return { ...query, conditionsIn: (db: Database) => conditionsOf(db, query, search) }
})
