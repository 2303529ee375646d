import { exportFormats } from "@public-records/export/ExportFormat"
import { Effect } from "effect"
import { Argument, CliError, type Command, Flag } from "effect/cli"

export type FlagValues<Flags extends Command.Command.Config> = Command.Command.Config.Infer<Flags>

const wrong = (message: string): Effect.Effect<never, CliError.CliError> =>
  Effect.fail(new CliError.ValidationError({ message }))

const atMostOnce = <A>(flag: Flag.Flag<A>, name: string): Flag.Flag<A | undefined> =>
  flag.pipe(
    Flag.atLeast(0),
    Flag.mapEffect(([value, ...more]) =>
      more.length === 0 ? Effect.succeed(value) : wrong(`--${name} can be given only once.`)
    )
  )

/** A flag with a text. An empty one is refused: `--state "$STATE"` with an empty variable must not print every state. */
const anyText = (name: string, metavar: string, description: string): Flag.Flag<string> =>
  Flag.String(name).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(description),
    Flag.mapEffect((text) =>
      text.trim() === ""
        ? wrong(`--${name}: the value is empty. Give a value, or leave the flag out.`)
        : Effect.succeed(text)
    )
  )

const textFlag = (name: string, metavar: string, description: string): Flag.Flag<string | undefined> =>
  atMostOnce(anyText(name, metavar, description), name)

const textsFlag = (name: string, metavar: string, description: string): Flag.Flag<ReadonlyArray<string>> =>
  Flag.atLeast(anyText(name, metavar, `${description} (repeatable)`), 0)

/** A flag without a value and without a `--no-` form. */
const switchFlag = (name: string, description: string): Flag.Flag<boolean> =>
  atMostOnce(Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description)), name).pipe(
    Flag.map((value) => value ?? false)
  )

const choiceFlag = <const Choices extends ReadonlyArray<string>>(
  name: string,
  choices: Choices,
  description: string
): Flag.Flag<Choices[number] | undefined> =>
  atMostOnce(
    Flag.Literals(name, choices).pipe(Flag.withMetavar(choices.join("|")), Flag.withDescription(description)),
    name
  )

const maxRetryAfter = (usual: string) =>
  textFlag(
    "max-retry-after",
    "D",
    `The longest pause that the service may ask for, such as 90s or 3h (${usual}); --max-wait bounds every wait`
  )

/** Where records come from, and how long requests may wait. Every command has these flags except `serve` and `completions`. */
export const sourceFlags = {
  baseUrl: textFlag("base-url", "URL", "Where the service is (https://api.ftc.gov)"),
  allowHttp: switchFlag("allow-http", "Let the base URL be plain HTTP, in which the key travels readable"),
  ca: textFlag("ca", "FILE", "PEM file of a certificate to trust beside the usual ones"),
  demo: switchFlag("demo", "Use the bundled sample data: no key, no network, no limit"),
  data: textsFlag("data", "FILE", "Use a local file: the daily CSV, JSON or NDJSON; no key, no network"),
  requestsPerHour: textFlag("requests-per-hour", "N", "The budget of requests in any hour (1000)"),
  maxRetryAfter: maxRetryAfter("2m"),
  maxWait: textFlag(
    "max-wait",
    "D",
    "The longest wait for the key's requests, a pause of the service or a retry; exit 4 at once instead of a longer one (no limit)"
  ),
  noWait: switchFlag("no-wait", "Never wait: exit 4 at once, with the time of the next try")
}

export type SourceFlags = FlagValues<typeof sourceFlags>

const day = "YYYY-MM-DD, yesterday or latest (the last published day, or that of local data), Eastern time"

const pagingFlags = {
  sort: textFlag("sort", "asc|desc", "Oldest or newest first (desc)"),
  limit: textFlag("limit", "N", "The page size, 1 to 50 (50)"),
  offset: textFlag("offset", "N", "How many records to skip (0)")
}

