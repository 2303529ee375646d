import { Schema } from "effect"

/**
 * The reason why the site cannot be read. `Refused`: it does not answer this program. `Unreachable`: it does not answer at all, or with errors of
 * its own. `Changed`: its answers are not what this version knows.
 */
export const SiteProblem = Schema.Literals(["Refused", "Unreachable", "Changed"])
export type SiteProblem = typeof SiteProblem.Type

/** The error of a site with daily files and notices. `message` says what was asked, what happened and what to do next. */
export class SiteError extends Schema.TaggedError<SiteError>()("SiteError", {
  problem: SiteProblem,
  url: Schema.String,
  message: Schema.String
}) {}
