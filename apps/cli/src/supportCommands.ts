import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { shells } from "./help/shells.ts"
import { doctorFlags } from "./flags/doctorFlags.ts"
import { reportFlags } from "./flags/reportFlags.ts"
import { sourceFlags } from "./flags/sourceFlags.ts"

const doctor = Command.make(
  "doctor",
  { ...doctorFlags, ...sourceFlags },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./commands/doctor.ts"))
    yield* command.doctor(flags)
  })
).pipe(
  Command.withShortDescription("Say what is well, and what to do about the rest"),
  Command.withDescription(
    "Look at versions, configuration, key, reachability, clock and quota: each line says ok (✓), what to do (✗, or ! where " +
      "everything works all the same), or why nothing is known (·). One request is sent, and repeated where it fails. " +
      "The exit code is that of the first problem."
  ),
  Command.withExamples([
    { command: "public-records doctor" },
    { command: "public-records doctor --base-url https://localhost:8080 --ca cert.pem" },
    { command: "public-records doctor --format json | jq '.findings[] | select(.verdict == \"problem\")'" }
  ])
)

const config = Command.make(
  "config",
  { ...reportFlags, ...sourceFlags },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./commands/config.ts"))
    yield* command.config(flags)
  })
).pipe(
  Command.withShortDescription("Show every setting, its value and where it comes from"),
  Command.withDescription(
    "Show every setting, its value and where it comes from: a flag beats the environment, which beats the file, which beats " +
      "the default. The key and the URL of Redis are never shown. Nothing is sent."
  ),
  Command.withExamples([
    { command: "public-records config" },
    { command: "PUBLIC_RECORDS_MAX_RETRY_AFTER=1h public-records config --requests-per-hour 500 --format json" }
  ])
)

const completions = Command.make(
  "completions",
  {
    shell: Argument.Literals("shell", shells).pipe(
      Argument.withMetavar(shells.join("|")),
      Argument.withDescription("The shell that is to complete")
    )
  },
  Effect.fnUntraced(function* (flags) {
    const command = yield* Effect.promise(() => import("./commands/completions.ts"))
    yield* command.completions(flags)
  })
).pipe(
  Command.withShortDescription("Print what makes a shell complete commands and flags"),
  Command.withDescription(
    "Print a script that makes a shell complete commands, flags and their values, such as the names of states. " +
      "Load it in the shell's own start-up file, or keep it where the shell looks for completions."
  ),
  Command.withExamples([
    { command: "public-records completions bash > ~/.local/share/bash-completion/completions/public-records" },
    { command: 'public-records completions zsh > "${fpath[1]}/_public-records"' },
    { command: "public-records completions fish > ~/.config/fish/completions/public-records.fish" }
  ])
)

/** The commands that are about the program and its surroundings. */
export const supportCommands = [doctor, config, completions] as const
