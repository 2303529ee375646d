import { Effect } from "effect"
import { CliError, type Command, Flag } from "effect/cli"

/** The values that a command gets for its flags. */
export type FlagValues<Flags extends Command.Command.Config> = Command.Command.Config.Infer<Flags>

/** Reads a flag that may be given once. Returns `undefined` if it is absent. */
const atMostOnce = <A>(flag: Flag.Flag<A>, name: string): Flag.Flag<A | undefined> =>
  flag.pipe(
    Flag.atLeast(0),
    Flag.mapEffect(([value, ...more]) =>
      more.length === 0
        ? Effect.succeed(value)
        : Effect.fail(new CliError.ValidationError({ message: `--${name} can be given only once.` }))
    )
  )

/** A flag with a text, given at most once. Core decides what the text means. */
export const textFlag = (name: string, metavar: string, description: string): Flag.Flag<string | undefined> =>
  atMostOnce(Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description)), name)

/** A flag with a text, given any number of times. */
export const textsFlag = (name: string, metavar: string, description: string): Flag.Flag<ReadonlyArray<string>> =>
  Flag.String(name).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(`${description} (repeatable)`),
    Flag.atLeast(0)
  )

/** A flag without a value and without a `--no-` form. */
export const switchFlag = (name: string, description: string): Flag.Flag<boolean> =>
  atMostOnce(Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description)), name).pipe(
    Flag.map((value) => value ?? false)
  )

/** A flag with one of a few words, given at most once. */
export const choiceFlag = <const Choices extends ReadonlyArray<string>>(
  name: string,
  choices: Choices,
  description: string
): Flag.Flag<Choices[number] | undefined> =>
  atMostOnce(
    Flag.Literals(name, choices).pipe(Flag.withMetavar(choices.join("|")), Flag.withDescription(description)),
    name
  )
