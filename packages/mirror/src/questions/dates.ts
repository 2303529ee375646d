import { Effect } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import type { Dates } from "../MirrorStatus.ts"
import { type Database, textOrNull } from "../store/Database.ts"
import { raw } from "../store/sql.ts"

const datesIn = {
  complaints: raw("select min(day)::varchar as first, max(day)::varchar as last from calls"),
  notices: raw("select min(left(date, 10)) as first, max(left(date, 10)) as last from notices where gone is null")
} as const

/** Returns the first and last date of all complaints or notices, or `undefined` without records. */
export const datesOf = (db: Database, name: keyof typeof datesIn): Effect.Effect<Dates | undefined, MirrorError> =>
  Effect.map(db.first(datesIn[name]), (row) => {
    const [first, last] = [textOrNull(row, "first"), textOrNull(row, "last")]
    return first === null || last === null ? undefined : { first, last }
  })
