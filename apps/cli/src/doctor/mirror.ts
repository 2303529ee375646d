import { counted } from "@public-records/text/counts"
import { Effect, Option } from "effect"
import { existsSync } from "node:fs"
import { mirrorFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"
import { mirrorPath } from "../source/mirrorFile.ts"
import { ok, problem } from "./Finding.ts"

/** Reports the file of the mirror and its days. A mirror is optional: without one, returns `undefined` unless a setting names it. */
export const mirrorVerdict = (flags: Pick<SourceFlags, "mirrorFile">) =>
  Effect.gen(function* () {
    const found = Option.getOrUndefined(yield* Effect.option(mirrorPath(flags)))
    // The line about the configuration reports settings that cannot be read.
    if (found === undefined || (found.from === "default" && !existsSync(found.path))) return undefined
    const { from, path } = found
    const { openMirror } = yield* Effect.promise(() => import("../source/openMirror.ts"))
    const mirror = yield* openMirror(flags)
    const { days, from: first, records, to } = yield* Effect.mapError(mirror.status, mirrorFailure)
    const range = first === null || to === null ? "" : ` from ${first} to ${to}`
    const contents = `${counted(records, "complaint", "complaints")}, ${counted(days, "day", "days")}${range}`
    return ok(`${path} (${from}) contains ${contents}.`)
  }).pipe(
    Effect.catch((failure) => Effect.succeed(problem(failure))),
    Effect.scoped
  )
