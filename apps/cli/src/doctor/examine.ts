import { Cause, Effect, Result } from "effect"
import { type CommandFailure, type Sentences, unforeseen, usageFailures } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { type SourceFlags } from "../flags/sourceFlags.ts"
import { Host } from "../Host.ts"
import { isLocal, openSource } from "../source/openSource.ts"
import { readProxies } from "../source/proxies.ts"
import { resolveSettings } from "../source/settings.ts"
import { readSettingsFile, settingsPath } from "../source/settingsFile.ts"
import { version } from "../version.ts"
import { configurationFinding, lookProblems } from "./configuration.ts"
import { type Finding, ok, problem, unknown } from "./Finding.ts"
import { keylessFindings, localFindings, serviceFindings } from "./service.ts"

const versions = ok(
  "versions",
  `public-records ${version} on Node.js ${process.version}, ${process.platform} ${process.arch}.`
)

/** Reads every setting, and what the flags, the environment and the file make of the source of records. */
const readConfiguration = Effect.fnUntraced(function* (flags: SourceFlags) {
  const { environment } = yield* Host
  const path = settingsPath(environment)
  const file = yield* Effect.result(readSettingsFile(path))
  const settings = yield* Effect.result(
    resolveSettings(
      flags,
      environment,
      Result.getOrElse(file, () => ({ path }))
    )
  )
  const proxies = yield* Effect.result(isLocal(flags) ? Effect.void : readProxies(environment))
  const source = yield* Effect.result(openSource(flags, { sampleWithoutKey: false }))
  return { file, settings, proxies, source }
})

type Configuration = Effect.Success<ReturnType<typeof readConfiguration>>

/** Everything that is wrong with the configuration, the lack of a key aside. */
const problemsOf = Effect.fnUntraced(function* ({ file, proxies, settings, source }: Configuration) {
  const read: ReadonlyArray<Result.Result<unknown, CommandFailure>> = [file, settings, proxies, source]
  const failures = read
    .flatMap((result) => (Result.isFailure(result) ? [result.failure] : []))
    .filter(({ exitCode }) => exitCode !== exitCodes.key)
  if (failures.length === 0) return []
  const look = Result.isSuccess(file) ? yield* lookProblems(file.success) : []
  const problems = failures.map(({ todo, what }): Sentences => [what, todo]).concat(look)
  // Opening the source stumbles over the first of the same problems.
  return Array.from(new Map(problems.map((sentences) => [sentences.join(" "), sentences])).values())
})

/** **Fails with** a usage failure if the settings cannot be used. */
const findingsOf = Effect.fnUntraced(function* (
  flags: SourceFlags
): Effect.fn.Return<ReadonlyArray<Finding>, CommandFailure, Host> {
  const { environment } = yield* Host
  const configuration = yield* readConfiguration(flags)
  const problems = yield* problemsOf(configuration)
  if (problems.length > 0) return yield* usageFailures(problems)
  const file = yield* Effect.fromResult(configuration.file)
  const settings = yield* Effect.fromResult(configuration.settings)
  const first = yield* configurationFinding(file, settings, environment)
  if (Result.isFailure(configuration.source)) {
    return [first, ...(yield* keylessFindings(configuration.source.failure, settings))]
  }
  const source = configuration.source.success
  if (isLocal(flags)) return [first, ...(yield* localFindings(source))]
  if (settings.redisUrl !== undefined) {
    const { checkRedis } = yield* Effect.promise(() => import("../source/sharedGuards.ts"))
    yield* checkRedis(settings.redisUrl)
  }
  const others = yield* serviceFindings(source, settings)
  return others.some(({ of }) => of === "configuration") ? others : [first, ...others]
})

/** A bug must not cost the report. */
const ofDefect = (defect: unknown): CommandFailure =>
  unforeseen(
    `The settings could not be examined: ${Cause.pretty(Cause.die(defect)).split("\n")[0]}.`,
    "Please report this as a bug."
  )

/** Examines the settings, the key and the service, one after the other. */
export const examine = (flags: SourceFlags): Effect.Effect<ReadonlyArray<Finding>, never, Host> =>
  findingsOf(flags).pipe(
    Effect.catchDefect((defect) => Effect.fail(ofDefect(defect))),
    Effect.catch((failure) =>
      Effect.succeed([
        problem("configuration", failure),
        ...unknown(["key", "reachability", "clock", "quota"], "Fix the configuration first.")
      ])
    ),
    Effect.map((findings) => [versions].concat(findings))
  )
