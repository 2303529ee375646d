import { safeText } from "@public-records/text/safeText"

type Value = string | number

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Escapes any text, also of strangers, for markup. */
const escaped = (value: Value): string =>
  typeof value === "number"
    ? String(Math.round(value * 10) / 10)
    : safeText(value).replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** Creates an element from safe markup. The attributes may have any values. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, Value>>,
  ...content: ReadonlyArray<string>
): string => {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`)
  return `<${name}${written.join("")}>${content.join("")}</${name}>`
}

/** Creates an element that contains a text. */
export const textElement = (name: string, attributes: Readonly<Record<string, Value>>, text: string): string =>
  element(name, attributes, escaped(text))
