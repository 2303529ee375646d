import { Effect } from "effect"
import { CliConfig, CliError, Command, Completions, GlobalFlag } from "effect/cli"
import { type CommandFailure, type Exit } from "../CommandFailure.ts"
import { commandFlags, type FlagValues, type SourceFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { type BrokenPipe } from "../output/StandardOutput.ts"
import { version } from "../version.ts"

const programName = "public-records"

const unverified = "Complaints are reported by consumers and are not verified."

interface HelpTexts {
  /** The description in the list of commands. @default `description` */
  readonly short?: string
  readonly description: string
  readonly examples: ReadonlyArray<string | { readonly command: string; readonly description: string }>
}

const withHelp =
  ({ description, examples, short = description }: HelpTexts) =>
  <Name extends string, Input, ContextInput, E, R>(command: Command.Command<Name, Input, ContextInput, E, R>) =>
    command.pipe(
      Command.withShortDescription(short),
      Command.withDescription(description),
      Command.withExamples(examples.map((example) => (typeof example === "string" ? { command: example } : example)))
    )

type Run = Effect.Effect<void, CommandFailure | Exit | BrokenPipe, Host | Command.Environment>

/** Creates a command whose module is loaded when it runs. */
const leaf = <Name extends string, const Config extends Command.Command.Config>(
  name: Name,
  config: Config,
  { load, ...texts }: HelpTexts & { readonly load: () => Promise<(values: FlagValues<Config>) => Run> }
) =>
  Command.make(name, config, (values) => Effect.flatMap(Effect.promise(load), (run) => run(values))).pipe(
    withHelp(texts)
  )

const complaintsList = leaf("list", commandFlags["complaints list"], {
  load: async () => (await import("./list.ts")).complaintsList,
  short: "Print the newest complaints, or all with --all",
  description:
    `Print complaints about unwanted calls, 50 unless --limit or --all says otherwise. ${unverified} ` +
    "Use one of --state (with --city), --area-code and --robocall, alone or with a range of created dates. " +
    "A created date, a violation date or a range of violation dates cannot be combined with other filters. " +
    "With a mirror, filters can be combined freely.",
  examples: [
    "public-records complaints list --state Ohio --created-from 2021-07-01 --created-to 2021-07-07",
    "public-records complaints list --demo --area-code 614 --all --format csv > 614.csv",
    "public-records complaints list --created-date latest --all | jq -r .companyPhoneNumber"
  ]
})

const complaintsGet = leaf("get", commandFlags["complaints get"], {
  load: async () => (await import("./get.ts")).complaintsGet,
  short: "Print one complaint",
  description: `Print the complaint with this id. ${unverified}`,
  examples: ["public-records complaints get 3f9c41e07ab84d6c9d11aa00b7c1e5f2 --format json"]
})

const complaints = Command.make("complaints").pipe(
  Command.withSubcommands([complaintsList, complaintsGet]),
  withHelp({
    short: "Consumers' complaints about unwanted calls",
    description: `Consumers' complaints about unwanted calls (Do Not Call). ${unverified}`,
    examples: ["public-records complaints list --demo --created-date 2021-07-07 --limit 10"]
  })
)

const noticesList = leaf("list", commandFlags["notices list"], {
  load: async () => (await import("./list.ts")).noticesList,
  short: "Print the newest notices, or all with --all",
  description:
    "Print notices of mergers whose waiting period ended early, 50 unless --limit or --all says otherwise. " +
    "A notice must match all filters. The service accepts one filter for the title, and a date or a range of dates. " +
    "With a mirror, filters can be combined freely.",
  examples: [
    "public-records notices list --title '\"media holdings\"'",
    "public-records notices list --demo --date 2011-04-11 --format json",
    "public-records notices list --sort-by changed --limit 10",
    'public-records notices list --mirror --party "Carl C. Icahn" --date-from 2011-01-01'
  ]
})

const noticesGet = leaf("get", commandFlags["notices get"], {
  load: async () => (await import("./get.ts")).noticesGet,
  description: "Print the notice with this id",
  examples: ["public-records notices get 0e55ae4d-52f6-463c-8cd2-0cbc2b6a6eba --format json"]
})

const notices = Command.make("notices").pipe(
  Command.withSubcommands([noticesList, noticesGet]),
  withHelp({
    short: "Notices of mergers whose waiting period ended early",
    description: "Notices of mergers whose waiting period ended early (HSR early termination)",
    examples: ["public-records notices list --demo --title-contains media"]
  })
)

const resumable =
  "Prints an estimate first and the result last. If it is killed, runs out of disk space or loses its connection, run the same " +
  "command to resume. The file appears only when it is complete, and is identical to that of an uninterrupted run. Waits if the " +
  "budget is used up, or if the service requests a pause of up to 3 hours, unless --max-wait or --no-wait forbids it."

const exportComplaints = leaf("complaints", commandFlags["export complaints"], {
  load: async () => (await import("./export.ts")).exportComplaints,
  short: "Write every matching complaint to a file",
  description: `Write every matching complaint to a file: NDJSON, CSV in the format of the daily file, or Parquet. ${resumable} ${unverified}`,
  examples: [
    "public-records export complaints --created-from 2021-07-01 --created-to 2021-07-31 --out july.parquet",
    "public-records export complaints --created-from 2021-07-01 --created-to 2021-07-31 --out july.csv --dry-run",
    "public-records export complaints --mirror --subject Other --out calls --partition-by created-date --format csv",
    "public-records export complaints --created-date yesterday --out calls.parquet --report json",
    "public-records export complaints --demo --state Ohio --out ohio.ndjson --manifest"
  ]
})

const exportNotices = leaf("notices", commandFlags["export notices"], {
  load: async () => (await import("./export.ts")).exportNotices,
  short: "Write every matching notice to a file",
  description: `Write every matching notice to a file: NDJSON, CSV or Parquet. ${resumable}`,
  examples: [
    "public-records export notices --out notices.parquet",
    "public-records export notices --title-contains media --out - | jq -r .title"
  ]
})

const exportCommand = Command.make("export").pipe(
  Command.withSubcommands([exportComplaints, exportNotices]),
  withHelp({
    short: "Write every matching record to a file, resumable",
    description: `Write every matching record to a file. ${resumable}`,
    examples: [
      "public-records export complaints --created-from 2021-07-01 --created-to 2021-07-31 --out july.parquet",
      "public-records export notices --out notices.csv"
    ]
  })
)

const loadTui = async () => (await import("./tui.ts")).tui

const tui = leaf("tui", commandFlags.tui, {
  load: loadTui,
  short: "Browse both collections in the terminal",
  description:
    "Browse both collections in the terminal. Press ? to show the keys. Without an API key it shows the sample data. " +
    `With a mirror, filters can be combined freely, and charts count all complaints that match. ${unverified}`,
  examples: ["public-records tui --demo", "public-records tui --mirror", "public-records tui --mirror-file sample"]
})

const serve = leaf("serve", commandFlags.serve, {
  load: async () => (await import("./serve.ts")).serve,
  short: "Run the reference server",
  description:
    "Run a server that behaves like the service and the FTC's web site, and serves the bundled sample or your files from memory. " +
    "Prints one line when it is ready. Until then, a terminal shows the progress of loading the data. " +
    "SIGTERM and Ctrl-C stop the server. SIGHUP reloads the data without interrupting requests.",
  examples: [
    "public-records serve --tls off --allow-http",
    "PUBLIC_RECORDS_API_KEY=DEMO_KEY public-records tui --base-url http://127.0.0.1:8080 --allow-http",
    "public-records serve --port 0 --tls-write cert.pem --data complaints.csv",
    "public-records serve --synthetic 1000000 --seed 7 --rate-limit off"
  ]
})

const check = leaf("check", commandFlags.check, {
  load: async () => (await import("./check.ts")).check,
  short: "Check a service against the documentation",
  description:
    "Check a service against the documentation with at most 40 read-only requests. The number is printed first. " +
    "Each statement conforms, differs in a documented way, breaks, or is not shown by the data of the service. " +
    "Exits with code 6 if a statement breaks. The second example checks the reference server that the first one runs.",
  examples: [
    "public-records serve --tls off --allow-http",
    "PUBLIC_RECORDS_API_KEY=DEMO_KEY public-records check --base-url http://127.0.0.1:8080 --allow-http",
    "public-records check --format json | jq '.statements[] | select(.verdict != \"conforms\")'"
  ]
})

const fromMirror = `The answer names the days that it is based on. ${unverified} Caller ID is often forged.`

const number = leaf("number", commandFlags.number, {
  load: async () => (await import("./number.ts")).number,
  short: "Everything about a telephone number",
  description: `Print what a mirror knows about a telephone number, or about all numbers that begin with some digits. ${fromMirror}`,
  examples: [
    'public-records number "(315) 232-8257" --mirror-file sample',
    "public-records number 315-232 --days 90",
    "public-records number 3152328257 --rows --format csv"
  ]
})

const top = leaf("top", commandFlags.top, {
  load: async () => (await import("./top.ts")).top,
  short: "Rank numbers, subjects, states, area codes, cities or parties",
  description: `Rank numbers, subjects, states, area codes or cities of a mirror by their reports, or parties by their transactions. ${fromMirror}`,
  examples: [
    "public-records top numbers --mirror-file sample --places 2",
    "public-records top cities --state Ohio --robocall true --days 30",
    "public-records top acquiring-parties --mirror-file sample"
  ]
})

const trends = leaf("trends", commandFlags.trends, {
  load: async () => (await import("./trends.ts")).trends,
  short: "Count reports by time, place, subject or robocall",
  description: `Count the reports of a mirror by one or two dimensions. ${fromMirror}`,
  examples: [
    "public-records trends --by call-hour --mirror-file sample --split robocall",
    "public-records trends --by month --split state --wide --format csv > months.csv",
    "public-records trends --by state --mirror-file sample --format svg > map.svg"
  ]
})

const party = leaf("party", commandFlags.party, {
  load: async () => (await import("./party.ts")).party,
  short: "The notices that name a company or person",
  description: "Print the notices of a mirror in which one party has all words of a name, the newest first",
  examples: ["public-records party blockbuster --mirror-file sample"]
})

const blocklist = leaf("blocklist", commandFlags.blocklist, {
  load: async () => (await import("./blocklist.ts")).blocklist,
  short: "Write a list of numbers to block",
  description:
    "Write the numbers of a mirror that were reported often, recently and from several places, in the format of a telephone system. " +
    "Repeated reports count once. Invalid numbers, and those of authorities, help lines and banks, are never listed. " +
    `${unverified} Caller ID is often forged, so a lower --min or --places may block innocent people. ` +
    "Exits with code 6, and leaves the file unchanged, if the list has fewer than half of the numbers of the file, if the mirror lacks " +
    "more than 10 % of the days, or if its newest day is older than 7 days.",
  examples: [
    "public-records blocklist --format asterisk --out block.txt",
    "public-records blocklist --days 30 --min 5 --places 3 --allow friends.txt --format vcard --out block.vcf",
    "public-records blocklist --mirror-file sample --days 1 --force"
  ]
})

const mirrorImport = leaf("import", commandFlags["mirror import"], {
  load: async () => (await import("./mirror.ts")).mirrorImport,
  short: "Add files to the mirror",
  description:
    "Add daily files of the FTC and exports of this program to the mirror, which is created if it does not exist. Each day is " +
    "replaced completely, and importing a file again changes nothing. Exits with code 2 if a file is refused, after the others " +
    "were imported, and with code 6 if a day was not replaced because it would lose records (add --replace if that is right), or if a file ends within a row.",
  examples: [
    "public-records mirror import DNC_Complaint_Numbers_2021-07-08.csv",
    "public-records mirror import july.csv --covers 2021-07-01..2021-07-31"
  ]
})

const mirrorSync = leaf("sync", commandFlags["mirror sync"], {
  load: async () => (await import("./mirrorSync.ts")).mirrorSync,
  short: "Read what the mirror lacks, without a key",
  description:
    "Read the FTC's daily files of complaints that the mirror lacks, the newest first, back to --from, and the newest notices. This " +
    "needs no key. With a key, also reads from the service what the files lack, its days that may have changed, and all notices. " +
    "Creates the mirror if it does not exist. Prints the plan first: files, size and time, or requests. Sends one request at a time " +
    "to the site, 5 seconds apart, and never the key. Ctrl-C ends after what is being written; the next run continues. A plan of more " +
    "than an hour is read after a question on a terminal, and elsewhere with --yes. If the budget of the key is used up, waits; with " +
    "--no-wait it exits with code 0 and prints what is left, or with code 4 if it could read nothing. Exits with code 6 if a daily " +
    "file is refused, after the others were read, or if a day would lose more than 1 % of its records: --replace with the day " +
    "accepts that, and a day of the service is also replaced if a read 12 hours later is equal and half of it is left. If the site " +
    "refuses twice or is not as expected, exits with code 6; if it cannot be reached, with code 5. After two lists of the service in " +
    "a row that cannot be read, exits with the reason's code. Exits with code 1, and stores nothing of the service, if the clock of " +
    "this machine differs from the service's by more than 30 seconds.",
  examples: [
    "public-records mirror sync",
    "public-records mirror sync --from 2026-01-01 --dry-run",
    "public-records mirror sync --from all --yes",
    "public-records mirror sync --replace 2026-11-25",
    "public-records mirror sync --source service --spend 900 --no-wait --quiet --format json"
  ]
})

const mirrorStatus = leaf("status", commandFlags["mirror status"], {
  load: async () => (await import("./mirror.ts")).mirrorStatus,
  short: "Show the days of the mirror, and when it was synced",
  description:
    "Show the days of the mirror, their sources, its size, the days that are due, when sync last succeeded, when and why it last failed, and " +
    "why there is no newer daily file. With --max-age, exits with " +
    "code 9 if the last successful sync is older, or if a day after the newest complete one was published before that.",
  examples: ["public-records mirror status --format json", "public-records mirror status --max-age 2d --quiet"]
})

const mirrorVerify = leaf("verify", commandFlags["mirror verify"], {
  load: async () => (await import("./mirror.ts")).mirrorVerify,
  short: "Look for damage in the mirror",
  description:
    "Compare every record of the mirror with the digest of its day. Exits with code 6 if the mirror is damaged.",
  examples: ["public-records mirror verify --quick"]
})

const mirrorCompact = leaf("compact", commandFlags["mirror compact"], {
  load: async () => (await import("./mirror.ts")).mirrorCompact,
  description: "Give the free space in the mirror back to the disk, or write a copy into another file",
  examples: ["public-records mirror compact", "public-records mirror compact --to backup.duckdb"]
})

const mirror = Command.make("mirror").pipe(
  Command.withSubcommands([mirrorImport, mirrorSync, mirrorStatus, mirrorVerify, mirrorCompact]),
  withHelp({
    short: "A local copy that answers what the service cannot",
    description: "Create and maintain a mirror: complaints and notices in one DuckDB file. Only sync needs a network",
    examples: [
      "public-records mirror sync",
      "public-records mirror status",
      "public-records mirror import DNC_Complaint_Numbers_2021-07-08.csv"
    ]
  })
)

const doctor = leaf("doctor", commandFlags.doctor, {
  load: async () => (await import("./doctor.ts")).doctor,
  short: "Check the setup and suggest fixes",
  description:
    "Check versions, configuration, key, reachability, clock and quota. Each line is ok (✓), a problem with its fix (✗), advice " +
    "(!), or unknown (·). Sends one request, and retries it if it fails. Exits with the code of the first problem.",
  examples: [
    "public-records doctor",
    "public-records doctor --base-url https://localhost:8080 --ca cert.pem",
    "public-records doctor --format json | jq '.findings[] | select(.verdict == \"problem\")'"
  ]
})

const config = leaf("config", commandFlags.config, {
  load: async () => (await import("./config.ts")).config,
  short: "Show every setting, its value and its source",
  description:
    "Show every setting, its value and its source. A flag overrides the environment, which overrides the configuration file, which " +
    "overrides the default. The key and the URL of Redis are never shown. No request is sent.",
  examples: [
    "public-records config",
    "PUBLIC_RECORDS_MAX_RETRY_AFTER=1h public-records config --requests-per-hour 500 --format json"
  ]
})

const commandLine = Command.make(
  programName,
  commandFlags.tui,
  Effect.fnUntraced(function* (values: SourceFlags) {
    const { stdin, stdout } = yield* Host
    if (stdin.isTTY && stdout.isTTY) return yield* (yield* Effect.promise(loadTui))(values)
    return yield* new CliError.ShowHelp({ commandPath: [programName], errors: [] })
  })
).pipe(
  Command.withSubcommands([
    tui,
    complaints,
    notices,
    exportCommand,
    number,
    top,
    trends,
    party,
    blocklist,
    mirror,
    serve,
    check,
    doctor,
    config
  ]),
  withHelp({
    description:
      "The public records of the US Federal Trade Commission: complaints about unwanted calls, and notices of mergers. " +
      `Without a command, opens the terminal UI. ${unverified}`,
    examples: [
      { command: "public-records --demo", description: "Browse the bundled sample data: no key, no network" },
      { command: "public-records complaints list --state Ohio --limit 10", description: "Ten complaints from Ohio" }
    ]
  })
)

export const describeCommands = (): Completions.CommandDescriptor => Completions.fromCommand(commandLine)

export const runCommand = (
  args: ReadonlyArray<string>
): Effect.Effect<void, CommandFailure | Exit | BrokenPipe | CliError.CliError, Host | Command.Environment> =>
  Command.runWith(commandLine, { version })(args).pipe(
    Effect.provide(CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }))
  )
