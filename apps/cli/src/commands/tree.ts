import { Effect } from "effect"
import { CliConfig, CliError, Command, Completions, GlobalFlag } from "effect/cli"
import { type CommandFailure, type Exit } from "../CommandFailure.ts"
import { commandFlags, type FlagValues, sourceFlags, type SourceFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { type ReaderGone } from "../output/StandardOutput.ts"
import { version } from "../version.ts"

const programName = "public-records"

const unverified = "Complaints are reported by consumers and are not verified."

interface Texts {
  /** For the list of commands; by default the description. */
  readonly short?: string
  readonly description: string
  readonly examples: ReadonlyArray<string | { readonly command: string; readonly description: string }>
}

const withTexts =
  ({ description, examples, short = description }: Texts) =>
  <Name extends string, Input, ContextInput, E, R>(command: Command.Command<Name, Input, ContextInput, E, R>) =>
    command.pipe(
      Command.withShortDescription(short),
      Command.withDescription(description),
      Command.withExamples(examples.map((example) => (typeof example === "string" ? { command: example } : example)))
    )

type Run = Effect.Effect<void, CommandFailure | Exit | ReaderGone, Host | Command.Environment>

/** A command whose module is loaded when it runs. */
const leaf = <Name extends string, const Config extends Command.Command.Config>(
  name: Name,
  config: Config,
  { load, ...texts }: Texts & { readonly load: () => Promise<(values: FlagValues<Config>) => Run> }
) =>
  Command.make(name, config, (values) => Effect.flatMap(Effect.promise(load), (run) => run(values))).pipe(
    withTexts(texts)
  )

const complaintsList = leaf("list", commandFlags["complaints list"], {
  load: async () => (await import("./list.ts")).complaintsList,
  short: "Print a page of complaints, or all that match with --all",
  description:
    `Print complaints about unwanted calls: a page, or all that match with --all. ${unverified} ` +
    "The service takes one of --state (with --city), --area-code and --robocall, alone or with a created range; " +
    "a created date, a violation date or a violation range stands alone.",
  examples: [
    "public-records complaints list --state Ohio --created-from 2021-07-01 --created-to 2021-07-07",
    "public-records complaints list --demo --area-code 614 --all --format csv > 614.csv",
    "public-records complaints list --created-date latest --all | jq -r .companyPhoneNumber"
  ]
})

const complaintsGet = leaf("get", commandFlags["complaints get"], {
  load: async () => (await import("./get.ts")).complaintsGet,
  short: "Print one complaint",
  description: `Print the complaint with that id. ${unverified}`,
  examples: ["public-records complaints get 3f9c41e07ab84d6c9d11aa00b7c1e5f2 --format json"]
})

const complaints = Command.make("complaints").pipe(
  Command.withSubcommands([complaintsList, complaintsGet]),
  withTexts({
    short: "Consumers' complaints about unwanted calls",
    description: `Consumers' complaints about unwanted calls (Do Not Call). ${unverified}`,
    examples: ["public-records complaints list --demo --created-date 2021-07-07 --max 10"]
  })
)

const noticesList = leaf("list", commandFlags["notices list"], {
  load: async () => (await import("./list.ts")).noticesList,
  short: "Print a page of notices, or all that match with --all",
  description:
    "Print notices of mergers whose waiting period ended early: a page, or all that match with --all. " +
    "Filters may be combined, and all must match; --title and --title-contains are two ways to filter one field.",
  examples: [
    "public-records notices list --title '\"media holdings\"'",
    "public-records notices list --demo --date 2011-04-11 --format json",
    "public-records notices list --sort-by changed --max 10"
  ]
})

const noticesGet = leaf("get", commandFlags["notices get"], {
  load: async () => (await import("./get.ts")).noticesGet,
  description: "Print the notice with that id",
  examples: ["public-records notices get 0e55ae4d-52f6-463c-8cd2-0cbc2b6a6eba --format json"]
})

const notices = Command.make("notices").pipe(
  Command.withSubcommands([noticesList, noticesGet]),
  withTexts({
    short: "Notices of mergers whose waiting period ended early",
    description: "Notices of mergers whose waiting period ended early (HSR early termination)",
    examples: ["public-records notices list --demo --title-contains media"]
  })
)

const resumable =
  "Prints the number of requests and the time first, and the result last. If it is killed, runs out of disk space or loses " +
  "its connection, run the same command to resume: the file is the same as that of an uninterrupted run, and appears only " +
  "when it is complete. Waits if the requests of the key are used up, or if the service " +
  "asks for a pause of up to 3 hours, unless --max-wait or --no-wait forbids it."

const exportComplaints = leaf("complaints", commandFlags["export complaints"], {
  load: async () => (await import("./export.ts")).exportComplaints,
  short: "Write every complaint that matches to a file",
  description: `Write every complaint that matches to a file: NDJSON, CSV in the daily file's form, or Parquet. ${resumable} ${unverified}`,
  examples: [
    "public-records export complaints --created-from 2021-07-01 --created-to 2021-07-31 --out july.parquet",
    "public-records export complaints --created-from 2021-07-01 --created-to 2021-07-31 --out july.csv --dry-run",
    "public-records export complaints --created-date yesterday --out calls --partition-by created-date",
    "public-records export complaints --created-date yesterday --out calls.parquet --report json",
    "public-records export complaints --demo --state Ohio --out ohio.ndjson --manifest"
  ]
})

const exportNotices = leaf("notices", commandFlags["export notices"], {
  load: async () => (await import("./export.ts")).exportNotices,
  short: "Write every notice that matches to a file",
  description: `Write every notice that matches to a file: NDJSON, CSV or Parquet. ${resumable}`,
  examples: [
    "public-records export notices --out notices.parquet",
    "public-records export notices --title-contains media --out - | jq -r .title"
  ]
})

const exportCommand = Command.make("export").pipe(
  Command.withSubcommands([exportComplaints, exportNotices]),
  withTexts({
    short: "Write every record that matches to a file, resumable",
    description: `Write every record that matches to a file. ${resumable}`,
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
  description: `Browse both collections in the terminal; ? shows the keys. Without a key it starts on the sample data. ${unverified}`,
  examples: ["public-records tui --demo"]
})

const serve = leaf("serve", commandFlags.serve, {
  load: async () => (await import("./serve.ts")).serve,
  short: "Run the reference server",
  description:
    "Run a server that answers as the service does, from memory: the bundled sample, or your files. " +
    "It prints one line when it is ready; until then a terminal shows how far the data is loaded. " +
    "SIGTERM and Ctrl-C end it, SIGHUP reads the data again, while requests are answered from what was there.",
  examples: [
    "public-records serve --port 0 --tls-write cert.pem",
    "public-records serve --data complaints.csv --tls off --allow-http",
    "public-records serve --synthetic 1000000 --seed 7 --rate-limit off"
  ]
})

const check = leaf("check", commandFlags.check, {
  load: async () => (await import("./check.ts")).check,
  short: "Check whether a service is the documented one",
  description:
    "Check whether a service conforms to the documentation: at most 40 read-only requests, whose number is said beforehand. " +
    "Each statement conforms, differs as a decision of this project names it, breaks, or is not shown by the " +
    "service's data. Exit code 0 unless a statement breaks, then 6.",
  examples: [
    "public-records check --base-url https://localhost:8080 --ca cert.pem",
    "public-records check --demo --format json | jq '.statements[] | select(.verdict != \"conforms\")'"
  ]
})

const doctor = leaf("doctor", commandFlags.doctor, {
  load: async () => (await import("./doctor.ts")).doctor,
  short: "Say what is well, and what to do about the rest",
  description:
    "Look at versions, configuration, key, reachability, clock and quota: each line says ok (✓), what to do (✗, or ! where " +
    "everything works all the same), or why nothing is known (·). One request is sent, and repeated where it fails. " +
    "The exit code is that of the first problem.",
  examples: [
    "public-records doctor",
    "public-records doctor --base-url https://localhost:8080 --ca cert.pem",
    "public-records doctor --format json | jq '.findings[] | select(.verdict == \"problem\")'"
  ]
})

const config = leaf("config", commandFlags.config, {
  load: async () => (await import("./config.ts")).config,
  short: "Show every setting, its value and where it comes from",
  description:
    "Show every setting, its value and where it comes from: a flag beats the environment, which beats the file, which beats " +
    "the default. The key and the URL of Redis are never shown. Nothing is sent.",
  examples: [
    "public-records config",
    "PUBLIC_RECORDS_MAX_RETRY_AFTER=1h public-records config --requests-per-hour 500 --format json"
  ]
})

const completions = leaf("completions", commandFlags.completions, {
  load: async () => {
    const module = await import("./completions.ts")
    return (values) => module.completions(values, describeCommands(), runCommand)
  },
  short: "Print what makes a shell complete commands and flags",
  description:
    "Print a script that makes a shell complete commands, flags and their values, such as the names of states. " +
    "Load it in the shell's own start-up file, or keep it where the shell looks for completions.",
  examples: [
    "public-records completions bash > ~/.local/share/bash-completion/completions/public-records",
    'public-records completions zsh > "${fpath[1]}/_public-records"',
    "public-records completions fish > ~/.config/fish/completions/public-records.fish"
  ]
})

const commandLine = Command.make(
  programName,
  sourceFlags,
  Effect.fnUntraced(function* (values: SourceFlags) {
    const { stdin, stdout } = yield* Host
    if (stdin.isTTY && stdout.isTTY) return yield* (yield* Effect.promise(loadTui))(values)
    return yield* new CliError.ShowHelp({ commandPath: [programName], errors: [] })
  })
).pipe(
  Command.withSubcommands([tui, complaints, notices, exportCommand, serve, check, doctor, config, completions]),
  withTexts({
    description:
      "The public records of the US Federal Trade Commission: complaints about unwanted calls, and notices of mergers. " +
      `On a terminal it opens the terminal UI. ${unverified}`,
    examples: [
      { command: "public-records --demo", description: "Browse the bundled sample data: no key, no network" },
      { command: "public-records complaints list --state Ohio --max 10", description: "Ten complaints from Ohio" }
    ]
  })
)

export const describeCommands = (): Completions.CommandDescriptor => Completions.fromCommand(commandLine)

export const runCommand = (
  args: ReadonlyArray<string>
): Effect.Effect<void, CommandFailure | Exit | ReaderGone | CliError.CliError, Host | Command.Environment> =>
  Command.runWith(commandLine, { version })(args).pipe(
    Effect.provide(CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] }))
  )
