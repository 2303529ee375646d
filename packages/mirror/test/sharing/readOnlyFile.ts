/**
 * A process of `readOnly.test.ts`: asks a mirror each question, and prints the answers. It may write neither the file nor its folder, also if it was
 * started by a user who may write everything.
 */
import { Mirror } from "@public-records/mirror"
import { Effect } from "effect"
import { everyAnswer } from "./everyQuestion.ts"

const nobody = 65_534

const answers = Effect.provide(Effect.flatMap(Mirror, everyAnswer), Mirror.layer({ file: process.argv[2] ?? "" }))

if (process.getuid?.() === 0) {
  // Nobody may be unable to read the modules that a first question loads.
  await Effect.runPromise(answers)
  process.setuid?.(nobody)
}
process.stdout.write(await Effect.runPromise(answers))
