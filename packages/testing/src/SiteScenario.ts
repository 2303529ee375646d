import type { Fault, SiteOptions } from "@public-records/server"
import type { Effect } from "effect"

/** One run of a program that reads the daily files of the site. */
export interface SiteRun {
  /** When it starts, in ISO 8601 with a time zone. */
  readonly at: string
  /** Faults to inject in this run. @default none */
  readonly faults?: ReadonlyArray<Fault>
  /** Whether the run ends with an error. @default false */
  readonly fails?: boolean
  /** The requests for daily files and their index, in their order, such as `200 index`, `304 2021-07-08` or `404 2021-07-08_0`. */
  readonly requests: ReadonlyArray<string>
}

/**
 * One behavior of programs that keep a local copy of the daily files, written once. The site has the complaints of `sampleComplaints` in
 * the files of July 6 to 8, 2021, by default on time.
 */
export interface SiteScenario {
  /** The behavior, as the end of a sentence: "it …". */
  readonly name: string
  readonly site: SiteOptions
  /** The oldest day to read. */
  readonly from: string
  readonly runs: ReadonlyArray<SiteRun>
  /** The days of the copy after the last run, oldest first, such as `2021-07-07 complete 43`. */
  readonly days: ReadonlyArray<string>
}

/** The result of a scenario: of each run its requests and whether it failed, and the days in the end. */
export interface SiteOutcome {
  readonly runs: ReadonlyArray<{ readonly failed: boolean; readonly requests: ReadonlyArray<string> }>
  readonly days: ReadonlyArray<string>
}

/** Runs scenarios of the site with one program. */
export interface SiteDriver {
  readonly name: string
  readonly run: (scenario: SiteScenario) => Effect.Effect<SiteOutcome, unknown>
}

/** Returns the expected outcome of a scenario. */
export const siteOutcome = ({ days, runs }: SiteScenario): SiteOutcome => ({
  runs: runs.map(({ fails = false, requests }) => ({ failed: fails, requests })),
  days
})
