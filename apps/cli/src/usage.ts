import { type CliError, type CliOutput, type Completions } from "effect/cli"
import { didYouMean } from "./nearest.ts"

type CommandDescriptor = Completions.CommandDescriptor

/** Returns the command at a path that begins with the program's own name. */
const commandAt = (tree: CommandDescriptor, [, ...names]: ReadonlyArray<string>): CommandDescriptor =>
  names.reduce((group, name) => group.subcommands.find((command) => command.name === name) ?? group, tree)

/** The commands below a command, each with its path. */
const commandsBelow = (
  { subcommands }: CommandDescriptor,
  path: ReadonlyArray<string>
): ReadonlyArray<{ readonly path: string; readonly command: CommandDescriptor }> =>
  subcommands.flatMap((command) => {
    const inner = [...path, command.name]
    return [{ path: inner.join(" "), command }, ...commandsBelow(command, inner)]
  })

const takes = ({ flags }: CommandDescriptor, flag: string): boolean => flags.some(({ name }) => `--${name}` === flag)

const invalidValue = (command: CommandDescriptor, { kind, option, value }: CliError.InvalidValue): string => {
  const parameters = kind === "flag" ? command.flags : command.arguments
  const type = parameters.find(({ name }) => name === option)?.type
  const label = kind === "flag" ? `--${option}` : `The argument ${option}`
  if (type?._tag === "Boolean") return `${label} takes no value.`
  if (value === "" || type?._tag !== "Choice") return `${label} needs a value.`
  const choices = type.values.map((choice) => `"${choice}"`).join(" or ")
  return `${label} cannot be "${value}"; it must be ${choices}.${didYouMean(value, type.values)}`
}

const sentenceOf = (error: CliError.NonShowHelpErrors, command: CommandDescriptor): string => {
  switch (error._tag) {
    case "UnrecognizedOption": {
      if (takes(command, error.option)) return `The flag ${error.option} belongs after the command, not before it.`
      const names = [...command.flags, { name: "help" }, { name: "version" }].map(({ name }) => `--${name}`)
      return `There is no flag ${error.option} here.${didYouMean(error.option, names)}`
    }
    case "UnknownSubcommand": {
      const names = command.subcommands.map(({ name }) => name)
      return `There is no command "${error.subcommand}".${didYouMean(error.subcommand, names)}`
    }
    case "MissingArgument":
      return `The argument ${error.argument} is missing.`
    case "UnexpectedArgument":
      return `There is no place here for ${error.arguments.map((text) => `"${text}"`).join(" and ")}.`
    case "InvalidValue":
      return invalidValue(command, error)
    default:
      return error.message
  }
}

/**
 * Says in one sentence what is wrong with a command line, and which help to read. A flag that was given to a command group
 * leads to the command of the group that takes it: for `complaints --demo` that is `complaints list`.
 */
export const usageSentence = (
  { commandPath, errors: [error] }: CliOutput.Presenter.InvalidInvocation,
  tree: CommandDescriptor
): string => {
  const path = commandPath.join(" ")
  const command = commandAt(tree, commandPath)
  if (error === undefined) return `The command line is wrong. See "${path} --help".`
  if (error._tag === "UnrecognizedOption" && !takes(command, error.option)) {
    const owner = commandsBelow(command, commandPath).find((below) => takes(below.command, error.option))
    if (owner !== undefined) {
      const meant = `${owner.path} ${error.option}`
      return `"${path}" does not take ${error.option}. Did you mean "${meant}"? See "${owner.path} --help".`
    }
  }
  return `${sentenceOf(error, command)} See "${path} --help".`
}
