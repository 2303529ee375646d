import { type CliError, type CliOutput, type Completions } from "effect/cli"
import { didYouMean } from "./didYouMean.ts"

type CommandDescriptor = Completions.CommandDescriptor

/** Returns the command at a path that starts with the program name. */
const commandAt = (tree: CommandDescriptor, [, ...names]: ReadonlyArray<string>): CommandDescriptor =>
  names.reduce((group, name) => group.subcommands.find((command) => command.name === name) ?? group, tree)

export const commandsFrom = (
  command: CommandDescriptor,
  path: ReadonlyArray<string>
): ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly command: CommandDescriptor }> => [
  { path, command },
  ...command.subcommands.flatMap((inner) => commandsFrom(inner, path.concat(inner.name)))
]

const takes = ({ flags }: CommandDescriptor, flag: string): boolean => flags.some(({ name }) => `--${name}` === flag)

/** Returns choices as `"a", "b" or "c"`. */
const choicesText = (choices: ReadonlyArray<string>): string => {
  const quoted = choices.map((choice) => `"${choice}"`)
  const [last = ""] = quoted.slice(-1)
  return quoted.length === 1 ? last : `${quoted.slice(0, -1).join(", ")} or ${last}`
}

const invalidValue = (command: CommandDescriptor, error: CliError.InvalidValue): string => {
  const { kind, option, value } = error
  const parameters = kind === "flag" ? command.flags : command.arguments
  const type = parameters.find(({ name }) => name === option)?.type
  const label = kind === "flag" ? `--${option}` : `The argument ${option}`
  if (type?._tag === "Boolean") return `${label} takes no value.`
  if (value === "") return `${label} needs a value.`
  if (type?._tag !== "Choice") return error.message
  return `${label} cannot be "${value}"; it must be ${choicesText(type.values)}.${didYouMean(value, type.values)}`
}

const missingArgument = (command: CommandDescriptor, argument: string): string => {
  const type = command.arguments.find(({ name }) => name === argument)?.type
  const choices = type?._tag === "Choice" ? `; it must be ${choicesText(type.values)}` : ""
  return `The argument ${argument} is missing${choices}.`
}

/** Returns the message for an unknown command. Suggests commands with this name that belong to a group, such as `complaints list`. */
const unknownCommand = (command: CommandDescriptor, path: ReadonlyArray<string>, typed: string): string => {
  const nested = commandsFrom(command, path).filter((inner) => inner.command.name === typed)
  const names = command.subcommands.map(({ name }) => name)
  const meant =
    nested.length === 0
      ? didYouMean(typed, names)
      : ` Did you mean ${choicesText(nested.map((inner) => inner.path.join(" ")))}?`
  return `Unknown command "${typed}".${meant}`
}

const messageOf = (
  error: CliError.NonShowHelpErrors,
  command: CommandDescriptor,
  path: ReadonlyArray<string>
): string => {
  switch (error._tag) {
    case "UnrecognizedOption": {
      if (takes(command, error.option)) return `The flag ${error.option} must come after the command.`
      const names = [...command.flags, { name: "help" }, { name: "version" }].map(({ name }) => `--${name}`)
      return `Unknown flag ${error.option}.${didYouMean(error.option, names)}`
    }
    case "UnknownSubcommand":
      return unknownCommand(command, path, error.subcommand)
    case "MissingArgument":
      return missingArgument(command, error.argument)
    case "UnexpectedArgument":
      return `Unexpected argument ${error.arguments.map((text) => `"${text}"`).join(" and ")}.`
    case "InvalidValue":
      return invalidValue(command, error)
    default:
      return error.message
  }
}

/** Returns the error message for a command line, which also names the help to read. */
export const usageMessage = (
  { commandPath, errors: [error] }: CliOutput.Presenter.InvalidInvocation,
  tree: CommandDescriptor
): string => {
  const path = commandPath.join(" ")
  const command = commandAt(tree, commandPath)
  if (error === undefined) return `The command line is invalid. See "${path} --help".`
  if (error._tag === "UnrecognizedOption" && !takes(command, error.option)) {
    const owner = commandsFrom(command, commandPath).find((inner) => takes(inner.command, error.option))
    if (owner !== undefined) {
      const meant = owner.path.join(" ")
      return `"${path}" does not take ${error.option}. Did you mean "${meant} ${error.option}"? See "${meant} --help".`
    }
  }
  return `${messageOf(error, command, commandPath)} See "${path} --help".`
}
