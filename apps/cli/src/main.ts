import { Effect, Fiber } from "effect"
import { runCommandLine } from "./commandLine.ts"
import { exitCodes } from "./exitCodes.ts"
import { Host } from "./Host.ts"
import { endOnSignals } from "./signals.ts"

// The exit code if the program ends unexpectedly, without an exit code.
process.exitCode = exitCodes.unexpected

const { argv, env: environment, stdout, stderr } = process

// Ink ignores NO_COLOR and reads FORCE_COLOR.
if ((environment["NO_COLOR"] ?? "") !== "") environment["FORCE_COLOR"] = "0"

// Each write handles its own errors. Without a listener, a closed pipe would end the program with a stack trace.
for (const stream of [stdout, stderr]) stream.on("error", () => undefined)

// With a listener, a write that exceeds the file size limit fails instead of ending the program.
process.on("SIGXFSZ", () => undefined)

// Hides the warning of Node.js 22 that SQLite is experimental. The locks of exports and syncs load it. Only its text distinguishes it from
// other warnings.
process.removeAllListeners("warning").on("warning", ({ message, name }) => {
  if (name !== "ExperimentalWarning" || !message.startsWith("SQLite")) stderr.write(`${name}: ${message}\n`)
})

const onSignal: Host["Service"]["onSignal"] = endOnSignals(() => Effect.runPromise(Fiber.interrupt(program)))

const program = Effect.runFork(
  runCommandLine(argv.slice(2)).pipe(
    Effect.provideService(Host, {
      environment,
      // Most commands do not read it, and Node.js opens it when it is first used.
      get stdin() {
        return process.stdin
      },
      stdout,
      stderr,
      // Relative to the folder of the bundle's chunks.
      bundledData: new URL("../data/", import.meta.url),
      onSignal
    })
  )
)

program.addObserver((exit) => {
  if (exit._tag === "Success") process.exit(exit.value)
})