/** The members of `ComplaintInput` as flags; core decides what they mean and what goes together. */
const complaintQueryFlags = {
  createdDate: textFlag("created-date", "D", `Complaints of one day: ${day}`),
  createdFrom: textFlag(
    "created-from",
    "D",
    "Complaints from then on, with --created-to; also YYYY-MM-DD HH:MM or HH:MM:SS"
  ),
  createdTo: textFlag("created-to", "D", "Complaints up to then, that day included, with --created-from"),
  violationDate: textFlag("violation-date", "D", "Calls of one day"),
  violationFrom: textFlag("violation-from", "D", "Calls from then on, with --violation-to"),
  violationTo: textFlag("violation-to", "D", "Calls up to then, that day included, with --violation-from"),
  state: textFlag("state", "NAME", "The consumer's state: full name or postal code"),
  city: textFlag("city", "NAME", "The consumer's city, with --state"),
  areaCode: textFlag("area-code", "N", "The area code, three digits"),
  robocall: textFlag("robocall", "true|false", "Robocalls and recorded messages, or the others"),
  ...pagingFlags
}

/** The members of `NoticeInput` as flags; core decides what they mean and what goes together. */
const noticeQueryFlags = {
  title: textFlag("title", "WORDS", `Titles with these words; a phrase keeps its double quotes: '"media holdings"'`),
  titleContains: textFlag("title-contains", "TEXT", "Titles that contain this text"),
  transactionNumber: textFlag("transaction-number", "N", "The notice of that transaction"),
  date: textFlag("date", "D", `Notices of one day: ${day}`),
  sortBy: textFlag("sort-by", "created|changed", "Order by when a notice was made or last changed (created)"),
  ...pagingFlags
}

export const formats = ["table", "json", "ndjson", "csv"] as const
export type Format = (typeof formats)[number]

const stderrFlags = {
  verbose: switchFlag(
    "verbose",
    "Print each request (URL, status, milliseconds, quota) and each retry on standard error"
  ),
  quiet: switchFlag("quiet", "Nothing on standard error but errors"),
  noProgress: switchFlag("no-progress", "No progress on standard error")
}

const noteFlags = {
  spreadsheetSafe: switchFlag("spreadsheet-safe", "With csv: keep cells from being read as formulas; not for serving"),
  ...stderrFlags
}
export type NoteFlags = FlagValues<typeof noteFlags>

const outputFlags = {
  format: choiceFlag("format", formats, "How records are printed (a terminal: table, else ndjson)"),
  ...noteFlags
}
export type OutputFlags = FlagValues<typeof outputFlags>

const failIfEmpty = switchFlag("fail-if-empty", "Exit 7 if no record matches")

const listFlags = {
  all: switchFlag("all", "Every page; without it exactly one request is sent"),
  max: textFlag("max", "N", "Stop after N records; above the page size it needs --all"),
  ...outputFlags,
  failIfEmpty,
  ...sourceFlags
}
export type ListFlags = FlagValues<typeof listFlags>

const id = (noun: string) => Argument.String("id").pipe(Argument.withDescription(`The id of a ${noun}, from a list`))

const fileFlags = {
  out: textFlag("out", "FILE", "The file to write; - for standard output, which cannot be resumed"),
  format: choiceFlag("format", exportFormats, "The file's form (by the file's ending)"),
  max: textFlag("max", "N", "Stop after N records"),
  dryRun: switchFlag("dry-run", "Print the number of records and requests and the estimated time, then exit"),
  manifest: switchFlag("manifest", "Write FILE.manifest.json: query, counts, SHA-256, times, version"),
  restart: switchFlag("restart", "Begin anew where an export was cut off"),
  strict: switchFlag("strict", "Exit 6 where the service counts otherwise, or records were rejected"),
  failIfEmpty,
  report: choiceFlag("report", ["json"], "Print the result as one JSON object on standard output"),
  ...noteFlags
}
export type ExportFlags = FlagValues<typeof fileFlags> & SourceFlags

const exportSourceFlags = { ...sourceFlags, maxRetryAfter: maxRetryAfter("3h") }

