import { contentsText, needsSync, syncTexts } from "@public-records/answers/statusAnswer"
import { Effect, Option } from "effect"
import { existsSync } from "node:fs"
import { mirrorFailure } from "../CommandFailure.ts"
import { type LocalFlags, mirrorPlace } from "../source/namedSource.ts"
import { advice, ok, problem } from "./Finding.ts"

/** Reports the file of the mirror and its days. A mirror is optional: without one, returns `undefined` unless a setting names it. */
export const mirrorVerdict = (flags: LocalFlags) =>
  Effect.gen(function* () {
    const found = Option.getOrUndefined(yield* Effect.option(mirrorPlace(flags)))
    // The line about the configuration reports settings that cannot be read.
    if (found === undefined || (found.from === "default" && !existsSync(found.path))) return undefined
    const { from, path } = found
    const { openMirror } = yield* Effect.promise(() => import("../source/openLocal.ts"))
    const mirror = yield* openMirror(flags)
    const status = yield* Effect.mapError(mirror.status, mirrorFailure)
    const message = [`${path} (${from}) contains ${contentsText(status)}.`, ...syncTexts(status)].join(" ")
    return needsSync(status) ? advice(message, 'Run "public-records mirror sync" again.') : ok(message)
  }).pipe(
    Effect.catch((failure) => Effect.succeed(problem(failure))),
    Effect.scoped
  )
