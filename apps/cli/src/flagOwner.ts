import { type Completions } from "effect/cli"

/** A flag and the command that takes it: `["complaints", "list"]` and `--demo`. */
export interface OwnedFlag {
  readonly path: ReadonlyArray<string>
  readonly flag: string
}

/** The flags of the commands below a command, the commands in their order. */
const flagsBelow = (
  { subcommands }: Completions.CommandDescriptor,
  path: ReadonlyArray<string>
): ReadonlyArray<OwnedFlag> =>
  subcommands.flatMap((inner) => {
    const innerPath = [...path, inner.name]
    const own = inner.flags.map(({ name }) => ({ path: innerPath, flag: `--${name}` }))
    return [...own, ...flagsBelow(inner, innerPath)]
  })

/**
 * Finds the command that takes a flag which was given to a command group: for `complaints --demo` that is
 * `complaints list`. Returns `undefined` if no command of the group has the flag.
 */
export const flagOwner = (
  tree: Completions.CommandDescriptor,
  commandPath: ReadonlyArray<string>,
  flag: string
): OwnedFlag | undefined => {
  const [, ...path] = commandPath
  let group: Completions.CommandDescriptor | undefined = tree
  for (const name of path) group = group?.subcommands.find((inner) => inner.name === name)
  if (group === undefined) return undefined
  return flagsBelow(group, commandPath).find((one) => one.flag === flag)
}
