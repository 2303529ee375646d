import { Mirror } from "@public-records/mirror"
import { Context, Effect, Layer, type Scope } from "effect"
import { type CommandFailure, mirrorFailure, usageFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"
import { type Host } from "../Host.ts"
import { mirrorPath } from "./mirrorFile.ts"

/** Opens the mirror that the flags or the settings name, until the scope closes. `write` also creates it. */
export const openMirror = Effect.fnUntraced(function* (
  flags: Pick<SourceFlags, "mirrorFile">,
  use: "read" | "change" | "write" = "read"
): Effect.fn.Return<Mirror["Service"], CommandFailure, Host | Scope.Scope> {
  const { isSample, path } = yield* mirrorPath(flags)
  if (isSample && use !== "read") {
    return yield* usageFailure("The sample mirror cannot be changed.", "Name another file with --mirror-file.")
  }
  const access = use === "write" ? "write" : "read"
  const context = yield* Effect.mapError(Layer.build(Mirror.layer({ file: path, access })), mirrorFailure)
  return Context.get(context, Mirror)
})
