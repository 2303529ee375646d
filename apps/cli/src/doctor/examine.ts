import { Cause, Effect, Result } from "effect"
import { type CommandFailure, unforeseen } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { Host } from "../Host.ts"
import { resolveSettings } from "../source/settings.ts"
import { readSettingsFile, settingsPath } from "../source/settingsFile.ts"
import { openSource } from "../source/openSource.ts"
import { version } from "../version.ts"
import { type Configured, configurationFinding } from "./configuration.ts"
import { type Finding } from "./Finding.ts"
import { keylessFindings } from "./keylessFindings.ts"
import { localFindings } from "./localFindings.ts"
import { problemOf, serviceFindings, unknown } from "./serviceFindings.ts"

const versions: Finding = {
  of: "versions",
  verdict: "ok",
  found: `public-records ${version} on Node.js ${process.version}, ${process.platform} ${process.arch}.`
}

const configured = Effect.fnUntraced(function* (
  flags: SourceFlags
): Effect.fn.Return<Configured, CommandFailure, Host> {
  const { environment } = yield* Host
  const file = yield* readSettingsFile(settingsPath(environment))
  return { file, settings: yield* resolveSettings(flags, environment, file) }
})

/** **Fails with** a usage failure if the settings name a Redis that cannot be reached. */
const redisChecked = Effect.fnUntraced(function* ({ settings: { redisUrl } }: Configured) {
  if (redisUrl === undefined) return
  const { checkRedis } = yield* Effect.promise(() => import("../source/sharedGuards.ts"))
  yield* checkRedis(redisUrl)
})

/** Something that nobody foresaw must not cost the report. */
const defectFailure = (defect: unknown): CommandFailure =>
  unforeseen(
    `The settings could not be examined: ${Cause.pretty(Cause.die(defect)).split("\n")[0]}. Please report this as a bug.`
  )

/** Looks at the settings, the key and the service, one after the other; what cannot be seen is said to be unknown. */
export const examine = Effect.fnUntraced(function* (
  flags: SourceFlags
): Effect.fn.Return<ReadonlyArray<Finding>, never, Host> {
  const { environment } = yield* Host
  const isLocal = flags.demo || flags.data.length > 0
  const findings = Effect.gen(function* () {
    const set = yield* configured(flags)
    const opened = yield* Effect.result(openSource(flags, { sampleWithoutKey: false }))
    const configuration = yield* configurationFinding(set, environment)
    if (Result.isSuccess(opened)) {
      if (!isLocal) yield* redisChecked(set)
      const source = opened.success
      const others = yield* isLocal ? localFindings(source) : serviceFindings(source, set.settings)
      return others.some(({ of }) => of === "configuration") ? others : [configuration, ...others]
    }
    if (opened.failure.exitCode !== exitCodes.key) return yield* opened.failure
    return [configuration, ...(yield* keylessFindings(opened.failure, set.settings))]
  })
  const rest = unknown(["key", "reachability", "clock", "quota"], "Fix the configuration first.")
  return [
    versions,
    ...(yield* findings.pipe(
      Effect.catchDefect((defect) => Effect.fail(defectFailure(defect))),
      Effect.catch((failure) => Effect.succeed([problemOf("configuration", failure), ...rest]))
    ))
  ]
})
