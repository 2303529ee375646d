/** Reports that it adds lines to a file of the program and adds them one at a time, or reports that it holds the lock and keeps it. */
import { Effect } from "effect"
import { changeOwnFile } from "../src/platform/files.ts"

const [path = "", name = "", count = "hold"] = process.argv.slice(2)

const add = (line: string) => changeOwnFile(path, (content = "") => Effect.succeed(`${content}${line}\n`))

const report = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const hold = changeOwnFile(path, () => Effect.andThen(report("held"), Effect.never))

const lines = Array.from({ length: Number(count) }, (_, n) => `${name}${n}`)

// A timer keeps the process alive while it holds the lock.
if (count === "hold") setInterval(() => undefined, 1000)
await Effect.runPromise(count === "hold" ? hold : Effect.andThen(report("adding"), Effect.forEach(lines, add)))
