import { defaultBaseUrl } from "@public-records/core"
import { Effect, Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { originAtom } from "../AppLayer.ts"
import { noValue } from "../collection/columns.ts"
import { cut } from "@public-records/text/fit"
import type { TakenRecord } from "../collection/takingVerbs.ts"
import { leadsNowhere } from "../collection/recordLink.ts"
import { webAddress } from "../outside/browser.ts"
import { type Copied, outsideAtom } from "../outside/Outside.ts"
import { openMenu } from "../overlays/menu.ts"
import { safeLines, safeText } from "@public-records/text/safeText"
import { activeCollection, note, sessionAtom } from "../session.ts"
import { errand } from "./errand.ts"

type Registry = AtomRegistry.AtomRegistry

const notLoaded = "This row is not loaded: there is nothing to take."
const stillLoading = "This row is not here yet: press again when it is."

const went = (what: string, copied: Copied): string => {
  if (copied === "clipboard") return `Copied ${what}.`
  return `Given to ${copied === "tmux" ? "tmux and its terminal" : "your terminal (OSC 52)"}: ${what}.`
}

/** Everything that is copied goes through here: it may be pasted into a terminal, so nothing in it acts on one. */
const copy = (registry: Registry, what: string, text: string): void =>
  errand(
    registry,
    Effect.map(registry.get(outsideAtom).copy(safeLines(text)), (copied) => went(what, copied))
  )

const widestShown = 40

const withRecord = (registry: Registry, use: (record: TakenRecord) => void): void => {
  const collection = activeCollection(registry)
  Option.match(collection.recordAtCursor(registry), {
    onNone: () => note(registry, registry.get(collection.doing) === "" ? notLoaded : stillLoading),
    onSome: use
  })
}

const offerFields = (registry: Registry, fields: TakenRecord["fields"]): void =>
  openMenu(registry, {
    title: "COPY A FIELD",
    intro: [],
    offers: fields.map(({ label, text }) => ({
      label: label === "" ? " " : label.toLowerCase(),
      remark: text,
      take: () => copyShown(registry, label, text)
    }))
  })

/** What is copied is what is shown, so nothing in it acts. */
const copyShown = (registry: Registry, label: string, text: string): void => {
  if (text === noValue) return note(registry, "There is nothing in that field.")
  copy(registry, `${label === "" ? "" : `${label.toLowerCase()} `}${cut(safeText(text), widestShown)}`, safeText(text))
}

/** Copies the cell in the chosen column; before one is chosen, and in the whole record, offers every field. */
export const copyField = (registry: Registry): void =>
  withRecord(registry, ({ fields, cell }) => {
    const isTable = registry.get(sessionAtom).mode === "table"
    if (isTable && Option.isSome(cell)) return copyShown(registry, cell.value.label, cell.value.text)
    offerFields(registry, fields)
  })

/** Copies the record under the cursor as JSON. */
export const copyRecord = (registry: Registry): void =>
  withRecord(registry, ({ json }) => copy(registry, "the record as JSON", json))

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The service behind sample data and files is the real one: that is where the request makes sense elsewhere. */
const serviceOf = (baseUrl: string): string => webAddress(baseUrl) ?? defaultBaseUrl

/** A request as a line of shell. The key stays in the variable that holds it. */
export const curlOf = (baseUrl: string, request: string): string =>
  `curl --globoff --header "X-Api-Key: $PUBLIC_RECORDS_API_KEY" ${quoted(
    `${serviceOf(baseUrl).replace(/\/+$/, "")}/v0/${request}`
  )}`

/** Copies the request for the page under the cursor. */
export const copyRequest = (registry: Registry): void => {
  const { baseUrl } = registry.get(originAtom)
  const curl = curlOf(baseUrl, activeCollection(registry).requestAtCursor(registry))
  copy(registry, "the request as curl, without the key", curl)
}

/** Shows the address of the record under the cursor, to be opened in a browser or copied. */
export const browseRecord = (registry: Registry): void =>
  withRecord(registry, ({ link }) => {
    if (leadsNowhere(link ?? "")) return note(registry, "Records of local data have no address on the web.")
    const address = webAddress(link ?? "")
    if (address === undefined) return note(registry, "This record has no address.")
    openMenu(registry, {
      title: "OPEN IN THE BROWSER",
      intro: [address, "The service asks for a key there too."],
      offers: [
        {
          label: "open",
          remark: "",
          take: () => errand(registry, Effect.as(registry.get(outsideAtom).browse(address), "Opened in the browser."))
        },
        { label: "copy the address", remark: "", take: () => copy(registry, "the address", address) }
      ]
    })
  })
