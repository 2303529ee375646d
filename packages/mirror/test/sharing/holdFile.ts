/** Holds a mirror as a writer does: `node holdFile.ts MIRROR MILLISECONDS`. Prints a line when it has it. */
import { Effect } from "effect"
import { MirrorFile } from "../../src/store/MirrorFile.ts"

const [, , path = "", millis = ""] = process.argv

const program = Effect.gen(function* () {
  const file = yield* MirrorFile.open(path, "write")
  yield* file.write(() =>
    Effect.andThen(
      Effect.sync(() => process.stdout.write("held\n")),
      Effect.sleep(Number(millis))
    )
  )
})

await Effect.runPromise(Effect.scoped(program))
