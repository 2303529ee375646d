import { Predicate } from "effect"

/** What the service under check answered to one question; the key is masked in all of it. */
export interface Answer {
  /** Method and path with the query, as it was asked. */
  readonly asked: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The body read as JSON; nothing where it is none. */
  readonly body: unknown
}

/** A record as the wire has it, before anybody knows whether it keeps its form. */
export interface WireRecord {
  readonly id: string
  readonly whole: unknown
}

/** What stands at a path of members, as far as the path goes. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, name) => (Predicate.hasProperty(inner, name) ? inner[name] : undefined), value)

/** What stands at a path of members, if it is a text; else the empty text. */
export const textAt = (value: unknown, ...path: ReadonlyArray<string>): string => {
  const found = at(value, ...path)
  return typeof found === "string" ? found : ""
}

/** An attribute of a record; the empty text where the record does not say. */
export const attribute = (record: WireRecord, name: string): string => textAt(record.whole, "attributes", name)

/** The records of a list; nothing where the answer is no list. */
export const recordsOf = ({ body }: Answer): ReadonlyArray<WireRecord> => {
  const data = at(body, "data")
  return Array.isArray(data) ? data.map((whole: unknown) => ({ id: textAt(whole, "id"), whole })) : []
}

/** Whether an answer is a success with a list. */
export const isList = ({ status, body }: Answer): boolean => status === 200 && Array.isArray(at(body, "data"))

/** What a body is that is no JSON. */
const formOf = (text: string): string => (text.trimStart().startsWith("<") ? "a web page" : "broken JSON")

/** An answer in a few words: its status, and how many records or which error it has. */
export const brief = (answer: Answer): string => {
  const { status, body, text } = answer
  if (body === undefined && text !== "") return `status ${status} with ${formOf(text)}`
  if (Array.isArray(at(body, "data"))) {
    const count = recordsOf(answer).length
    return `status ${status} with ${count} ${count === 1 ? "record" : "records"}`
  }
  const code = textAt(body, "error", "code")
  if (code !== "") return `status ${status} with the code ${code}`
  const errors = at(body, "errors")
  const detail = Array.isArray(errors) ? textAt(errors[0], "detail") : ""
  return detail === "" ? `status ${status}` : `status ${status}: ${detail}`
}

/** A value from an answer as part of a sentence. */
export const quoted = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 80)
