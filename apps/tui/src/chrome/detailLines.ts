import type { DetailField } from "../collection/CollectionDefinition.ts"
import { safeText } from "@public-records/text/safeText"
import { cut, fit, wrap } from "@public-records/text/fit"

const labelWidth = 12
const maxFieldText = 4000

const safe = (field: DetailField): DetailField => ({
  label: field.label,
  text: safeText(field.text.slice(0, maxFieldText))
})

/** Every field in full, wrapped to `width` cells. */
export const fullDetail = (fields: ReadonlyArray<DetailField>, width: number): ReadonlyArray<string> =>
  fields
    .map(safe)
    .flatMap(({ label, text }) =>
      wrap(text, width - labelWidth).map((line, place) => fit(place === 0 ? label : "", labelWidth) + line)
    )

/** Two fields beside each other, first down, then across, each cut to its half of `width` cells. */
export const shortDetail = (
  fields: ReadonlyArray<DetailField>,
  width: number,
  height: number
): ReadonlyArray<string> => {
  const half = Math.floor(width / 2)
  const inHalf = ({ label, text }: DetailField): string =>
    fit(fit(label, labelWidth) + cut(text, half - labelWidth - 1), half)
  const rows = Math.min(height, Math.ceil(fields.length / 2))
  return Array.from({ length: rows }, (_, row) =>
    [fields[row], fields[row + rows]].map((field) => (field === undefined ? "" : inHalf(safe(field)))).join("")
  )
}
