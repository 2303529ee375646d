import type { Quirks } from "./Quirks.ts"

/** The name of a profile: the service as documented, or as observed in production. */
export type ProfileName = "documented" | "live"

/** The differences between the two profiles (docs/server.md, "Profiles"). */
export interface Profile {
  readonly name: ProfileName
  /** Content type of the notices' back end. */
  readonly noticeContentType: string
  /** Origin of the URLs in `links`, or `undefined` for the server's base URL. */
  readonly linkOrigin: string | undefined
  /** Whether broken combination rules and invalid values are rejected with 400. */
  readonly rejectsBrokenRules: boolean
  /** Sort direction of notices if a request names none. */
  readonly defaultNoticeDirection: "ASC" | "DESC"
  /** Whether the names in the documentation's parameter table (`title`, `items_per_page`, …) are accepted as aliases. */
  readonly acceptsTableNames: boolean
  /** Whether a notice has `meta: []`. */
  readonly noticeHasMeta: boolean
  /** Whether responses have `relationships.feeds_item` and `links.next`. */
  readonly hasDrupalExtras: boolean
  /** Whether the `tags` of notices are served. */
  readonly servesTags: boolean
  /** Returns the `meta` of a list of complaints. */
  readonly complaintMeta: (thisPage: number, total: number) => object
  /** Returns the `meta` of a list of notices. */
  readonly noticeMeta: (thisPage: number, total: number) => object
}

/** Returns the total under both documented names: `records-total` in the field table, `record-total` in the samples. */
export const bothTotals: Profile["complaintMeta"] = (thisPage, total) => ({
  "records-this-page": thisPage,
  "records-total": total,
  "record-total": total
})

const documented: Profile = {
  name: "documented",
  noticeContentType: "application/json",
  linkOrigin: undefined,
  rejectsBrokenRules: true,
  defaultNoticeDirection: "DESC",
  acceptsTableNames: true,
  noticeHasMeta: true,
  hasDrupalExtras: false,
  servesTags: true,
  complaintMeta: bothTotals,
  noticeMeta: (thisPage) => ({ count: String(thisPage) })
}

// In 2026 the service sent the last sequence number of its back end instead of a total.
const strayTotal = { _id: "84e5d0a1c7b24f6e9d3b8a5f01c2e7d4", seq: 19479399 }

/** The two observed values of `record-total`. */
const observedTotals: Readonly<Record<NonNullable<Quirks["totals"]>, Profile["complaintMeta"]>> = {
  stray: (thisPage) => ({ "records-this-page": thisPage, "record-total": strayTotal }),
  integer: (thisPage, total) => ({ "records-this-page": thisPage, "record-total": total })
}

const live: Profile = {
  name: "live",
  noticeContentType: "application/vnd.api+json",
  linkOrigin: "https://www.ftc.gov",
  rejectsBrokenRules: false,
  defaultNoticeDirection: "ASC",
  acceptsTableNames: false,
  noticeHasMeta: false,
  hasDrupalExtras: true,
  servesTags: false,
  complaintMeta: observedTotals.stray,
  noticeMeta: (_, total) => ({ count: total })
}

/** Both profiles by name. */
export const profiles: Readonly<Record<ProfileName, Profile>> = { documented, live }

/** Returns the profile with the totals of the quirk `totals`. */
export const withTotals = (profile: Profile, totals: Quirks["totals"]): Profile =>
  totals === undefined ? profile : { ...profile, complaintMeta: observedTotals[totals] }
