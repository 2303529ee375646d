import { readTextFile } from "@public-records/text/readTextFile"
import { Cause, Effect, Result } from "effect"
import { type CommandFlags } from "../flags.ts"
import { type CommandFailure, type Sentences, unexpected, usageFailure, usageFailures } from "../CommandFailure.ts"
import { exitCodes } from "../exitCodes.ts"
import { type Environment, Host } from "../Host.ts"
import { unknownVariable } from "../settings/environment.ts"
import { connect } from "../source/openService.ts"
import { noProxyProblem, readProxies } from "../network/proxies.ts"
import { configurationPath, readConfigurationFile } from "../settings/configurationFile.ts"
import {
  type ConfigurationFile,
  readSetting,
  readSettings,
  type SettingName,
  settingNames,
  type Settings,
  type SettingSources
} from "../settings/userSettings.ts"
import { version } from "../version.ts"
import { mirrorVerdict } from "./mirrorVerdict.ts"
import { advice, findingsIn, ok, otherwise, problem } from "./Finding.ts"
import { serviceVerdicts } from "./serviceVerdicts.ts"

type Flags = CommandFlags<"doctor">

const versions = ok(`public-records ${version} on Node.js ${process.version}, ${process.platform} ${process.arch}.`)

/** Returns the problem with `theme` or `keys`, if any. Loads the terminal UI only if one of them is set. */
const appearanceProblem = Effect.fnUntraced(function* (sources: SettingSources) {
  const read = <Name extends SettingName>(name: Name) =>
    Effect.orElseSucceed(readSetting(name, sources), () => undefined)
  const given = { keys: (yield* read("keys"))?.value, theme: (yield* read("theme"))?.value }
  if (given.keys === undefined && given.theme === undefined) return undefined
  const { readTuiSettings } = yield* Effect.promise(() => import("@public-records/tui"))
  const appearance = readTuiSettings(given)
  if (Result.isSuccess(appearance)) return undefined
  return [
    appearance.failure,
    `Correct it in ${sources.file.path}. Until then, the terminal UI does not start.`
  ] as const
})

/** Returns the problem with `NODE_EXTRA_CA_CERTS`, if any. Node.js itself only prints a warning. */
const certificatesAdvice = Effect.fnUntraced(function* (environment: Environment) {
  const path = environment["NODE_EXTRA_CA_CERTS"] ?? ""
  if (path === "") return undefined
  const read = yield* Effect.result(readTextFile(path, { acceptsPipes: false }))
  if (Result.isSuccess(read) && read.success.text.includes("-----BEGIN CERTIFICATE-----")) return undefined
  const reason = Result.isFailure(read) ? read.failure.reason : "it contains no certificate in PEM format"
  return [`NODE_EXTRA_CA_CERTS names ${path}, which Node.js ignores: ${reason}.`, "Correct or unset it."] as const
})

const settingsSummary = ({ members, path }: ConfigurationFile, settings: Settings) => {
  const inFile = Object.keys(members).length === 0 ? `No settings in ${path}` : `${path} is valid`
  const others = settingNames.filter((name) => settings(name) !== undefined && settings(name)?.isInFile !== true).length
  const elsewhere =
    others === 0 ? "" : `, and ${others === 1 ? "1 setting" : `${others} settings`} from flags or the environment`
  return `${inFile}${elsewhere}.`
}

/** Opens the service without a key. Requests are sent without the placeholder. */
const withPlaceholder = { suggestsDemo: false, typedKey: "none" }

/** Runs the diagnostics. **Fails with** a usage failure that names all problems of the settings, except a missing key. */
const verdictsOf = Effect.fnUntraced(function* (flags: Flags) {
  const { environment } = yield* Host
  const path = yield* configurationPath(environment)
  const file = yield* Effect.result(readConfigurationFile(path))
  const readable = Result.getOrElse(file, (): ConfigurationFile => ({ path, members: {} }))
  const sources = { flags, environment, file: readable }
  const settings = yield* Effect.result(readSettings(sources))
  const proxies = yield* Effect.result(Effect.asVoid(readProxies(environment)))
  const source = yield* Effect.result(connect(flags, { suggestsDemo: false }))
  const appearance = yield* appearanceProblem(sources)
  const read: ReadonlyArray<Result.Result<unknown, CommandFailure>> = [file, settings, proxies, source]
  const failures = read
    .flatMap((result) => (Result.isFailure(result) ? [result.failure] : []))
    .filter(({ exitCode }) => exitCode !== exitCodes.key)
  if (failures.length > 0 || Result.isFailure(settings)) {
    const problems = failures
      .map(({ fix, summary }): Sentences => [summary, fix])
      .concat(appearance ? [appearance] : [])
    // Removes duplicates: opening the source fails with one of the other problems.
    const distinct = new Map(problems.map((sentences) => [sentences.join(" "), sentences]))
    return yield* usageFailures(Array.from(distinct.values()))
  }
  const known = settings.success
  const hint =
    readable.warning ??
    unknownVariable(environment) ??
    noProxyProblem(environment) ??
    (yield* certificatesAdvice(environment))
  const usable = hint === undefined ? ok(settingsSummary(readable, known)) : advice(...hint)
  const configuration = appearance === undefined ? usable : problem(usageFailure(...appearance))
  const missing = Result.isFailure(source) ? source.failure : undefined
  const opened = Result.isSuccess(source) ? source.success : yield* connect(flags, withPlaceholder)
  const redisUrl = known("redisUrl")
  if (redisUrl !== undefined) {
    const { checkRedis } = yield* Effect.promise(() => import("../network/redis.ts"))
    yield* checkRedis(redisUrl)
  }
  return { configuration, ...(yield* serviceVerdicts(opened, known, missing)) }
})

export const runDiagnostics = (flags: Flags) =>
  Effect.scoped(verdictsOf(flags)).pipe(
    // A bug must not prevent the report.
    Effect.catchDefect((defect) => {
      const [line] = Cause.pretty(Cause.die(defect)).split("\n")
      return Effect.fail(unexpected(`Internal error: ${line}.`, "Please report it."))
    }),
    Effect.catch((failure) =>
      Effect.succeed(otherwise({ configuration: problem(failure) }, "Fix the configuration first."))
    ),
    Effect.flatMap((verdicts) =>
      Effect.map(mirrorVerdict(flags), (mirror) =>
        findingsIn({ ...verdicts, versions, ...(mirror === undefined ? {} : { mirror }) })
      )
    )
  )
