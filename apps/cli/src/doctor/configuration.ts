import { readTextFile } from "@public-records/text/readTextFile"
import { Effect, Result } from "effect"
import { type Sentences, usageFailures } from "../CommandFailure.ts"
import { type Environment } from "../Host.ts"
import { unknownVariable } from "../source/environment.ts"
import { type Settings } from "../source/settings.ts"
import { type SettingsFile } from "../source/settingsFile.ts"
import { advice, type Finding, ok, problem } from "./Finding.ts"

/** Returns what is wrong with `theme` or `keys`. The terminal UI is loaded only if they are set. */
export const lookProblems = Effect.fnUntraced(function* ({
  keys,
  path,
  theme
}: SettingsFile): Effect.fn.Return<ReadonlyArray<Sentences>> {
  if (keys === undefined && theme === undefined) return []
  const { readTuiSettings } = yield* Effect.promise(() => import("@public-records/tui"))
  const read = readTuiSettings({ keys, theme })
  const todo = `Correct it in ${path}; the terminal UI does not start with it.`
  return Result.isFailure(read) ? [[read.failure, todo]] : []
})

/** Returns what is wrong with `NODE_EXTRA_CA_CERTS`, about which Node.js itself only prints a warning. */
const certificatesAdvice = Effect.fnUntraced(function* (
  environment: Environment
): Effect.fn.Return<Sentences | undefined> {
  const path = environment["NODE_EXTRA_CA_CERTS"] ?? ""
  if (path === "") return undefined
  const read = yield* Effect.result(readTextFile(path, { acceptsPipes: false }))
  if (Result.isSuccess(read) && read.success.text.includes("-----BEGIN CERTIFICATE-----")) return undefined
  const reason = Result.isFailure(read) ? read.failure.reason : "it contains no certificate in PEM form"
  return [`NODE_EXTRA_CA_CERTS names ${path}, which Node.js ignores: ${reason}.`, "Correct or unset it."]
})

const summary = (
  { keys: _keys, path, theme: _theme, warning: _warning, ...members }: SettingsFile,
  settings: Settings
) => {
  const inFile = Object.keys(members).length === 0 ? `Nothing is set in ${path}` : `${path} can be used`
  const others = Object.values(settings).filter((setting) => setting !== undefined && setting.isInFile !== true).length
  const elsewhere =
    others === 0 ? "" : `, and ${others === 1 ? "1 setting" : `${others} settings`} by flags or the environment`
  return `${inFile}${elsewhere}.`
}

/** Reports on settings that can be read: whether all of them can be used. */
export const configurationFinding = Effect.fnUntraced(function* (
  file: SettingsFile,
  settings: Settings,
  environment: Environment
): Effect.fn.Return<Finding> {
  const look = yield* lookProblems(file)
  if (look.length > 0) return problem("configuration", usageFailures(look))
  const hint = file.warning ?? unknownVariable(environment) ?? (yield* certificatesAdvice(environment))
  return hint === undefined ? ok("configuration", summary(file, settings)) : advice("configuration", hint)
})
