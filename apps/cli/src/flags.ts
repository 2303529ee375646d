import { exportFormats } from "@public-records/export/ExportFormat"
import { blocklistFormats, Dimension } from "@public-records/mirror"
import { Struct } from "effect"
import { Argument, type Command } from "effect/cli"
import {
  booleanFlag,
  choiceFlag,
  optionalValueFlag,
  pairsFlag,
  stringFlag,
  stringListFlag,
  wordsArgument
} from "./flagKinds.ts"

export type FlagValues<Flags extends Command.Command.Config> = Command.Command.Config.Infer<Flags>

/** Flags for the service and for waiting. */
const serviceFlags = {
  baseUrl: stringFlag("base-url", "URL", "Base URL of the service (https://api.ftc.gov)"),
  allowHttp: booleanFlag("allow-http", "Allow a plain HTTP URL, which exposes the API key"),
  ca: stringFlag("ca", "FILE", "PEM file with an additional certificate to trust"),
  requestsPerHour: stringFlag("requests-per-hour", "N", "Budget of requests per hour (1000)"),
  maxWait: stringFlag(
    "max-wait",
    "D",
    "The longest wait, such as 90s or 3h; exit with code 4 instead of waiting longer (no limit, but for a pause of the service 2m, or 3h with export and mirror sync)"
  ),
  noWait: booleanFlag("no-wait", "Never wait; exit with code 4 and the time of the next try")
}
export type ServiceFlags = FlagValues<typeof serviceFlags>

/** Flags for local records besides a mirror. */
const localFlags = {
  demo: booleanFlag("demo", "Use the bundled sample data: no key, no network, no limit"),
  data: stringListFlag(
    "data",
    "FILE",
    "Use a local file: the daily CSV, JSON or NDJSON; - is standard input; no key, no network"
  )
}

const mirrorFile = stringFlag(
  "mirror-file",
  "FILE",
  "The mirror to use, or sample for four bundled days (mirror.duckdb in ~/.local/share/public-records)"
)

const mirrorFlags = {
  mirror: booleanFlag("mirror", "Use the local mirror: no key, no network, no limit, any combination of filters"),
  mirrorFile
}

/** Flags for the source of the records. */
const sourceFlags = { ...serviceFlags, ...localFlags, ...mirrorFlags }
export type SourceFlags = FlagValues<typeof sourceFlags>

const day = "YYYY-MM-DD, yesterday or latest (the last published day, or the last day of local data), Eastern time"

const pagingFlags = {
  sort: stringFlag("sort", "asc|desc", "Sort oldest or newest first (desc)"),
  offset: stringFlag("offset", "N", "Number of records to skip (0)")
}

/** Other names of `--created-from` and `--created-to`. */
const createdFlags = {
  from: stringFlag("from", "D", "Another name of --created-from; with a mirror also without --to"),
  to: stringFlag("to", "D", "Another name of --created-to")
}
export type CreatedFlags = FlagValues<typeof createdFlags>

/** The filters of complaints that only a mirror has. */
const mirrorFilterFlags = {
  days: stringFlag(
    "days",
    "N",
    "Complaints of the last N days of the mirror; requires a mirror, like the next three flags"
  ),
  number: stringFlag("number", "N", "Complaints about this number, as you would type it, or about its first digits"),
  subject: stringFlag("subject", "TEXT", "Complaints with this subject; case is ignored"),
  hour: stringFlag("hour", "0-23", "Complaints created in this hour of the day")
}

