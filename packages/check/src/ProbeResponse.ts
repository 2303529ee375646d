import { Predicate } from "effect"

/** Response of the service to one probe. The API key is masked in all fields. */
export interface ProbeResponse {
  /** Method, path and query of the request. */
  readonly request: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** Parsed JSON body, or `undefined` if the body is not valid JSON. */
  readonly body: unknown
}

/** Record as it was received, before its format is checked. */
export interface WireRecord {
  readonly id: string
  readonly whole: unknown
}

/** Returns the value at a path of members, or `undefined` if the path does not exist. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, name) => (Predicate.hasProperty(inner, name) ? inner[name] : undefined), value)

/** Returns the string at a path of members, or `""` if the value is not a string. */
export const textAt = (value: unknown, ...path: ReadonlyArray<string>): string => {
  const found = at(value, ...path)
  return typeof found === "string" ? found : ""
}

/** Returns an attribute of a record, or `""` if it is missing. */
export const attribute = (record: WireRecord, name: string): string => textAt(record.whole, "attributes", name)

/** Returns the records of a response, or `[]` if the response is not a list. */
export const recordsOf = ({ body }: ProbeResponse): ReadonlyArray<WireRecord> => {
  const data = at(body, "data")
  return Array.isArray(data) ? data.map((whole: unknown) => ({ id: textAt(whole, "id"), whole })) : []
}

/** Whether a response is a list with status 200. */
export const isList = ({ status, body }: ProbeResponse): boolean => status === 200 && Array.isArray(at(body, "data"))

/** Describes a body that is not valid JSON. */
const describeBody = (text: string): string => (text.trimStart().startsWith("<") ? "an HTML page" : "invalid JSON")

/** Summarizes a response: its status, and its number of records or its error. */
export const brief = (response: ProbeResponse): string => {
  const { status, body, text } = response
  if (body === undefined && text !== "") return `status ${status} with ${describeBody(text)}`
  if (Array.isArray(at(body, "data"))) {
    const count = recordsOf(response).length
    return `status ${status} with ${count} ${count === 1 ? "record" : "records"}`
  }
  const code = textAt(body, "error", "code")
  if (code !== "") return `status ${status} with the code ${code}`
  const errors = at(body, "errors")
  const detail = Array.isArray(errors) ? textAt(errors[0], "detail") : ""
  return detail === "" ? `status ${status}` : `status ${status}: ${detail}`
}

/** Formats a value from a response for use in a message. */
export const quoted = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 80)
