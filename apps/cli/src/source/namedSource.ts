import { type QuerySource } from "@public-records/core"
import { Effect } from "effect"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type CommandFailure, usedTogether } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags.ts"
import { type Environment, Host } from "../Host.ts"
import { userFolder } from "../userFolder.ts"
import { settingSources } from "../settings/configurationFile.ts"
import { readSetting, sampleName } from "../settings/userSettings.ts"

/** The flags that name local records. */
export type LocalFlags = Partial<Pick<SourceFlags, "data" | "demo" | "mirror" | "mirrorFile">>

/** A file of the engine. `from` is the setting that names it. */
interface EngineFile<Noun> {
  readonly noun: Noun
  readonly path: string
  readonly from: string
}
export type MirrorPlace = EngineFile<"mirror"> | EngineFile<"sample">

/** Local records that are not open yet: a file of the engine, or files to read into memory. */
export type LocalPlace = MirrorPlace | { readonly noun: "data"; readonly paths: ReadonlyArray<string> }

/** The end of the message if only a mirror can answer a question. */
export const needsMirror =
  'A local mirror answers every combination of filters: create one with "public-records mirror sync", which needs no key, then add ' +
  "--mirror. To try it, add --mirror-file sample."

/** Returns the bundled sample. */
export const samplePlace = (from: string): Effect.Effect<MirrorPlace, never, Host> =>
  Effect.map(Host, ({ bundledData }) => ({
    noun: "sample",
    path: fileURLToPath(new URL("sample.duckdb", bundledData)),
    from
  }))

/** Returns `$XDG_DATA_HOME/public-records/mirror.duckdb`, by default in `~/.local/share`. */
export const defaultMirrorPath = (environment: Environment): Effect.Effect<string> =>
  Effect.map(userFolder("data", environment), (folder) => join(folder, "mirror.duckdb"))

/** Returns the mirror that the flags or the settings name, or the default one. It may not exist. */
export const mirrorPlace = Effect.fnUntraced(function* (
  flags: LocalFlags
): Effect.fn.Return<MirrorPlace, CommandFailure, Host> {
  const { environment } = yield* Host
  const setting = yield* readSetting("mirror", yield* settingSources(flags))
  if (setting?.value === sampleName) return yield* samplePlace(setting.from)
  const { from, value: path } = setting ?? { from: "default", value: yield* defaultMirrorPath(environment) }
  return { noun: "mirror", path, from }
})

/** Whether the flags name a mirror. */
export const namesMirror = ({ mirror, mirrorFile }: LocalFlags): boolean => mirror === true || mirrorFile !== undefined

/** Returns the local records that the flags name, or `undefined` for the service. **Fails** if they name two sources. */
export const namedLocal = Effect.fnUntraced(function* (
  flags: LocalFlags & Partial<Pick<SourceFlags, "baseUrl">>
): Effect.fn.Return<LocalPlace | undefined, CommandFailure, Host> {
  const { baseUrl, data = [], demo } = flags
  const [first, second] = [
    ...(namesMirror(flags) ? ["A mirror"] : []),
    ...(demo === true ? ["--demo"] : []),
    ...(data.length > 0 ? ["--data"] : []),
    ...(baseUrl === undefined ? [] : ["--base-url"])
  ]
  if (first !== undefined && second !== undefined) return yield* usedTogether(first, second)
  if (first === "--demo") return yield* samplePlace("--demo")
  if (first === "--data") return { noun: "data", paths: data }
  return first === "A mirror" ? yield* mirrorPlace(flags) : undefined
})

/** Returns which rules of queries apply to the source that the flags name. */
export const answeredBy = (flags: LocalFlags): Effect.Effect<QuerySource, CommandFailure, Host> =>
  Effect.map(namedLocal(flags), (place) => (place === undefined ? "service" : "local"))
