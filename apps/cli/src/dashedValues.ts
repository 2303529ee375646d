import { Effect } from "effect"
import { type Completions } from "effect/cli"
import { type CommandFailure, usageFailure } from "./CommandFailure.ts"

/** A dash and more, and no long flag: `-x`, `-5/1h`. */
const isDashed = (arg: string): boolean => /^-[^-]/.test(arg)

/** The short flags that every command has. */
const shortFlags = new Set(["-h", "-v"])

/** `-5` is a value for the parser too. */
const isNegativeNumber = (arg: string): boolean => /^-\d+(?:\.\d+)?$/.test(arg)

const takesValue = ({ flags }: Completions.CommandDescriptor, arg: string): boolean =>
  flags.some(({ name, type }) => arg === `--${name}` && type._tag !== "Boolean")

/**
 * Ties values that begin with a dash to their flag: `--rate-limit -5/1h` becomes `--rate-limit=-5/1h`, for the flag's own
 * reader to judge. The parser would take such a value for a handful of short flags, `-h` among them.
 *
 * **Fails with** a usage failure for any other word that begins with a dash and is no flag.
 */
export const tieDashedValues = Effect.fnUntraced(function* (
  tree: Completions.CommandDescriptor,
  args: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyArray<string>, CommandFailure> {
  const end = args.includes("--") ? args.indexOf("--") : args.length
  if (!args.slice(0, end).some(isDashed)) return args
  let current = tree
  const path = [current.name]
  const tied: Array<string> = []
  for (let place = 0; place < end; place++) {
    const [arg = "", next] = args.slice(place, Math.min(place + 2, end))
    if (next !== undefined && takesValue(current, arg) && !next.startsWith("--")) {
      tied.push(...(isDashed(next) && !shortFlags.has(next) ? [`${arg}=${next}`] : [arg, next]))
      place++
      continue
    }
    if (isDashed(arg) && !shortFlags.has(arg) && !isNegativeNumber(arg)) {
      return yield* usageFailure(`There is no flag ${arg} here. See "${path.join(" ")} --help".`)
    }
    tied.push(arg)
    const inner = current.subcommands.find(({ name }) => name === arg)
    if (inner !== undefined) path.push(inner.name)
    current = inner ?? current
  }
  return [...tied, ...args.slice(end)]
})
