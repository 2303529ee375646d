import { Effect } from "effect"
import { Argument, CliError, Command } from "effect/cli"
import { exportCommand } from "../export/exportCommand.ts"
import { checkFlags } from "../flags/checkFlags.ts"
import { emptyFlags, outputFlags } from "../flags/outputFlags.ts"
import { amountFlags, complaintQueryFlags, noticeQueryFlags } from "../flags/queryFlags.ts"
import { serveFlags } from "../flags/serveFlags.ts"
import { type SourceFlags, sourceFlags } from "../flags/sourceFlags.ts"
import { Host } from "../Host.ts"
import { supportCommands } from "../supportCommands.ts"

/** The name of the executable, as it is typed. */
const programName = "public-records"

const unverified = "Complaints are reported by consumers and are not verified."

const complaintsList = Command.make(
  "list",
  { ...complaintQueryFlags, ...amountFlags, ...outputFlags, ...emptyFlags, ...sourceFlags },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./list.ts"))
    yield* command.complaintsList(flags)
  })
).pipe(
  Command.withShortDescription("Print a page of complaints, or all that match with --all"),
  Command.withDescription(
    `Print complaints about unwanted calls: a page, or all that match with --all. ${unverified} ` +
      "The service takes one of --state (with --city), --area-code and --robocall, alone or with a created range; " +
      "a created date, a violation date or a violation range stands alone."
  ),
  Command.withExamples([
    { command: "public-records complaints list --state Ohio --created-from 2021-07-01 --created-to 2021-07-07" },
    { command: "public-records complaints list --demo --area-code 614 --all --format csv > 614.csv" },
    { command: "public-records complaints list --created-date latest --all | jq -r .companyPhoneNumber" }
  ])
)

const complaintsGet = Command.make(
  "get",
  {
    id: Argument.String("id").pipe(Argument.withDescription("The id of a complaint, from a list")),
    ...outputFlags,
    ...sourceFlags
  },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./get.ts"))
    yield* command.complaintsGet(flags)
  })
).pipe(
  Command.withShortDescription("Print one complaint"),
  Command.withDescription(`Print the complaint with that id. ${unverified}`),
  Command.withExamples([{ command: "public-records complaints get 3f9c41e07ab84d6c9d11aa00b7c1e5f2 --format json" }])
)

const complaints = Command.make("complaints").pipe(
  Command.withDescription(`Consumers' complaints about unwanted calls (Do Not Call). ${unverified}`),
  Command.withShortDescription("Consumers' complaints about unwanted calls"),
  Command.withExamples([{ command: "public-records complaints list --demo --created-date 2021-07-07 --max 10" }]),
  Command.withSubcommands([complaintsList, complaintsGet])
)

const noticesList = Command.make(
  "list",
  { ...noticeQueryFlags, ...amountFlags, ...outputFlags, ...emptyFlags, ...sourceFlags },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./list.ts"))
    yield* command.noticesList(flags)
  })
).pipe(
  Command.withShortDescription("Print a page of notices, or all that match with --all"),
  Command.withDescription(
    "Print notices of mergers whose waiting period ended early: a page, or all that match with --all. " +
      "Filters may be combined, and all must match; --title and --title-contains are two ways to filter one field."
  ),
  Command.withExamples([
    { command: "public-records notices list --title '\"media holdings\"'" },
    { command: "public-records notices list --demo --date 2011-04-11 --format json" },
    { command: "public-records notices list --sort-by changed --max 10" }
  ])
)

const noticesGet = Command.make(
  "get",
  {
    id: Argument.String("id").pipe(Argument.withDescription("The id of a notice, from a list")),
    ...outputFlags,
    ...sourceFlags
  },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./get.ts"))
    yield* command.noticesGet(flags)
  })
).pipe(
  Command.withDescription("Print the notice with that id"),
  Command.withExamples([{ command: "public-records notices get 0e55ae4d-52f6-463c-8cd2-0cbc2b6a6eba --format json" }])
)

const notices = Command.make("notices").pipe(
  Command.withDescription("Notices of mergers whose waiting period ended early (HSR early termination)"),
  Command.withShortDescription("Notices of mergers whose waiting period ended early"),
  Command.withExamples([{ command: "public-records notices list --demo --title-contains media" }]),
  Command.withSubcommands([noticesList, noticesGet])
)

const openTui = Effect.fnUntraced(function* (flags: SourceFlags) {
  const command = yield* Effect.promise(() => import("./tui.ts"))
  yield* command.tui(flags)
})

const tui = Command.make("tui", sourceFlags, openTui).pipe(
  Command.withShortDescription("Browse both collections in the terminal"),
  Command.withDescription(
    `Browse both collections in the terminal; ? shows the keys. Without a key it starts on the sample data. ${unverified}`
  ),
  Command.withExamples([{ command: "public-records tui --demo" }])
)

const serve = Command.make(
  "serve",
  serveFlags,
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./serve.ts"))
    yield* command.serve(flags)
  })
).pipe(
  Command.withShortDescription("Run the reference server"),
  Command.withDescription(
    "Run a server that answers as the service does, from memory: the bundled sample, or your files. " +
      "It prints one line when it is ready; until then a terminal shows how far the data is loaded. " +
      "SIGTERM and Ctrl-C end it, SIGHUP reads the data again, while requests are answered from what was there."
  ),
  Command.withExamples([
    { command: "public-records serve --port 0 --tls-write cert.pem" },
    { command: "public-records serve --data complaints.csv --tls off --allow-http" },
    { command: "public-records serve --synthetic 1000000 --seed 7 --rate-limit off" }
  ])
)

const check = Command.make(
  "check",
  { ...checkFlags, ...sourceFlags },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./check.ts"))
    yield* command.check(flags)
  })
).pipe(
  Command.withShortDescription("Check whether a service is the documented one"),
  Command.withDescription(
    "Check whether a service conforms to the documentation: at most 40 read-only requests, whose number is said beforehand. " +
      "Each statement conforms, differs as a decision of this project names it, breaks, or is not shown by the " +
      "service's data. Exit code 0 unless a statement breaks, then 6."
  ),
  Command.withExamples([
    { command: "public-records check --base-url https://localhost:8080 --ca cert.pem" },
    { command: "public-records check --demo --format json | jq '.statements[] | select(.verdict != \"conforms\")'" }
  ])
)

/** The whole command line. Each command's own module is loaded when it is asked for. */
export const commandLine = Command.make(
  programName,
  sourceFlags,
  Effect.fnUntraced(function* (flags) {
    const { stdin, stdout } = yield* Host
    if (stdin.isTTY && stdout.isTTY) return yield* openTui(flags)
    return yield* new CliError.ShowHelp({ commandPath: [programName], errors: [] })
  })
).pipe(
  Command.withDescription(
    "The public records of the US Federal Trade Commission: complaints about unwanted calls, and notices of mergers. " +
      `On a terminal it opens the terminal UI. ${unverified}`
  ),
  Command.withSubcommands([tui, complaints, notices, exportCommand, serve, check, ...supportCommands]),
  Command.withExamples([
    { command: "public-records --demo", description: "Browse the bundled sample data: no key, no network" },
    { command: "public-records complaints list --state Ohio --max 10", description: "Ten complaints from Ohio" }
  ])
)
