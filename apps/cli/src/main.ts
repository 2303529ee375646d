import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Fiber } from "effect"
import { exitCodes } from "./exitCodes.ts"
import { Host } from "./Host.ts"
import { run } from "./run.ts"
import { endOnSignals } from "./signals.ts"

// A program that ends without an exit code of its own has gone wrong.
process.exitCode = exitCodes.unforeseen

const { argv, env: environment, stdin, stdout, stderr } = process

// Ink looks at FORCE_COLOR only.
if ((environment["NO_COLOR"] ?? "") !== "") environment["FORCE_COLOR"] = "0"

// Each write reports its own errors. Without a listener, a reader that went away would end the program with a stack trace.
for (const stream of [stdout, stderr]) stream.on("error", () => undefined)

// A file that reached its size limit makes its write fail instead of ending the program.
process.on("SIGXFSZ", () => undefined)

// Node.js 22 and 23 warn that SQLite is experimental, and tell this warning from others by its text only.
process.removeAllListeners("warning").on("warning", ({ message, name }) => {
  if (name !== "ExperimentalWarning" || !message.startsWith("SQLite")) stderr.write(`${name}: ${message}\n`)
})

const onSignal: Host["Service"]["onSignal"] = endOnSignals(() => Effect.runPromise(Fiber.interrupt(program)))

const program = Effect.runFork(
  run(argv.slice(2)).pipe(
    Effect.provideService(Host, {
      environment,
      stdin,
      stdout,
      stderr,
      // Seen from the folder of the bundle's chunks.
      bundledData: new URL("../data/", import.meta.url),
      onSignal
    })
  )
)

program.addObserver((exit) => {
  if (exit._tag === "Success") process.exit(exit.value)
})
