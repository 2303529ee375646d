import { Effect, Result } from "effect"
import { type CommandFailure, exitCodes } from "../CommandFailure.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { type Environment, Host } from "../Host.ts"
import { resolveSettings, type Settings, strangeVariable } from "../Settings.ts"
import { readSettingsFile, type SettingsFile, settingsPath } from "../SettingsFile.ts"
import { openSource } from "../Source.ts"
import { version } from "../version.ts"
import { type Finding, halvesOf } from "./Finding.ts"
import { keylessFindings } from "./keylessFindings.ts"
import { localFindings } from "./localFindings.ts"
import { problemOf, serviceFindings, unknown } from "./serviceFindings.ts"

const versions: Finding = {
  of: "versions",
  verdict: "ok",
  found: `public-records ${version} on Node.js ${process.version}, ${process.platform} ${process.arch}.`
}

/** What is set, and where. */
interface Configured {
  readonly settings: Settings
  readonly file: SettingsFile
}

const configured = Effect.fnUntraced(function* (
  flags: SourceFlags
): Effect.fn.Return<Configured, CommandFailure, Host> {
  const { environment } = yield* Host
  const file = yield* readSettingsFile(settingsPath(environment))
  return { file, settings: yield* resolveSettings(flags, environment, file) }
})

const configurationFinding = ({ file, settings }: Configured, environment: Environment): Finding => {
  const { keys: _keys, path, theme: _theme, warning, ...members } = file
  const inFile = Object.keys(members).length === 0 ? `Nothing is set in ${path}` : `${path} can be used`
  const others = Object.values(settings).filter(({ from }) => !from.includes(path)).length
  const elsewhere =
    others === 0 ? "" : `, and ${others === 1 ? "1 setting" : `${others} settings`} by flags or the environment`
  const found = `${inFile}${elsewhere}.`
  const advice = warning ?? strangeVariable(environment)
  return advice === undefined
    ? { of: "configuration", verdict: "ok", found }
    : { of: "configuration", verdict: "advice", ...halvesOf(advice) }
}

/** Looks at the settings, the key and the service, one after the other; what cannot be seen is said to be unknown. */
export const examine = Effect.fnUntraced(function* (
  flags: SourceFlags
): Effect.fn.Return<ReadonlyArray<Finding>, never, Host> {
  const { environment } = yield* Host
  const isLocal = flags.demo || flags.data.length > 0
  const findings = Effect.gen(function* () {
    const set = yield* configured(flags)
    const opened = yield* Effect.result(openSource(flags, { sampleWithoutKey: false }))
    const configuration = configurationFinding(set, environment)
    if (Result.isSuccess(opened)) {
      const source = opened.success
      const others = yield* isLocal ? localFindings(source) : serviceFindings(source, set.settings)
      return others.some(({ of }) => of === "configuration") ? others : [configuration, ...others]
    }
    if (opened.failure.exitCode !== exitCodes.key) return yield* opened.failure
    return [configuration, ...(yield* keylessFindings(opened.failure, set.settings))]
  })
  const rest = unknown(["key", "reachability", "clock", "quota"], "The configuration comes first.")
  return [
    versions,
    ...(yield* findings.pipe(Effect.catch((failure) => Effect.succeed([problemOf("configuration", failure), ...rest]))))
  ]
})
