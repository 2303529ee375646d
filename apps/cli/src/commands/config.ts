import { defaultBaseUrl } from "@public-records/core"
import { safeText } from "@public-records/text/safeText"
import { Duration, Effect } from "effect"
import { existsSync } from "node:fs"
import { type CommandFlags } from "../flags.ts"
import { type Environment, Host } from "../Host.ts"
import { write, writeReport } from "../output/StandardOutput.ts"
import { nameSet, proxyUrl } from "../source/proxies.ts"
import { defaultMirrorPath } from "../source/mirrorFile.ts"
import { resolveSettings, type Setting, type Settings } from "../source/settings.ts"
import { readSettingsFile, settingsPath, type SettingsFile } from "../source/settingsFile.ts"

const secret = "••••"

/** Returns a setting to print: its value, which is never a key or a password, and its source. */
const shown = <Value>(
  name: string,
  setting: Setting<Value> | undefined,
  text: (value: Value) => string,
  otherwise = "not set"
) =>
  setting === undefined
    ? { name, value: otherwise, from: "default" }
    : { name, value: text(setting.value), from: setting.from }

/** Masks the secrets in a URL. Masks any other string completely, because it may be a key or a password. */
const safeUrl = (text: string, url = URL.parse(text)): string => {
  if (url === null || !["http:", "https:"].includes(url.protocol)) return secret
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === ""
  return isPlain ? text : `${url.protocol}//${secret}@${url.host}`
}

const ofFile = (name: "theme" | "keys", { path, [name]: value }: SettingsFile) =>
  shown(name, value === undefined ? undefined : { value, from: `"${name}" in ${path}` }, JSON.stringify)

const ofNetwork = (name: string, environment: Environment, text: (value: string) => string = String) => {
  const from = nameSet(environment, name)
  const value = environment[from] ?? ""
  return shown(name, value === "" ? undefined : { value, from }, text)
}

const safeProxy = (text: string): string => safeUrl(text, proxyUrl(text) ?? null)

/** Returns every setting in the order of the documentation. **Gotchas** contains no part of a key or a password. */
const shownSettings = (settings: Settings, file: SettingsFile, environment: Environment, defaultMirror: string) => [
  shown("apiKey", settings.key, () => secret),
  shown("baseUrl", settings.baseUrl, (value) => safeUrl(value), defaultBaseUrl),
  shown("allowHttp", settings.allowHttp, String, "false"),
  shown("ca", settings.ca, String),
  shown("requestsPerHour", settings.requestsPerHour, String, "1000"),
  shown("maxRetryAfter", settings.maxRetryAfter, Duration.format, "2m"),
  shown("maxWait", settings.maxWait, Duration.format, "no limit"),
  shown("redisUrl", settings.redisUrl, () => secret),
  shown("mirror", settings.mirror, String, defaultMirror),
  ofFile("theme", file),
  ofFile("keys", file),
  ofNetwork("HTTPS_PROXY", environment, safeProxy),
  ofNetwork("HTTP_PROXY", environment, safeProxy),
  ofNetwork("NO_PROXY", environment),
  ofNetwork("NODE_EXTRA_CA_CERTS", environment)
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
  const path = yield* settingsPath(environment)
  const file = yield* readSettingsFile(path)
  const resolved = yield* resolveSettings(flags, environment, file)
  const settings = shownSettings(resolved, file, environment, yield* defaultMirrorPath(environment))
  if (file.warning !== undefined) yield* write(stderr, `${safeText(file.warning.join(" "))}\n`)
  const exists = existsSync(path)
  const text = `${tableOf(settings)}\n${safeText(path)}: ${exists ? "read" : "not found"}\n`
  yield* writeReport(flags.format, { file: path, exists, settings }, text)
})
