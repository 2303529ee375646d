import { DateTime, Effect, Option } from "effect"
import type { MirrorError } from "../MirrorError.ts"
import { type Database, text } from "./Database.ts"
import { sql } from "./sql.ts"

/** The values that a mirror remembers between imports and syncs. Times are in ISO 8601. */
export type StateName =
  | "notices read to the end"
  | "notices read at"
  | "notices checked at"
  | "notices held"
  | "site notices checked at"
  | "sync from"
  | "sync origin"
  | "sync succeeded at"
  | "sync failed at"
  | "sync failure"

/** Returns a remembered value, or "". */
export const stateOf = (db: Database, name: StateName): Effect.Effect<string, MirrorError> =>
  Effect.map(db.first(sql`select value from meta where name = ${name}`), (row) => text(row, "value"))

/** Returns a remembered time, or "" if it is still to come, because the clock was ahead. */
export const pastTimeOf = (db: Database, name: StateName, now: DateTime.Utc): Effect.Effect<string, MirrorError> =>
  Effect.map(stateOf(db, name), (time) => (time > DateTime.formatIso(now) ? "" : time))

export const remember = (db: Database, name: StateName, value: string): Effect.Effect<void, MirrorError> =>
  db.run(sql`insert or replace into meta values(${name}, ${value})`)

/** Whether a time is remembered since which the period has not passed. One that is still to come is that of a clock that was ahead. */
export const isRecent = (
  db: Database,
  name: StateName,
  period: Parameters<typeof DateTime.add>[1],
  now: DateTime.Utc
): Effect.Effect<boolean, MirrorError> =>
  Effect.map(stateOf(db, name), (time) =>
    Option.exists(
      DateTime.make(time),
      (at) => DateTime.isLessThanOrEqualTo(at, now) && DateTime.isGreaterThan(DateTime.add(at, period), now)
    )
  )

const hoursBetweenChecks = 12

/** Whether the service, or the FTC's site, is asked for notices again. */
export const areNoticesDue = (
  db: Database,
  name: "notices checked at" | "site notices checked at",
  now: DateTime.Utc
): Effect.Effect<boolean, MirrorError> =>
  Effect.map(isRecent(db, name, { hours: hoursBetweenChecks }, now), (recent) => !recent)
