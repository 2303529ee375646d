import { Effect, FileSystem, Layer, Path, Stdio, Terminal } from "effect"
import { ChildProcessSpawner } from "effect/process"

const notUsed = Effect.die("The parser of command lines used a service that this program does not provide.")

/**
 * The services that Effect's parser requires for prompts and for flags that are files. This program has neither. Loading those of
 * Node.js would take a tenth of the time that a short command runs.
 */
export const parserServices = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Stdio.layerTest({}),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({
      columns: notUsed,
      rows: notUsed,
      size: notUsed,
      readInput: notUsed,
      readLine: notUsed,
      display: () => notUsed
    })
  ),
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => notUsed)
  )
)
