import { mirrorVersion } from "@public-records/mirror"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type MirrorSourceFlags, type SourceFlags } from "../flags.ts"
import { type Environment, Host } from "../Host.ts"
import { userFolder } from "../userFolder.ts"
import { version } from "../version.ts"
import { settingSources } from "./configurationFile.ts"
import { readSetting, sampleName } from "./userSettings.ts"

/** Whether the records come from a mirror. */
export const usesMirror = ({ mirror, mirrorFile }: Partial<MirrorSourceFlags>): boolean =>
  mirror === true || mirrorFile !== undefined

/** The end of the message if only a mirror can answer a question. */
export const needsMirror =
  'A local mirror answers every combination of filters: create one with "public-records mirror import FILE", then add ' +
  "--mirror. To try it, add --mirror-file sample."

/** Returns `$XDG_DATA_HOME/public-records/mirror.duckdb`, by default in `~/.local/share`. */
export const defaultMirrorPath = (environment: Environment): Effect.Effect<string> =>
  Effect.map(userFolder("data", environment), (folder) => join(folder, "mirror.duckdb"))

/** Returns the path of the sample mirror of this version, in the folder for caches. Another version may write another format. */
const samplePath = (environment: Environment): Effect.Effect<string> =>
  Effect.map(userFolder("cache", environment), (folder) =>
    join(folder, `sample-mirror-${version}-${mirrorVersion}.duckdb`)
  )

/** Returns the file of the mirror, and its source. Does not look whether it exists. */
const namedMirror = Effect.fnUntraced(function* (flags: Pick<SourceFlags, "mirrorFile">) {
  const { environment } = yield* Host
  const setting = yield* readSetting("mirror", yield* settingSources(flags))
  const { from, value } = setting ?? { from: "default", value: yield* defaultMirrorPath(environment) }
  const isSample = value === sampleName
  return { path: isSample ? yield* samplePath(environment) : value, from, isSample }
})

/** Returns the file of the mirror, and its source. Creates the sample mirror if it is named. */
export const mirrorPath = Effect.fnUntraced(function* (flags: Pick<SourceFlags, "mirrorFile">) {
  const named = yield* namedMirror(flags)
  if (named.isSample && !existsSync(named.path)) {
    const { createSample } = yield* Effect.promise(() => import("./sampleMirror.ts"))
    yield* createSample(named.path)
  }
  return named
})

/** Whether the mirror that the flags or the settings name exists. */
export const mirrorExists = (flags: Pick<SourceFlags, "mirrorFile">) =>
  Effect.map(namedMirror(flags), ({ path }) => existsSync(path))
