import { Effect } from "effect"
import { Argument, CliError, Flag } from "effect/cli"

const wrong = (message: string): Effect.Effect<never, CliError.CliError> =>
  Effect.fail(new CliError.ValidationError({ message }))

const atMostOnce = <A>(flag: Flag.Flag<A>, name: string): Flag.Flag<A | undefined> =>
  flag.pipe(
    Flag.atLeast(0),
    Flag.mapEffect(([value, ...more]) =>
      more.length === 0 ? Effect.succeed(value) : wrong(`--${name} can be given only once.`)
    )
  )

/** A string flag that must not be empty: `--state "$STATE"` with an empty variable must not print every state. */
const nonEmptyString = (name: string, metavar: string, description: string): Flag.Flag<string> =>
  Flag.String(name).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(description),
    Flag.mapEffect((text) =>
      text.trim() === ""
        ? wrong(`--${name}: the value is empty. Set a value or remove the flag.`)
        : Effect.succeed(text)
    )
  )

export const stringFlag = (name: string, metavar: string, description: string): Flag.Flag<string | undefined> =>
  atMostOnce(nonEmptyString(name, metavar, description), name)

export const stringListFlag = (name: string, metavar: string, description: string): Flag.Flag<ReadonlyArray<string>> =>
  Flag.atLeast(nonEmptyString(name, metavar, `${description} (repeatable)`), 0)

/** A flag without a value and without a `--no-` form. */
export const booleanFlag = (name: string, description: string): Flag.Flag<boolean> =>
  atMostOnce(Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description)), name).pipe(
    Flag.map((value) => value ?? false)
  )

/** A longer placeholder would leave too little room for descriptions in the help. */
const maxPlaceholder = 40

export const choiceFlag = <const Choices extends ReadonlyArray<string>>(
  name: string,
  choices: Choices,
  description: string
): Flag.Flag<Choices[number] | undefined> => {
  const [metavar, described] =
    choices.join("|").length <= maxPlaceholder
      ? [choices.join("|"), description]
      : ["NAME", `${description}: ${choices.join(", ")}`]
  return atMostOnce(Flag.Literals(name, choices).pipe(Flag.withMetavar(metavar), Flag.withDescription(described)), name)
}

/** An argument that may have spaces, with or without quotes. */
export const wordsArgument = (name: string, description: string) =>
  Argument.String(name).pipe(
    Argument.variadic({ min: 1 }),
    Argument.map((texts) => texts.join(" ")),
    Argument.withDescription(description)
  )
