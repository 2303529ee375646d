import { Mirror } from "@public-records/mirror"
import { type TuiOptions } from "@public-records/tui"
import { Context, Effect, Layer, type Scope, Stream } from "effect"
import { HttpClient } from "effect/http"
import { existsSync } from "node:fs"
import { type CommandFailure } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"
import { Host } from "../Host.ts"
import { settingSources } from "../settings/configurationFile.ts"
import { readSettings } from "../settings/userSettings.ts"
import { defaultMirrorPath, mirrorPlace, samplePlace } from "./namedSource.ts"
import { type OnWaiting, openLocal } from "./openLocal.ts"
import { openNetwork } from "./openService.ts"

/** Returns the mirror that the flags or the settings name, for the terminal UI. What it opens for reading stays open until the scope closes. */
export const ownMirror = Effect.fnUntraced(function* (
  flags: SourceFlags,
  onWaiting: OnWaiting
): Effect.fn.Return<TuiOptions["mirror"], CommandFailure, Host | Scope.Scope> {
  const host = yield* Host
  const context = yield* Effect.context<Host | Scope.Scope>()
  const settings = yield* readSettings(yield* settingSources(flags))
  const named = yield* mirrorPlace(flags)
  // The sample cannot be changed.
  const path = named.noun === "mirror" ? named.path : yield* defaultMirrorPath(host.environment)
  const opened = Effect.map(Layer.build(Mirror.layer({ file: path, access: "write", onWaiting })), Context.get(Mirror))
  return {
    path,
    exists: () => existsSync(path),
    open: openLocal({ noun: "mirror", path, from: named.from }, { onWaiting }).pipe(Effect.provide(context)),
    openSample: samplePlace("the sample").pipe(
      Effect.flatMap((sample) => openLocal(sample, { onWaiting })),
      Effect.provide(context)
    ),
    sync: (from) =>
      Stream.unwrap(Effect.map(opened, (mirror) => mirror.sync({ source: "files", from }))).pipe(
        Stream.provide(Layer.effect(HttpClient.HttpClient, openNetwork(settings))),
        Stream.provideService(Host, host)
      ),
    importFile: (file) => Stream.unwrap(Effect.map(opened, (mirror) => mirror.importFiles([file])))
  }
})