/** The filters of complaints. Core reads and combines them. */
const complaintFilterFlags = {
  createdDate: stringFlag("created-date", "D", `Complaints created on this day: ${day}`),
  createdFrom: stringFlag(
    "created-from",
    "D",
    "Complaints created on or after this date, with --created-to; also YYYY-MM-DD HH:MM or HH:MM:SS"
  ),
  createdTo: stringFlag("created-to", "D", "Complaints created on or before this date, with --created-from"),
  violationDate: stringFlag("violation-date", "D", "Calls received on this day"),
  violationFrom: stringFlag("violation-from", "D", "Calls received on or after this date, with --violation-to"),
  violationTo: stringFlag("violation-to", "D", "Calls received on or before this date, with --violation-from"),
  state: stringFlag("state", "NAME", "State of the consumer: full name or postal code"),
  city: stringFlag("city", "NAME", "City of the consumer, with --state; with a mirror also without"),
  areaCode: stringFlag("area-code", "N", "Area code of the consumer, three digits"),
  robocall: stringFlag(
    "robocall",
    "true|false|unknown",
    "Only robocalls and recorded messages, or only other calls; with a mirror also those that do not say"
  )
}
/** The flags of a list of complaints that are members of its query. */
const complaintMemberFlags = { ...complaintFilterFlags, ...mirrorFilterFlags, ...pagingFlags }
export const complaintMembers = Struct.keys(complaintMemberFlags)
const complaintQueryFlags = { ...complaintFilterFlags, ...createdFlags, ...mirrorFilterFlags, ...pagingFlags }

/** Filters of questions to a mirror. */
const answerFilterFlags = {
  from: stringFlag("from", "D", "Complaints created on or after this date: YYYY-MM-DD, yesterday or latest"),
  to: stringFlag("to", "D", "Complaints created on or before this date"),
  days: stringFlag("days", "N", "Complaints of the last N days of the mirror, its newest day included"),
  state: stringFlag("state", "NAME", "State of the consumer: full name or postal code"),
  city: stringFlag("city", "NAME", "City of the consumer"),
  areaCode: stringFlag("area-code", "N", "Area code of the consumer, three digits"),
  subject: mirrorFilterFlags.subject,
  robocall: stringFlag("robocall", "true|false|unknown", "Only robocalls, only other calls, or those that do not say"),
  hour: mirrorFilterFlags.hour
}
const numberFilter = { number: mirrorFilterFlags.number }
export const answerFilters = Struct.keys({ ...answerFilterFlags, ...numberFilter })
export type AnswerFilterFlags = FlagValues<typeof answerFilterFlags> & Partial<FlagValues<typeof numberFilter>>

/** The flags of a list of notices, which are members of its query. Core reads and combines them. */
const noticeQueryFlags = {
  title: stringFlag("title", "WORDS", `Titles with these words; put a phrase in double quotes: '"media holdings"'`),
  titleContains: stringFlag("title-contains", "TEXT", "Titles that contain this text"),
  titleExactly: stringFlag("title-exactly", "TEXT", "Titles that are this text; case is ignored"),
  transactionNumber: stringFlag("transaction-number", "N", "The notice with this transaction number"),
  acquiringParty: stringFlag("acquiring-party", "NAME", "Notices with this acquiring party"),
  acquiredParty: stringFlag("acquired-party", "NAME", "Notices with this acquired party"),
  party: stringFlag("party", "NAME", "Notices with this party on either side; requires a mirror"),
  date: stringFlag("date", "D", `Notices of this day: ${day}`),
  dateFrom: stringFlag("date-from", "D", "Notices of this day or later"),
  dateTo: stringFlag("date-to", "D", "Notices of this day or earlier"),
  createdSince: stringFlag(
    "created-since",
    "D",
    "Notices created on or after this date, or since a time such as 2021-07-07T12:00:00Z; requires a mirror"
  ),
  id: stringFlag("id", "ID", "The notice with this id"),
  sortBy: stringFlag("sort-by", "created|changed", "Sort by creation or by last change (created)"),
  ...pagingFlags
}
export const noticeMembers = Struct.keys(noticeQueryFlags)

const formats = ["table", "json", "ndjson", "csv"] as const
export type Format = (typeof formats)[number]

const stderrFlags = {
  verbose: booleanFlag("verbose", "Log each request (URL, status, duration, quota) and each retry to standard error"),
  quiet: booleanFlag("quiet", "Print only errors to standard error")
}

