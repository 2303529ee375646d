import type { Quirks } from "./Quirks.ts"

/** The name of a profile: the specification's samples to the letter, or the service as it was seen in the wild. */
export type ProfileName = "documented" | "live"

/** Everything in which the two profiles differ. Decision numbers are those of the project's list of decisions. */
export interface Profile {
  readonly name: ProfileName
  /** Decision 20: the content type of everything that the notices' back end answers. */
  readonly noticeContentType: string
  /** Decision 23: where `links` point; nothing means the server's own base URL. */
  readonly linkOrigin: string | undefined
  /** Decision 9: whether a broken combination rule, or a value that is none, is refused. */
  readonly refusesBrokenRules: boolean
  /** Decision 12: the direction of a sort that names none. */
  readonly defaultNoticeDirection: "ASC" | "DESC"
  /** The parameter table's own names (`title`, `items_per_page`, …) are understood beside the forms they stand for. */
  readonly takesTableNames: boolean
  /** Decision 35: whether a notice carries `meta: []`. */
  readonly noticeHasMeta: boolean
  /** Observed: `relationships.feeds_item` and `links.next`. */
  readonly hasDrupalExtras: boolean
  /** Decision 1: whether `tags` of the data set are served. */
  readonly servesTags: boolean
  /** Decision 4: the `meta` of a list of complaints, as JSON text. */
  readonly complaintMeta: (thisPage: number, total: number) => string
  /** Decision 4: the `meta` of a list of notices, as JSON text. */
  readonly noticeMeta: (thisPage: number, total: number) => string
}

const documented: Profile = {
  name: "documented",
  noticeContentType: "application/json",
  linkOrigin: undefined,
  refusesBrokenRules: true,
  defaultNoticeDirection: "DESC",
  takesTableNames: true,
  noticeHasMeta: true,
  hasDrupalExtras: false,
  servesTags: true,
  complaintMeta: (thisPage, total) => `{"records-this-page":${thisPage},"records-total":${total}}`,
  noticeMeta: (thisPage) => `{"count":"${thisPage}"}`
}

// Seen in 2026: the last sequence number of the back end in place of a total.
const strayTotal = '{"_id":"84e5d0a1c7b24f6e9d3b8a5f01c2e7d4","seq":19479399}'

/** Decision 4: the two things that were seen where the total of complaints belongs. */
const seenTotals: Readonly<Record<NonNullable<Quirks["totals"]>, Profile["complaintMeta"]>> = {
  stray: (thisPage) => `{"records-this-page":${thisPage},"record-total":${strayTotal}}`,
  integer: (thisPage, total) => `{"records-this-page":${thisPage},"record-total":${total}}`
}

const live: Profile = {
  name: "live",
  noticeContentType: "application/vnd.api+json",
  linkOrigin: "https://www.ftc.gov",
  refusesBrokenRules: false,
  defaultNoticeDirection: "ASC",
  takesTableNames: false,
  noticeHasMeta: false,
  hasDrupalExtras: true,
  servesTags: false,
  complaintMeta: seenTotals.stray,
  noticeMeta: (_, total) => `{"count":${total}}`
}

/** Both profiles by name. */
export const profiles: Readonly<Record<ProfileName, Profile>> = { documented, live }

/** A profile in which the total of complaints is what a quirk says. */
export const withTotals = (profile: Profile, totals: Quirks["totals"]): Profile =>
  totals === undefined ? profile : { ...profile, complaintMeta: seenTotals[totals] }
