import { type CliError } from "effect/cli"
import { didYouMean } from "./nearest.ts"

type UsageError = CliError.NonShowHelpErrors

const flagOf = (name: string): string => (name.startsWith("-") ? name : `--${name}`)

const invalidValue = (error: CliError.InvalidValue): string => {
  const name = error.kind === "flag" ? flagOf(error.option) : `The argument ${error.option}`
  const choices = error.expected.split(" | ")
  if (error.expected.startsWith("at most 1 ")) return `${name} can be given only once.`
  if (error.value === "") return `${name} needs a value.`
  return `${name} cannot be "${error.value}"; it must be ${choices.join(" or ")}.${didYouMean(
    error.value,
    choices.map((choice) => choice.replaceAll('"', ""))
  )}`
}

/** What is wrong with a command line, as one sentence. `names` are the flags or commands that could have been meant. */
export const usageSentence = (error: UsageError, names: ReadonlyArray<string>): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return names.includes(error.option)
        ? `The flag ${error.option} belongs after the command, not before it.`
        : `There is no flag ${error.option} here.${didYouMean(error.option, names)}`
    case "UnknownSubcommand":
      return `There is no command "${error.subcommand}".${didYouMean(error.subcommand, names)}`
    case "MissingArgument":
      return `The argument ${error.argument} is missing.`
    case "MissingOption":
      return `The flag ${flagOf(error.option)} is missing.`
    case "UnexpectedArgument":
      return `There is no place here for ${error.arguments.map((text) => `"${text}"`).join(" and ")}.`
    case "InvalidValue":
      return invalidValue(error)
    default:
      return error.message
  }
}
