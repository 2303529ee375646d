import { defaultBaseUrl } from "@public-records/core"
import { Duration } from "effect"
import { type Environment } from "./Host.ts"
import { nameSet, proxyUrl } from "./source/proxies.ts"
import { type Setting, type Settings } from "./source/settings.ts"
import { type SettingsFile } from "./source/settingsFile.ts"

/** A setting as it is shown: its value, which is never a key or a password, and where it comes from. */
export interface ShownSetting {
  readonly name: string
  readonly value: string
  readonly from: string
}

const secret = "••••"
const fromDefault = "default"
const notSet = "not set"

const shown = <Value>(
  name: string,
  setting: Setting<Value> | undefined,
  text: (value: Value) => string,
  otherwise: string = notSet
): ShownSetting =>
  setting === undefined
    ? { name, value: otherwise, from: fromDefault }
    : { name, value: text(setting.value), from: setting.from }

/** A URL without what may be secret in it; what cannot be read as one may be a key, or hold a password. */
const safeUrl = (text: string, url = URL.parse(text)): string => {
  if (url === null || !["http:", "https:"].includes(url.protocol)) return secret
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === ""
  return isPlain ? text : `${url.protocol}//${secret}@${url.host}`
}

const inFile = (name: "theme" | "keys", file: SettingsFile): ShownSetting => {
  const value = file[name]
  return value === undefined
    ? { name, value: notSet, from: fromDefault }
    : { name, value: JSON.stringify(value), from: `"${name}" in ${file.path}` }
}

/** The variables that other programs heed too. */
const networkVariables = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"] as const

const ofNetwork = (name: (typeof networkVariables)[number], environment: Environment): ShownSetting => {
  const from = nameSet(environment, name)
  const text = environment[from] ?? ""
  if (text === "") return { name, value: notSet, from: fromDefault }
  const isProxy = name === "HTTPS_PROXY" || name === "HTTP_PROXY"
  return { name, value: isProxy ? safeUrl(text, proxyUrl(text) ?? null) : text, from }
}

/** Every setting in the order in which the documentation has them. **Gotchas** no part of a key or a password is in it. */
export const shownSettings = (
  settings: Settings,
  file: SettingsFile,
  environment: Environment
): ReadonlyArray<ShownSetting> => [
  shown("apiKey", settings.key, () => secret),
  shown("baseUrl", settings.baseUrl, (value) => safeUrl(value), defaultBaseUrl),
  shown("allowHttp", settings.allowHttp, String, "false"),
  shown("ca", settings.ca, String),
  shown("requestsPerHour", settings.requestsPerHour, String, "1000"),
  shown("maxRetryAfter", settings.maxRetryAfter, Duration.format, "2m"),
  shown("maxWait", settings.maxWait, Duration.format, "no limit"),
  shown("redisUrl", settings.redisUrl, () => secret),
  inFile("theme", file),
  inFile("keys", file),
  ...networkVariables.map((name) => ofNetwork(name, environment))
]
