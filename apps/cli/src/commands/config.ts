import { Effect } from "effect"
import { existsSync } from "node:fs"
import { safeText } from "@public-records/text/safeText"
import { type CommandFailure } from "../CommandFailure.ts"
import { type ConfigFlags } from "../flags/reportFlags.ts"
import { Host } from "../Host.ts"
import { printedJson } from "../output/printedJson.ts"
import { type ReaderGone, write } from "../output/StandardOutput.ts"
import { resolveSettings } from "../source/settings.ts"
import { readSettingsFile, settingsPath } from "../source/settingsFile.ts"
import { type ShownSetting, shownSettings } from "../SettingsReport.ts"

const tableOf = (settings: ReadonlyArray<ShownSetting>): string => {
  const rows = [{ name: "setting", value: "value", from: "from" }, ...settings]
  const widest = (column: "name" | "value"): number => Math.max(...rows.map((row) => row[column].length))
  const [names, values] = [widest("name"), widest("value")]
  return rows
    .map(({ name, value, from }) => `${safeText(`${name.padEnd(names)}  ${value.padEnd(values)}  ${from}`)}\n`)
    .join("")
}

/** `public-records config` */
export const config = Effect.fnUntraced(function* (
  flags: ConfigFlags
): Effect.fn.Return<void, CommandFailure | ReaderGone, Host> {
  const { environment, stdout, stderr } = yield* Host
  const path = settingsPath(environment)
  const file = yield* readSettingsFile(path)
  const settings = shownSettings(yield* resolveSettings(flags, environment, file), file, environment)
  if (file.warning !== undefined) yield* write(stderr, `${safeText(file.warning)}\n`)
  const isThere = existsSync(path)
  yield* write(
    stdout,
    flags.format === "json"
      ? `${printedJson({ file: path, isThere, settings }, stdout, 2)}\n`
      : `${tableOf(settings)}\n${safeText(path)}: ${isThere ? "read" : "not there"}\n`
  )
})
