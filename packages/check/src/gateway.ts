import { type ProbeResponse, at, brief, quoted, textAt } from "./ProbeResponse.ts"
import { fixedProbe, encode, type Probe, type Statement, wrongKey, statementsOf } from "./Probe.ts"
import { breaks, conforms, differs, worstOf, expectTrue, notShown, type Verdict } from "./Verdict.ts"

const list = "/v0/dnc-complaints"

/** Probes for keys, paths and methods. */
export const gatewayProbes: ReadonlyArray<Probe> = [
  fixedProbe("without a key", { path: `${list}?items_per_page=1`, key: "none" }),
  fixedProbe("with a wrong key", { path: `${list}?items_per_page=1`, key: "wrong" }),
  fixedProbe("with a wrong key in the URL", {
    path: `${list}?items_per_page=1&api_key=${encode(wrongKey)}`,
    key: "wrongInQuery"
  }),
  fixedProbe("an unknown path", { path: "/v0/public-records-check-nothing-is-here" }),
  fixedProbe("HEAD of a list", { method: "HEAD", path: `${list}?items_per_page=1` }),
  fixedProbe("OPTIONS of a list", { method: "OPTIONS", path: list, key: "none" })
]

/** Checks the status and code of an error. A different code only "differs", because the service documents no error body. */
const rejectedWith =
  (status: number, code: string) =>
  (response: ProbeResponse): Verdict => {
    if (response.status !== status) return breaks(`status ${status}`, brief(response))
    const actual = textAt(response.body, "error", "code")
    return actual === code ? conforms : differs(31, `the error code is ${quoted(actual)}, not ${quoted(code)}`)
  }

const limitHeaders = ({ headers }: ProbeResponse): Verdict => {
  const limit = headers["x-ratelimit-limit"]
  const remaining = headers["x-ratelimit-remaining"]
  if (limit === undefined && remaining === undefined) return notShown("the service sends no limit headers")
  const isCount = (text: string | undefined): boolean => /^\d+$/.test(text ?? "")
  if (isCount(limit) && isCount(remaining) && Number(remaining) <= Number(limit)) return conforms
  return differs(32, `X-RateLimit-Limit is ${quoted(limit)}, X-RateLimit-Remaining ${quoted(remaining)}`)
}

const allows = (header: string | undefined, word: string): boolean =>
  (header ?? "").split(",").some((one) => one.trim().toLowerCase() === word.toLowerCase())

const optionsOf = ({ status, headers }: ProbeResponse): Verdict => {
  if (status !== 204) return differs(30, `the response to OPTIONS has status ${status}, not 204`)
  const lacks = ["GET", "HEAD", "OPTIONS"].filter((method) => !allows(headers["allow"], method))
  if (lacks.length > 0) return differs(30, `Allow lacks ${lacks.join(", ")}`)
  return allows(headers["access-control-allow-headers"], "X-Api-Key")
    ? conforms
    : differs(30, "Access-Control-Allow-Headers lacks X-Api-Key")
}

const headOf = ({ status, text }: ProbeResponse): Verdict => {
  if (status !== 200) return differs(30, `the response to HEAD has status ${status}, not 200`)
  return text === "" ? conforms : differs(30, "the response to HEAD has a body")
}

const gateway = statementsOf("keys, paths and methods")

/** Behavior of the service that does not depend on a collection. */
export const gatewayStatements: ReadonlyArray<Statement> = [
  gateway("without a key", "it rejects a request without a key", 30, rejectedWith(403, "API_KEY_MISSING")),
  gateway("with a wrong key", "it rejects an unknown key", 30, rejectedWith(403, "API_KEY_INVALID")),
  gateway("with a wrong key in the URL", "it reads the key from the query if the header is missing", 29, (response) =>
    textAt(response.body, "error", "code") === "API_KEY_MISSING"
      ? breaks("the key in the query to be read and rejected", brief(response))
      : rejectedWith(403, "API_KEY_INVALID")(response)
  ),
  gateway("without a key", "it returns an error body with a code and a message", 31, ({ body }) =>
    [at(body, "error", "code"), at(body, "error", "message")].every((value) => typeof value === "string")
      ? conforms
      : differs(31, "the error body lacks a code or a message")
  ),
  gateway("without a key", "it lets web pages read its errors", 30, ({ headers }) =>
    headers["access-control-allow-origin"] === "*"
      ? conforms
      : differs(30, `Access-Control-Allow-Origin is ${quoted(headers["access-control-allow-origin"])}`)
  ),
  gateway("an unknown path", "it returns 404 for an unknown path", 30, (response) =>
    worstOf(
      expectTrue(response.status === 404, "status 404", brief(response)),
      textAt(response.body, "error", "code") === "NOT_FOUND" ? conforms : differs(31, "the error code is not NOT_FOUND")
    )
  ),
  gateway("newest complaints", "it reports the key's remaining requests", 32, limitHeaders),
  gateway("HEAD of a list", "it responds to HEAD without a body", 30, headOf),
  gateway("OPTIONS of a list", "it tells web pages which methods and headers they may use", 30, optionsOf)
]
