import { type Question } from "./Question.ts"

/** The only key that the measured servers accept. */
export const benchKey = "bench-key-0123456789"

/** Writes a question for the reference server, and for a peer with the same API. */
export const serviceUrl = (question: Question): string => {
  if ("id" in question) return `/v0/dnc-complaints/${question.id}`
  const query = Object.entries(question.list).map(([name, value]) => [name, /[ -]/.test(value) ? `"${value}"` : value])
  return `/v0/dnc-complaints?${new URLSearchParams(query).toString()}`
}

const jsonServerNames: ReadonlyMap<string, string> = new Map([
  ["created_date_from", "created_gte"],
  ["created_date_to", "created_lte"],
  ["violation_date_from", "violation_gte"],
  ["violation_date_to", "violation_lte"],
  ["items_per_page", "_limit"],
  ["offset", "_start"]
])

/** Writes a question for json-server. */
export const jsonServerUrl = (question: Question): string => {
  if ("id" in question) return `/complaints/${question.id}`
  const { sort_order: order = "", ...others } = question.list
  const query = new URLSearchParams({ _sort: "created", _order: order.toLowerCase() })
  for (const [name, value] of Object.entries(others)) query.append(jsonServerNames.get(name) ?? name, value)
  return `/complaints?${query.toString()}`
}