const statusFlags = {
  spreadsheetSafe: booleanFlag("spreadsheet-safe", "With csv: for spreadsheets, with formulas escaped"),
  ...stderrFlags
}
export type StatusFlags = FlagValues<typeof statusFlags>

const outputFlags = {
  format: choiceFlag("format", formats, "Output format (table on a terminal, otherwise ndjson)"),
  ...statusFlags
}
export type OutputFlags = FlagValues<typeof outputFlags>

const answerFlags = {
  format: outputFlags.format,
  strict: booleanFlag("strict", "Exit with code 6 if the mirror lacks records of the days in question"),
  quiet: stderrFlags.quiet,
  ...localFlags,
  mirrorFile
}
export type AnswerFlags = FlagValues<typeof answerFlags>

/** The flags of an answer that has a picture. */
const pictureFlags = {
  ...answerFlags,
  format: choiceFlag(
    "format",
    [...formats, "svg"],
    "Output format, svg for a picture (table on a terminal, otherwise ndjson)"
  )
}

const mirrorCommandFlags = {
  format: outputFlags.format,
  quiet: stderrFlags.quiet,
  mirrorFile
}
export type MirrorCommandFlags = FlagValues<typeof mirrorCommandFlags>

const failIfEmpty = booleanFlag("fail-if-empty", "Exit with code 7 if no record matches")

const listFlags = {
  limit: stringFlag("limit", "N", "Print at most N records (50)"),
  all: booleanFlag("all", "Print every record"),
  ...outputFlags,
  failIfEmpty,
  ...sourceFlags
}
export type ListFlags = FlagValues<typeof listFlags>

const id = (noun: string) => Argument.String("id").pipe(Argument.withDescription(`The id of a ${noun}, from a list`))

const fileFlags = {
  out: stringFlag("out", "FILE", "The file to write, or - for standard output, which cannot be resumed"),
  format: choiceFlag("format", exportFormats, "File format (from the file extension)"),
  limit: stringFlag("limit", "N", "Stop after N records"),
  dryRun: booleanFlag("dry-run", "Print the number of records and requests and the estimated time, then exit"),
  manifest: booleanFlag("manifest", "Write FILE.manifest.json: query, counts, SHA-256, times, version"),
  restart: booleanFlag("restart", "Start over instead of resuming an interrupted export"),
  strict: booleanFlag(
    "strict",
    "Exit with code 6 if the service's total differs, records were rejected, or a mirror lacks records of the days in question"
  ),
  failIfEmpty,
  report: choiceFlag("report", ["json"], "Print the result as one JSON object to standard output"),
  ...statusFlags
}
export type ExportFlags = FlagValues<typeof fileFlags> & SourceFlags

const partitionText =
  "Write a folder of a mirror with one file per day, which query engines read as a table; --format is parquet by default"

const reportFlags = {
  format: choiceFlag("format", ["table", "json"], "Report format, for people or for programs (table)")
}

