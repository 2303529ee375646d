import { safeText } from "@public-records/text/safeText"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { type CommandFlags } from "../flags.ts"
import { type Environment, Host } from "../Host.ts"
import { write, writeReport } from "../output/StandardOutput.ts"
import { settingSources } from "../settings/configurationFile.ts"
import { defaultMirrorPath } from "../source/namedSource.ts"
import { nameSet } from "../network/proxies.ts"
import { shownProxy } from "../settings/secrets.ts"
import { keySettingOf, readSettings, settingNames, type Settings, shownSetting } from "../settings/userSettings.ts"

const shownVariable = (name: string, environment: Environment, show: (value: string) => string = String) => {
  const from = nameSet(environment, name)
  const value = environment[from] ?? ""
  return value === "" ? { name, value: "not set", from: "default" } : { name, value: show(value), from }
}

/** Returns every setting in the order of the documentation. **Gotchas** contains no part of a key or a password. */
const shownSettings = (settings: Settings, environment: Environment, defaultMirror: string) => [
  shownSetting("apiKey", keySettingOf(settings)),
  ...settingNames
    .filter((name) => !name.startsWith("apiKey"))
    .map((name) => shownSetting(name, settings(name), name === "mirror" ? defaultMirror : undefined)),
  shownVariable("HTTPS_PROXY", environment, shownProxy),
  shownVariable("HTTP_PROXY", environment, shownProxy),
  shownVariable("NO_PROXY", environment),
  shownVariable("NODE_EXTRA_CA_CERTS", environment)
]

const tableOf = (settings: ReturnType<typeof shownSettings>): string => {
  const rows = [{ name: "setting", value: "value", from: "from" }, ...settings]
  const widest = (column: "name" | "value"): number => Math.max(...rows.map((row) => row[column].length))
  const [names, values] = [widest("name"), widest("value")]
  return rows
    .map(({ name, value, from }) => `${safeText(`${name.padEnd(names)}  ${value.padEnd(values)}  ${from}`)}\n`)
    .join("")
}

export const config = Effect.fnUntraced(function* (flags: CommandFlags<"config">) {
  const { environment, stderr } = yield* Host
  const sources = yield* settingSources(flags)
  const { path, warning } = sources.file
  const settings = shownSettings(yield* readSettings(sources), environment, yield* defaultMirrorPath(environment))
  if (warning !== undefined) yield* write(stderr, `${safeText(warning.join(" "))}\n`)
  const exists = existsSync(path)
  const text = `${tableOf(settings)}\n${safeText(path)}: ${exists ? "read" : "not found"}\n`
  yield* writeReport(flags.format, { file: path, exists, settings }, text)
})
