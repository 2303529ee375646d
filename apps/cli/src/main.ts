import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Fiber } from "effect"
import { exitCodes } from "./CommandFailure.ts"
import { Host } from "./Host.ts"
import { ProgramSignals, signalExitCodes } from "./ProgramSignals.ts"
import { runArguments } from "./runArguments.ts"

const longestGoodbyeMillis = 500

// What ends without a code of its own has gone wrong.
process.exitCode = exitCodes.unforeseen

const { argv, env: environment, stdin, stdout, stderr } = process

// Ink looks at FORCE_COLOR only.
if ((environment["NO_COLOR"] ?? "") !== "") environment["FORCE_COLOR"] = "0"

// Writes report their errors themselves; without a listener a reader that went away would end the program with a trace.
for (const stream of [stdout, stderr]) stream.on("error", () => undefined)

// A file that may not grow any more is the failure of a write, and not the end of the program.
process.on("SIGXFSZ", () => undefined)

// Node.js 22 and 23 print that their SQLite is experimental. This program uses it only to lock files.
process.removeAllListeners("warning").on("warning", ({ message, name }) => {
  if (name !== "ExperimentalWarning" || !message.startsWith("SQLite")) stderr.write(`${name}: ${message}\n`)
})

const signals = new ProgramSignals((signal) => {
  const code = signalExitCodes[signal]
  // A record that is half written is finished, if its reader takes it at all.
  setTimeout(() => process.exit(code), longestGoodbyeMillis).unref()
  void Effect.runPromise(Fiber.interrupt(program)).then(() => process.exit(code))
})

const program = Effect.runFork(
  runArguments(argv.slice(2)).pipe(
    Effect.provideService(Host, {
      environment,
      stdin,
      stdout,
      stderr,
      // Seen from the folder of the bundle's chunks.
      bundledData: new URL("../data/", import.meta.url),
      onSignal: signals.answerWith
    })
  )
)

program.addObserver((exit) => {
  if (exit._tag === "Success") process.exit(exit.value)
})
