/** Adds lines to a file of the program one at a time, or reports that it holds the lock and keeps it. */
import { Effect } from "effect"
import { changeOwnFile } from "../src/platform/files.ts"

const [path = "", name = "", count = "hold"] = process.argv.slice(2)

const add = (line: string) => changeOwnFile(path, (content = "") => Effect.succeed(`${content}${line}\n`))

const hold = changeOwnFile(path, () => {
  process.stdout.write("held\n")
  return Effect.never
})

// A timer keeps the process alive while it holds the lock.
if (count === "hold") setInterval(() => undefined, 1000)
await Effect.runPromise(
  count === "hold"
    ? hold
    : Effect.forEach(
        Array.from({ length: Number(count) }, (_, n) => `${name}${n}`),
        add
      )
)