const serveFlags = {
  host: stringFlag("host", "ADDRESS", "Address to listen on (127.0.0.1)"),
  port: stringFlag("port", "N", "Port to listen on (8080); 0 picks a free port"),
  data: stringListFlag(
    "data",
    "PATH",
    "Serve this file instead of the sample: daily CSV, JSON or NDJSON, any size; - is standard input"
  ),
  onBadRow: choiceFlag("on-bad-row", ["fail", "skip"], "Stop at an invalid record, or skip and count it (fail)"),
  synthetic: stringFlag(
    "synthetic",
    "N",
    "Serve N generated complaints, modeled on a real day, and N/100 notices; not with --data"
  ),
  newestDay: stringFlag("newest-day", "DATE", "Newest day of generated complaints, with --synthetic (2021-07-07)"),
  seed: stringFlag("seed", "N", "Seed of generated records and quirks (1)"),
  apiKey: stringListFlag("api-key", "KEY", "An API key to accept (DEMO_KEY)"),
  rateLimit: stringFlag("rate-limit", "N/D", "Requests per key and time window, or off (1000/1h)"),
  burstLimit: stringListFlag("burst-limit", "N/D", "An additional limit per key; stock means 20/1s and 150/15s (none)"),
  profile: choiceFlag(
    "profile",
    ["documented", "live"],
    "Behave as documented, or as observed in production (documented)"
  ),
  quirk: pairsFlag(
    "quirk",
    "NAME=X",
    "totals=stray or integer, doubles=0.02, copies=2, overlaps=1, shifted=0.02, holes=0.25, old-pages=true, empty-weekends=true (none)"
  ),
  tls: choiceFlag("tls", ["self-signed", "off"], "HTTPS with a generated certificate, or plain HTTP (self-signed)"),
  tlsCert: stringFlag("tls-cert", "FILE", "PEM file of the certificate, with --tls-key"),
  tlsKey: stringFlag("tls-key", "FILE", "PEM file of the certificate's key, with --tls-cert"),
  tlsWrite: stringFlag("tls-write", "FILE", "Write the certificate to this PEM file, for --ca"),
  allowHttp: booleanFlag("allow-http", "With --tls off: treat plain HTTP as if it were HTTPS"),
  trustProxy: booleanFlag("trust-proxy", "Trust X-Forwarded-Proto"),
  faults: stringFlag("faults", "FILE", "Inject the faults listed in this file: JSON with a seed and a list of faults"),
  log: choiceFlag("log", ["off", "requests", "json"], "Log each request to standard error (off)"),
  ...mirrorFlags
}

const topDimensions = ["numbers", "subjects", "states", "area-codes", "cities"] as const

/** The rankings of notices. */
export const partyDimensions = ["acquiring-parties", "acquired-parties", "parties"] as const
const ranked = [...topDimensions, ...partyDimensions] as const

/** The value of `--from` for the oldest day, and of `--replace` for every day. */
export const all = "all"

export const dimensions = Dimension.literals

