const text = { type: "string" }
const emptyList = { type: "array", maxItems: 0 }

const strings = (...names: ReadonlyArray<string>) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text]))
})

const attributes = strings(
  "company-phone-number",
  "created-date",
  "violation-date",
  "consumer-city",
  "consumer-state",
  "consumer-area-code",
  "subject",
  "recorded-message-or-robocall"
)

const complaint = {
  type: "object",
  properties: { type: text, id: text, attributes, relationships: emptyList, meta: emptyList, links: strings("self") }
}

const meta = {
  type: "object",
  properties: { "records-this-page": { type: "integer" }, "records-total": { type: "integer" } }
}

/** The schema of a response, from which Fastify generates a function that writes its JSON. */
export const responseSchema = {
  type: "object",
  properties: { data: { type: "array", items: complaint }, meta, links: strings("self") }
}
