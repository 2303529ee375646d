import { Context, Effect } from "effect"
import { CliOutput, type Command, Completions, type HelpDoc } from "effect/cli"

/** One command as its help describes it, with the path to it: `["public-records", "complaints", "list"]`. */
export interface CommandDoc {
  readonly path: ReadonlyArray<string>
  readonly help: HelpDoc.HelpDoc
}

/** What is known of all commands, from the descriptions that `--help` prints too: for completions and the man page. */
export class CommandDocs extends Context.Service<
  CommandDocs,
  {
    /** Every command, each before those below it. */
    readonly all: Effect.Effect<ReadonlyArray<CommandDoc>>
    readonly tree: Effect.Effect<Completions.CommandDescriptor>
  }
>()("@public-records/cli/CommandDocs") {}

/** The docs of no command. */
export const noDocs = CommandDocs.of({
  all: Effect.succeed([]),
  tree: Effect.succeed({ name: "", description: undefined, flags: [], arguments: [], subcommands: [] })
})

/** Asks a command line for its help, and keeps it instead of showing it. */
const helpOf = <E, R>(
  runWith: (args: ReadonlyArray<string>) => Effect.Effect<void, E, R>,
  path: ReadonlyArray<string>
): Effect.Effect<HelpDoc.HelpDoc, never, R> =>
  Effect.gen(function* () {
    let help: HelpDoc.HelpDoc | undefined
    const keeping = CliOutput.layerPresenter({
      present: (event) =>
        Effect.sync(() => {
          if (event._tag === "Help") help = event.helpDoc
        })
    })
    yield* Effect.ignore(Effect.provide(runWith([...path, "--help"]), keeping))
    return help ?? (yield* Effect.die(new Error(`There is no help of "${path.join(" ")}".`)))
  })

/** The docs of a command line. `run` runs it with arguments, as the program does. */
export const commandDocs = <E, R>(
  command: Command.Command.Any,
  run: (args: ReadonlyArray<string>) => Effect.Effect<void, E, R>
): Effect.Effect<CommandDocs["Service"], never, R> =>
  Effect.contextWith((context: Context.Context<R>) => {
    const pathsBelow = (
      { subcommands }: Completions.CommandDescriptor,
      path: ReadonlyArray<string>
    ): ReadonlyArray<ReadonlyArray<string>> => [
      path,
      ...subcommands.flatMap((inner) => pathsBelow(inner, [...path, inner.name]))
    ]
    const all = Effect.suspend(() => {
      const tree = Completions.fromCommand(command)
      return Effect.forEach(pathsBelow(tree, []), (path) =>
        Effect.map(helpOf(run, path), (help) => ({ path: [tree.name, ...path], help }))
      )
    })
    return Effect.succeed(
      CommandDocs.of({
        all: Effect.provideContext(all, context),
        tree: Effect.sync(() => Completions.fromCommand(command))
      })
    )
  })
