import { Flag } from "effect/cli"

/** A flag with a text that may be given once; what the text means is for core to say. */
export const textFlag = (name: string, metavar: string, description: string): Flag.Flag<string | undefined> =>
  Flag.String(name).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(description),
    Flag.atMost(1),
    Flag.map(([text]) => text)
  )

/** A flag with a text that may be given several times. */
export const textsFlag = (name: string, metavar: string, description: string): Flag.Flag<ReadonlyArray<string>> =>
  Flag.String(name).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(`${description} (repeatable)`),
    Flag.atLeast(0)
  )

/** A flag that is there or not; it has no `--no-` form. */
export const switchFlag = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))

/** A flag with one of a few words, which may be given once. */
export const choiceFlag = <const Choices extends ReadonlyArray<string>>(
  name: string,
  choices: Choices,
  description: string
): Flag.Flag<Choices[number] | undefined> =>
  Flag.Literals(name, choices).pipe(
    Flag.withMetavar(choices.join("|")),
    Flag.withDescription(description),
    Flag.atMost(1),
    Flag.map(([choice]) => choice)
  )
