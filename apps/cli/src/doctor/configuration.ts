import { Effect, Result } from "effect"
import { exitCodes } from "../exitCodes.ts"
import { type Environment } from "../Host.ts"
import { readTextFile } from "@public-records/text/readTextFile"
import { type Settings, strangeVariable } from "../source/settings.ts"
import { type SettingsFile } from "../source/settingsFile.ts"
import { type Finding, halvesOf } from "./Finding.ts"

/** Every setting and its source, with the configuration file. */
export interface Configured {
  readonly settings: Settings
  readonly file: SettingsFile
}

/** Returns a sentence about `theme` or `keys` if the terminal UI cannot use them. It is loaded only if they are set. */
const lookProblem = Effect.fnUntraced(function* ({ keys, theme }: SettingsFile) {
  if (keys === undefined && theme === undefined) return undefined
  const { readTuiSettings } = yield* Effect.promise(() => import("@public-records/tui"))
  const read = readTuiSettings({ keys, theme })
  return Result.isFailure(read) ? read.failure : undefined
})

/** Returns a sentence about `NODE_EXTRA_CA_CERTS` if Node.js ignores it; Node.js itself only prints a warning. */
const certificatesProblem = Effect.fnUntraced(function* (environment: Environment) {
  const path = environment["NODE_EXTRA_CA_CERTS"] ?? ""
  if (path === "") return undefined
  const read = yield* Effect.result(readTextFile(path, { acceptsPipes: false }))
  const isUsed = Result.isSuccess(read) && read.success.text.includes("-----BEGIN CERTIFICATE-----")
  if (isUsed) return undefined
  const reason = Result.isFailure(read) ? read.failure.reason : "it contains no certificate in PEM form"
  return `NODE_EXTRA_CA_CERTS names ${path}, which Node.js ignores: ${reason}. Correct or unset it.`
})

const summary = ({ file, settings }: Configured): string => {
  const { keys: _keys, path, theme: _theme, warning: _warning, ...members } = file
  const inFile = Object.keys(members).length === 0 ? `Nothing is set in ${path}` : `${path} can be used`
  const others = Object.values(settings).filter(({ from }) => !from.includes(path)).length
  const elsewhere =
    others === 0 ? "" : `, and ${others === 1 ? "1 setting" : `${others} settings`} by flags or the environment`
  return `${inFile}${elsewhere}.`
}

/** Reports whether every setting can be used. */
export const configurationFinding = Effect.fnUntraced(function* (
  configured: Configured,
  environment: Environment
): Effect.fn.Return<Finding> {
  const { file } = configured
  const problem = yield* lookProblem(file)
  if (problem !== undefined) {
    const halves = halvesOf(`${problem} Correct it in ${file.path}; the terminal UI does not start with it.`)
    return { of: "configuration", verdict: "problem", ...halves, exitCode: exitCodes.usage }
  }
  const advice = file.warning ?? strangeVariable(environment) ?? (yield* certificatesProblem(environment))
  return advice === undefined
    ? { of: "configuration", verdict: "ok", found: summary(configured) }
    : { of: "configuration", verdict: "advice", ...halvesOf(advice) }
})