/** Flags and arguments of each command, in the order of its help. */
export const commandFlags = {
  "complaints list": { ...complaintQueryFlags, ...listFlags, strict: answerFlags.strict },
  "complaints get": { id: id("complaint"), ...outputFlags, ...sourceFlags },
  "notices list": { ...noticeQueryFlags, ...listFlags },
  "notices get": { id: id("notice"), ...outputFlags, ...sourceFlags },
  "export complaints": {
    ...complaintQueryFlags,
    ...fileFlags,
    partitionBy: choiceFlag("partition-by", ["created-date"], partitionText),
    ...sourceFlags
  },
  "export notices": { ...noticeQueryFlags, ...fileFlags, ...sourceFlags },
  tui: sourceFlags,
  serve: serveFlags,
  check: { ...reportFlags, ...stderrFlags, ...serviceFlags },
  doctor: { ...reportFlags, verbose: stderrFlags.verbose, ...serviceFlags, mirrorFile },
  config: { ...reportFlags, ...serviceFlags, mirrorFile },
  number: {
    number: wordsArgument(
      "number",
      "A telephone number as you would type it, its first digits (at least three), or its last seven"
    ),
    rows: booleanFlag("rows", "Print the complaints about the number instead of a summary"),
    ...answerFilterFlags,
    ...pictureFlags
  },
  top: {
    of: Argument.Literals("kind", ranked).pipe(
      Argument.withMetavar(ranked.join("|")),
      Argument.withDescription("What to rank by its number of reports")
    ),
    limit: stringFlag("limit", "N", "Number of rows (10)"),
    places: stringFlag("places", "N", "Only values reported from at least N pairs of state and area code (1)"),
    ...answerFilterFlags,
    ...numberFilter,
    ...pictureFlags
  },
  trends: {
    by: choiceFlag("by", dimensions, "What to count by"),
    split: choiceFlag("split", dimensions, "A second dimension"),
    wide: booleanFlag("wide", "With --split: a column for each of its values, in text and CSV"),
    ...answerFilterFlags,
    ...numberFilter,
    ...pictureFlags
  },
  party: {
    name: wordsArgument("name", "Words of the name of a company or person"),
    ...answerFlags
  },
  blocklist: {
    days: stringFlag("days", "N", "Window: the last N days of the mirror, its newest day included (90)"),
    min: stringFlag("min", "N", "Reports that a number needs, at least 2 (3)"),
    places: stringFlag("places", "N", "Pairs of state and area code that a number is reported from (2)"),
    limit: stringFlag("limit", "N", "The N numbers with the highest score, for devices that hold few (all)"),
    allow: stringFlag("allow", "FILE", "Never list the numbers in this file: one a line, # starts a comment"),
    out: stringFlag("out", "FILE", "The file to replace; it is compared with the new list (standard output)"),
    format: choiceFlag("format", blocklistFormats, "File format (plain)"),
    changes: booleanFlag("changes", "Write FILE.changes.json: the numbers that are added and removed, for iOS"),
    force: booleanFlag("force", "Write a list that shrank by half, lacks days or is old; the file says which"),
    quiet: stderrFlags.quiet,
    ...localFlags,
    mirrorFile
  },
  "mirror import": {
    files: Argument.String("file").pipe(
      Argument.withDescription("Daily files, exports, folders, patterns such as 'data/*.csv', or - for standard input"),
      Argument.variadic({ min: 1 })
    ),
    covers: stringFlag("covers", "D1..D2", "The created dates that the files contain completely (from their names)"),
    replace: booleanFlag("replace", "Replace complete days, even by fewer records or by another source"),
    ...mirrorCommandFlags
  },
  "mirror sync": {
    days: Argument.String("day").pipe(Argument.withDescription("The days of --replace (all)"), Argument.variadic()),
    source: choiceFlag("source", ["files", "service"], "Read only daily files, or only the service (both with a key)"),
    from: stringFlag("from", "D|all", "The oldest day to read, remembered for later runs (at first, 30 days)"),
    dryRun: booleanFlag("dry-run", "Print the plan and its price, then exit; reads only the list of daily files"),
    yes: booleanFlag("yes", "Read a plan that takes more than an hour without a question"),
    replace: optionalValueFlag("replace", {
      metavar: "DAY",
      description: "Store what a source has now, also if a day loses records; days may follow: --replace 2026-11-25",
      without: all
    }),
    repair: booleanFlag("repair", "Find damaged days, and read only these again"),
    site: stringFlag("site", "URL", "The site with daily files and notices (https://www.ftc.gov)"),
    pause: stringFlag("pause", "SECONDS", "Seconds between requests to the site, at least 5 for the FTC's hosts (5)"),
    userAgent: stringFlag("user-agent", "NAME", "The program's name that the site gets (public-records/VERSION)"),
    spend: stringFlag("spend", "N", "Leave the rest of the key's hour to others: at most N requests in any hour"),
    verbose: stderrFlags.verbose,
    ...mirrorCommandFlags,
    ...serviceFlags,
    noWait: booleanFlag(
      "no-wait",
      "Never wait; print what is left, and exit with code 0, or 4 if nothing could be read"
    )
  },
  "mirror status": {
    maxAge: stringFlag("max-age", "D", "Exit with code 9 if the newest complete day or the last sync is older: 2d"),
    ...mirrorCommandFlags
  },
  "mirror verify": {
    quick: booleanFlag("quick", "Compare only the numbers of records, not their contents"),
    ...mirrorCommandFlags
  },
  "mirror compact": {
    to: stringFlag("to", "FILE", "Write a copy into this file instead; others can read the mirror in the meantime"),
    ...mirrorCommandFlags
  }
}

export type CommandFlags<Command extends keyof typeof commandFlags> = FlagValues<(typeof commandFlags)[Command]>
