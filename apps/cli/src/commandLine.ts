import { expandHome } from "@public-records/text/home"
import { Effect } from "effect"
import { CliOutput } from "effect/cli"
import { usageFailure } from "./CommandFailure.ts"
import { describeCommands, runCommand } from "./commands/tree.ts"
import { helpText } from "./help/helpText.ts"
import { type Environment, Host } from "./Host.ts"
import { parserServices } from "./parserServices.ts"
import { write } from "./output/StandardOutput.ts"
import { exitCodeOf, reportFailure, wantsJsonErrors } from "./reportFailure.ts"
import { usageMessage } from "./usage.ts"

/** Replaces `~/` at the beginning of a value, as in `--out=~/calls.csv`, which shells leave as it is. */
const withHome = (word: string, environment: Environment): string => {
  const [, flag = "", value = ""] = /^(--[a-z-]+=)(~.*)$/s.exec(word) ?? []
  return flag === "" ? word : flag + expandHome(value, environment)
}

/** Parses a command line and runs its command. Succeeds with the exit code. */
export const runCommandLine = Effect.fnUntraced(function* (args: ReadonlyArray<string>) {
  const host = yield* Host
  const { stderr, stdout } = host
  const asJson = wantsJsonErrors(args)
  const presenter = CliOutput.layerPresenter({
    present: (event) => {
      switch (event._tag) {
        case "Help":
          return Effect.ignore(write(event.reason === "Requested" ? stdout : stderr, helpText(event.helpDoc)))
        case "Version":
          return Effect.ignore(write(stdout, `${event.version}\n`))
        case "InvalidInvocation":
          return Effect.asVoid(
            Effect.provideService(
              reportFailure(usageFailure(usageMessage(event, describeCommands())), asJson),
              Host,
              host
            )
          )
      }
    }
  })
  const words = args.map((word) => withHome(word, host.environment))
  const program = runCommand(words).pipe(Effect.provide(presenter), Effect.provide(parserServices))
  return yield* exitCodeOf(program, asJson)
})
