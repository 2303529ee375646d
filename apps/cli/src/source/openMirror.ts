import { Mirror } from "@public-records/mirror"
import { Context, Effect, Layer, type Scope } from "effect"
import { safeText } from "@public-records/text/safeText"
import { type CommandFailure, mirrorFailure, usageFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { mirrorPath } from "./mirrorFile.ts"

/**
 * Opens the mirror that the flags or the settings name, until the scope closes. `write` also creates it. `onWaiting` gets a sentence when
 * another process has used the mirror for a second.
 */
export const openMirror = Effect.fnUntraced(function* (
  flags: Pick<SourceFlags, "mirrorFile">,
  use: "read" | "change" | "write" = "read",
  onWaiting?: (message: string) => void
): Effect.fn.Return<Mirror["Service"], CommandFailure, Host | Scope.Scope> {
  const { isSample, path } = yield* mirrorPath(flags)
  if (isSample && use !== "read") {
    return yield* usageFailure("The sample mirror cannot be changed.", "Name another file with --mirror-file.")
  }
  const { stderr } = yield* Host
  const options = {
    file: path,
    access: use === "write" ? "write" : "read",
    onWaiting: onWaiting ?? ((message: string) => void stderr.write(`${safeText(message)}\n`))
  } as const
  const context = yield* Effect.mapError(Layer.build(Mirror.layer(options)), mirrorFailure)
  return Context.get(context, Mirror)
})
