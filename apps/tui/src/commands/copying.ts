import { defaultBaseUrl } from "@public-records/core"
import { cut } from "@public-records/text/fit"
import { safeLines, safeText } from "@public-records/text/safeText"
import { Effect, Option } from "effect"
import { screenSourceAtom } from "../source/sourceAtoms.ts"
import { isLocalLink, noValue } from "../collection/tableColumns.ts"
import type { CopyableRecord } from "../collection/output.ts"
import type { Command } from "../keys/Command.ts"
import { webAddress } from "../platform/browser.ts"
import type { Copied } from "../platform/Platform.ts"
import { openMenu } from "../panels/menu.ts"
import type { Ui } from "../Ui.ts"

const widestShown = 40

const copiedMessage = (what: string, copied: Copied): string =>
  copied === "clipboard" ? `Copied ${what}.` : `Sent to your terminal's clipboard (OSC 52): ${what}.`

/** Copies text. Makes control characters visible, because the text may be pasted into a terminal. */
export const copy = (ui: Ui, what: string, text: string): void =>
  ui.runInBackground(Effect.map(ui.platform.copy(safeLines(text)), (copied) => copiedMessage(what, copied)))

/** Returns the reason why no record can be copied, or an empty string if there is one. */
const whyNoRecord = (ui: Ui): string => {
  if (Option.isSome(ui.collection.recordAtCursor(ui.registry))) return ""
  return ui.get(ui.collection.activityLabel) === ""
    ? "This row is not loaded, so there is nothing to copy."
    : "This row is still loading. Try again in a moment."
}

const withRecord = (use: (ui: Ui, record: CopyableRecord) => void) => (ui: Ui) => {
  Option.map(ui.collection.recordAtCursor(ui.registry), (record) => use(ui, record))
}

const copyShown = (ui: Ui, label: string, text: string): void => {
  if (text === noValue) return ui.notify("That field is empty.")
  copy(ui, `${label === "" ? "" : `${label.toLowerCase()} `}${cut(safeText(text), widestShown)}`, safeText(text))
}

/** Copies the cell in the chosen column. Opens a menu of all fields if no column is chosen or the record is open. */
const copyField = withRecord((ui, { fields, cell }) => {
  if (ui.session.panel === "table" && Option.isSome(cell)) return copyShown(ui, cell.value.label, cell.value.text)
  openMenu(ui, {
    title: "COPY A FIELD",
    items: fields.map(({ label, text }) => ({
      label: label === "" ? " " : label.toLowerCase(),
      hint: text,
      onSelect: () => copyShown(ui, label, text)
    }))
  })
})

const copyRecord = withRecord((ui, { json }) => copy(ui, "the record as JSON", json))

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns a request as a shell command without the key. For local records, the request is to the real service. */
export const curlOf = (baseUrl: string, request: string): string => {
  const service = (webAddress(baseUrl) ?? defaultBaseUrl).replace(/\/+$/, "")
  return `curl --globoff --header "X-Api-Key: $PUBLIC_RECORDS_API_KEY" ${quoted(`${service}/v0/${request}`)}`
}

/** Returns the reason why there is no request, or an empty string if the service has the filter. */
const whyNoRequest = (ui: Ui): string =>
  ui.collection.isAnsweredBy(ui.registry, "service")
    ? ""
    : "The service does not have this filter, so there is no such curl command."

const copyRequest = (ui: Ui): void => {
  const curl = curlOf(ui.get(screenSourceAtom).name, ui.collection.requestAtCursor(ui.registry))
  copy(ui, "the list as curl, for the service", curl)
}

/** Shows the address of the record before opening it. */
const browseRecord = withRecord((ui, { link }) => {
  if (isLocalLink(link ?? "")) return ui.notify("Local records have no web address.")
  const address = webAddress(link ?? "")
  if (address === undefined) return ui.notify("This record has no web address.")
  const open = (): void => ui.runInBackground(Effect.as(ui.platform.browse(address), "Opened in the browser."))
  openMenu(ui, {
    title: "OPEN IN THE BROWSER",
    intro: [address, "Opening it also requires an API key."],
    items: [
      { label: "open", onSelect: open },
      { label: "copy the address", onSelect: () => copy(ui, "the address", address) }
    ]
  })
})

const on = ["table", "detail"] as const

/** Commands that copy the record under the cursor, its request or its address. */
export const copying: ReadonlyArray<Command> = [
  { name: "copy-field", keys: ["y"], help: ["COPY & EXPORT", "copy a field"], on, when: whyNoRecord, run: copyField },
  { name: "copy-record", keys: ["Y"], help: ["COPY & EXPORT", "copy as JSON"], on, when: whyNoRecord, run: copyRecord },
  {
    name: "copy-curl",
    keys: ["c"],
    help: ["COPY & EXPORT", "copy as curl"],
    on,
    when: whyNoRequest,
    run: copyRequest
  },
  {
    name: "browse-record",
    keys: ["o"],
    help: ["COPY & EXPORT", "open in browser"],
    on,
    when: whyNoRecord,
    run: browseRecord
  }
]