const partitionText = "A folder of Parquet files, one a day, that engines read as a table"

const reportFlags = {
  format: choiceFlag("format", ["table", "json"], "How the report is printed: for people, or for programs (table)")
}

const serveFlags = {
  host: textFlag("host", "ADDRESS", "Where to listen (127.0.0.1)"),
  port: textFlag("port", "N", "The port (8080); 0 picks a free one"),
  data: textsFlag("data", "PATH", "Serve this file and not the sample: the daily CSV, JSON or NDJSON, of any size"),
  onBadRow: choiceFlag(
    "on-bad-row",
    ["fail", "skip"],
    "Stop at an invalid row or record, or leave it out and count it (fail)"
  ),
  synthetic: textFlag(
    "synthetic",
    "N",
    "Serve N complaints generated after a real day's, and N/100 notices; not with --data"
  ),
  seed: textFlag("seed", "N", "The seed of generated records and quirks (1)"),
  apiKey: textsFlag("api-key", "KEY", "A key that clients may use (DEMO_KEY)"),
  rateLimit: textFlag("rate-limit", "N/D", "Requests that a key has in a time, or off (1000/1h)"),
  burstLimit: textsFlag("burst-limit", "N/D", "A further limit for a key; stock for 20/1s and 150/15s (none)"),
  profile: choiceFlag(
    "profile",
    ["documented", "live"],
    "Answer as documented, or as observed in production (documented)"
  ),
  quirk: textsFlag(
    "quirk",
    "NAME=X",
    "totals=stray or integer, doubles=0.02, copies=2, overlaps=1, shifted=0.02, holes=0.25, old-pages, empty-weekends, listed-errors (none)"
  ),
  tls: choiceFlag("tls", ["self-signed", "off"], "HTTPS with a certificate of its own, or plain HTTP (self-signed)"),
  tlsCert: textFlag("tls-cert", "FILE", "PEM file of the certificate, with --tls-key"),
  tlsKey: textFlag("tls-key", "FILE", "PEM file of the certificate's key, with --tls-cert"),
  tlsWrite: textFlag("tls-write", "FILE", "Write the certificate there as PEM, for --ca"),
  allowHttp: switchFlag("allow-http", "With --tls off: answer plain HTTP as if it were HTTPS"),
  trustProxy: switchFlag("trust-proxy", "Trust X-Forwarded-Proto"),
  faults: textFlag("faults", "FILE", "Fail as this file says: JSON with a seed and a list of faults"),
  log: choiceFlag("log", ["off", "requests", "json"], "Log each request to standard error (off)")
}

const shells = ["bash", "zsh", "fish"] as const

/** The flags and arguments of each command, in the order of its help. */
export const commandFlags = {
  "complaints list": { ...complaintQueryFlags, ...listFlags },
  "complaints get": { id: id("complaint"), ...outputFlags, ...sourceFlags },
  "notices list": { ...noticeQueryFlags, ...listFlags },
  "notices get": { id: id("notice"), ...outputFlags, ...sourceFlags },
  "export complaints": {
    ...complaintQueryFlags,
    ...fileFlags,
    partitionBy: choiceFlag("partition-by", ["created-date"], partitionText),
    ...exportSourceFlags
  },
  "export notices": { ...noticeQueryFlags, ...fileFlags, ...exportSourceFlags },
  tui: sourceFlags,
  serve: serveFlags,
  check: { ...reportFlags, ...stderrFlags, ...sourceFlags },
  doctor: { ...reportFlags, verbose: stderrFlags.verbose, ...sourceFlags },
  config: { ...reportFlags, ...sourceFlags },
  completions: {
    shell: Argument.Literals("shell", shells).pipe(
      Argument.withMetavar(shells.join("|")),
      Argument.withDescription("The shell that is to complete")
    )
  }
}

export type CommandFlags<Command extends keyof typeof commandFlags> = FlagValues<(typeof commandFlags)[Command]>
