import { states } from "@public-records/core"
import { Effect } from "effect"
import { Completions } from "effect/cli"
import { type CommandFlags } from "../flags.ts"
import { type CommandDoc, commandDocs } from "../help/commandDocs.ts"
import { Host } from "../Host.ts"
import { write } from "../output/StandardOutput.ts"

const helpFlag: Completions.FlagDescriptor = {
  name: "help",
  aliases: ["h"],
  description: "Show help information",
  type: { _tag: "Boolean" },
  negation: false
}

/** Returns the type of a flag for completion, based on its placeholder: `FILE` is a path, `asc|desc` a choice. */
const typeOf = (flag: Completions.FlagDescriptor, placeholder: string): Completions.FlagType => {
  if (flag.name === "state") return { _tag: "Choice", values: states.map(({ name }) => name) }
  if (/\b(?:date|from|to)$/.test(flag.name)) return { _tag: "Choice", values: ["latest", "yesterday"] }
  if (placeholder === "FILE" || placeholder === "PATH") return { _tag: "Path", pathType: "either" }
  return placeholder.includes("|") ? { _tag: "Choice", values: placeholder.split("|") } : flag.type
}

const withValues = (
  command: Completions.CommandDescriptor,
  path: ReadonlyArray<string>,
  docs: ReadonlyMap<string, CommandDoc>
): Completions.CommandDescriptor => {
  const described = docs.get(path.join(" "))?.help.flags ?? []
  const placeholderOf = (name: string): string => described.find((flag) => flag.name === name)?.type ?? ""
  return {
    ...command,
    flags: [...command.flags.map((flag) => ({ ...flag, type: typeOf(flag, placeholderOf(flag.name)) })), helpFlag],
    subcommands: command.subcommands.map((inner) => withValues(inner, [...path, inner.name], docs))
  }
}

/** Prints a completion script. `tree` describes the command line, and `run` runs it to get the help of each command. */
export const completions = Effect.fnUntraced(function* <E, R>(
  { shell }: CommandFlags<"completions">,
  tree: Completions.CommandDescriptor,
  run: (args: ReadonlyArray<string>) => Effect.Effect<void, E, R>
) {
  const { stdout } = yield* Host
  const docs = new Map((yield* commandDocs(tree, run)).map((doc) => [doc.path.join(" "), doc]))
  const script = Completions.generate(tree.name, shell, withValues(tree, [tree.name], docs))
  // The scripts of Effect mention its own flag `--completions`; here it is a command.
  yield* write(stdout, `${script.replaceAll("--completions", "completions")}\n`)
})
