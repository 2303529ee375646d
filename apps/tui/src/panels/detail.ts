import { padLines, frame, type Lines } from "../drawing/frame.ts"
import { cut, fit, wrap } from "@public-records/text/fit"
import { safeText } from "@public-records/text/safeText"
import type { DetailField } from "../collection/CollectionDefinition.ts"
import { rowLabel } from "../drawing/counts.ts"
import { type Panel, scrolling, type View } from "./Panel.ts"

const labelWidth = 12
const maxFieldText = 4000
const frameLines = 2
const notLoaded = "This record is not loaded."

const safe = ({ label, text }: DetailField): DetailField => ({ label, text: safeText(text.slice(0, maxFieldText)) })

/** Returns all fields, wrapped to `width` cells. */
const fullDetail = (fields: ReadonlyArray<DetailField>, width: number): ReadonlyArray<string> =>
  fields.length === 0
    ? [notLoaded]
    : fields
        .map(safe)
        .flatMap(({ label, text }) =>
          wrap(text, width - labelWidth).map((line, place) => fit(place === 0 ? label : "", labelWidth) + line)
        )

/** Returns the fields in two columns, each truncated to half of `width`. */
const shortDetail = (fields: ReadonlyArray<DetailField>, width: number, height: number): ReadonlyArray<string> => {
  if (fields.length === 0) return [notLoaded]
  const half = Math.floor(width / 2)
  const inHalf = ({ label, text }: DetailField): string =>
    fit(fit(label, labelWidth) + cut(text, half - labelWidth - 1), half)
  const rows = Math.min(height, Math.ceil(fields.length / 2))
  return Array.from({ length: rows }, (_, row) =>
    [fields[row], fields[row + rows]].map((field) => (field === undefined ? "" : inHalf(safe(field)))).join("")
  )
}

const caveatLines = (caveat: string, width: number): ReadonlyArray<string> =>
  caveat === "" ? [] : wrap(`⚠ ${caveat}`, width)

/** Draws the record under the cursor, below the table. */
export const paneBelow = ({ get, width, collection }: View, height: number): Lines => {
  const caveat = caveatLines(collection.caveat, width - 4)
  const room = height - frameLines - caveat.length
  const text = shortDetail(get(collection.detail), width - 4, room)
  const lines = [...padLines(text, room, ""), ...caveat]
  return frame(width, "DETAIL · Enter open · d hide", "", lines)
}

/** Draws the record under the cursor, next to the table. */
export const paneBeside = ({ get, collection }: View, width: number, height: number): Lines => {
  const caveat = caveatLines(collection.caveat, width - 4)
  const room = height - frameLines
  const fieldRoom = Math.max(1, room - caveat.length)
  const text = fullDetail(get(collection.detail), width - 4)
  const isCut = text.length > fieldRoom
  const shown = isCut ? [...text.slice(0, fieldRoom - 1), "… press Enter to show all"] : text
  const lines = padLines([...padLines(shown, fieldRoom, ""), ...caveat], room, "")
  return frame(width, "DETAIL · Enter open · d hide", "", lines)
}

const wholeRecord = scrolling(({ get, width, collection }) => {
  const fields = fullDetail(get(collection.detail), width - 4)
  const caveat = caveatLines(collection.caveat, width - 4)
  const lines = caveat.length === 0 ? fields : [...fields, "", ...caveat]
  return {
    title: `${collection.noun.toUpperCase()} · ${rowLabel(get(collection.view).cursor, get(collection.summary))}`,
    lines,
    keys: "← → records · Esc back",
    more: (first, last) => `lines ${first} to ${last} of ${lines.length}`
  }
})

/** The open record, instead of the table. */
export const detail: Panel = {
  ...wholeRecord,
  keys: { enter: (ui) => ui.showBasePanel(ui.session.basePanel) },
  back: (ui) => ui.showBasePanel(ui.session.basePanel)
}
