import { Effect, Option } from "effect"
import { Argument, CliError, Flag, Param, Primitive } from "effect/cli"

const wrong = (message: string): Effect.Effect<never, CliError.CliError> =>
  Effect.fail(new CliError.ValidationError({ message }))

interface FlagParts {
  readonly name: string
  readonly description: string
  readonly metavar?: string
  readonly negation?: false
}

/** Creates a flag in one step. Every start creates all flags, and `Flag.withDescription` and the like would copy each several times. */
const flagOf = <A>(
  primitiveType: Primitive.Primitive<A>,
  { description, metavar, name, negation }: FlagParts
): Flag.Flag<A> =>
  Param.makeSingle({
    kind: Param.flagKind,
    name,
    primitiveType,
    typeName: metavar,
    description: Option.some(description),
    negation
  })

const atMostOnce = <A>(flag: Flag.Flag<A>, name: string): Flag.Flag<A | undefined> =>
  Flag.mapEffect(Flag.atLeast(flag, 0), ([value, ...more]) =>
    more.length === 0 ? Effect.succeed(value) : wrong(`--${name} can be given only once.`)
  )

/** A string flag that must not be empty: `--state "$STATE"` with an empty variable must not print every state. */
const nonEmptyString = (name: string, metavar: string, description: string): Flag.Flag<string> =>
  Flag.mapEffect(flagOf(Primitive.String, { name, metavar, description }), (text) =>
    text.trim() === "" ? wrong(`--${name}: the value is empty. Set a value or remove the flag.`) : Effect.succeed(text)
  )

export const stringFlag = (name: string, metavar: string, description: string): Flag.Flag<string | undefined> =>
  atMostOnce(nonEmptyString(name, metavar, description), name)

export const stringListFlag = (name: string, metavar: string, description: string): Flag.Flag<ReadonlyArray<string>> =>
  Flag.atLeast(nonEmptyString(name, metavar, `${description} (repeatable)`), 0)

/** A repeatable flag whose value may be left out. A value follows an equals sign. */
export const optionalValueFlag = (
  name: string,
  {
    description,
    metavar,
    without
  }: { readonly metavar: string; readonly description: string; readonly without: string }
): Flag.Flag<ReadonlyArray<string>> =>
  Flag.atLeast(Flag.withOptionalValue(nonEmptyString(name, metavar, description), without), 0)

/** A repeatable flag with values such as `name=value`. */
export const pairsFlag = (name: string, metavar: string, description: string): Flag.Flag<Record<string, string>> =>
  Flag.KeyValuePair(name).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(`${description} (repeatable)`),
    Flag.withDefault({})
  )

/** A flag without a value and without a `--no-` form. */
export const booleanFlag = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.map(
    atMostOnce(flagOf(Primitive.Boolean, { name, description, negation: false }), name),
    (value) => value ?? false
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
  const choice = Primitive.Choice(choices.map((value) => [value, value] as const))
  return atMostOnce(flagOf(choice, { name, metavar, description: described }), name)
}

/** An argument that may have spaces, with or without quotes. */
export const wordsArgument = (name: string, description: string) =>
  Argument.String(name).pipe(
    Argument.variadic({ min: 1 }),
    Argument.map((texts) => texts.join(" ")),
    Argument.withDescription(description)
  )
