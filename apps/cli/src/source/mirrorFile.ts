import { mirrorVersion } from "@public-records/mirror"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { type MirrorSourceFlags, type SourceFlags } from "../flags.ts"
import { type Environment, Host } from "../Host.ts"
import { version } from "../version.ts"
import { mirrorSetting } from "./settings.ts"
import { readSettingsFile, settingsPath } from "./settingsFile.ts"

/** The value of `--mirror-file` for the bundled days. */
const sampleName = "sample"

/** Whether the records come from a mirror. */
export const usesMirror = ({ mirror, mirrorFile }: Partial<MirrorSourceFlags>): boolean =>
  mirror === true || mirrorFile !== undefined

/** The end of the message if only a mirror can answer a question. */
export const needsMirror =
  'A local mirror answers every combination of filters: create one with "public-records mirror import FILE", then add ' +
  "--mirror. To try it, add --mirror-file sample."

/** Returns `$XDG_DATA_HOME/public-records/mirror.db`, by default in `~/.local/share`. */
export const defaultMirrorPath = (environment: Environment): string => {
  const home = environment["XDG_DATA_HOME"] ?? ""
  const folder = home === "" ? join(environment["HOME"] ?? homedir(), ".local", "share") : home
  return join(folder, "public-records", "mirror.db")
}

/** Returns the path of the sample mirror of this version, in the folder for caches. Another version may write another format. */
const samplePath = (environment: Environment): string => {
  const home = environment["XDG_CACHE_HOME"] ?? ""
  const folder = home === "" ? join(environment["HOME"] ?? homedir(), ".cache") : home
  return join(folder, "public-records", `sample-mirror-${version}-${mirrorVersion}.db`)
}

/** Returns the file of the mirror, and its source. Does not look whether it exists. */
const namedMirror = Effect.fnUntraced(function* (flags: Pick<SourceFlags, "mirrorFile">) {
  const { environment } = yield* Host
  const setting = mirrorSetting(flags, environment, yield* readSettingsFile(settingsPath(environment)))
  const { from = "default", value = defaultMirrorPath(environment) } = setting ?? {}
  const isSample = value === sampleName
  return { path: isSample ? samplePath(environment) : value, from, isSample }
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
