import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Fiber } from "effect"
import { exitCodes } from "./exitCodes.ts"
import { Host, type Signal } from "./Host.ts"
import { run } from "./run.ts"

/** The exit code after each signal: 128 and the signal's number. */
const signalExitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }

const maxGoodbyeMillis = 500

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

let isHandled = (_signal: Signal): boolean => false

for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isHandled(signal)) return
    const code = signalExitCodes[signal]
    // A record that is being written is finished, unless its reader does not take it in time.
    setTimeout(() => process.exit(code), maxGoodbyeMillis).unref()
    void Effect.runPromise(Fiber.interrupt(program)).then(() => process.exit(code))
  })
}

const program = Effect.runFork(
  run(argv.slice(2)).pipe(
    Effect.provideService(Host, {
      environment,
      stdin,
      stdout,
      stderr,
      // Seen from the folder of the bundle's chunks.
      bundledData: new URL("../data/", import.meta.url),
      onSignal: (handle) => {
        isHandled = handle
      }
    })
  )
)

program.addObserver((exit) => {
  if (exit._tag === "Success") process.exit(exit.value)
})
