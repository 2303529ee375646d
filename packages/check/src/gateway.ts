import { type ProbeResponse, at, brief, quoted, textAt } from "./ProbeResponse.ts"
import { type CheckRequest, type Evaluate, fixedRow, type Row, wrongKey } from "./Row.ts"
import { breaks, conforms, differs, expectTrue, notShown, type Verdict, worstOf } from "./Verdict.ts"

const list = "/v0/dnc-complaints"

/** Checks the status and code of an error. A different code only "differs", because the service documents no error body. */
const rejectedWith =
  (status: number, code: string): Evaluate =>
  (response) => {
    if (response.status !== status) return breaks(`status ${status}`, brief(response))
    const actual = textAt(response.body, "error", "code")
    return actual === code ? conforms : differs(31, `the error code is ${quoted(actual)}, not ${quoted(code)}`)
  }

/** Checks the headers that report the limit of the key. */
export const limitHeaders = ({ headers }: ProbeResponse): Verdict => {
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

const hasMessage: Evaluate = ({ body }) =>
  [at(body, "error", "code"), at(body, "error", "message")].every((value) => typeof value === "string")
    ? conforms
    : differs(31, "the error body lacks a code or a message")

const isReadable: Evaluate = ({ headers }) =>
  headers["access-control-allow-origin"] === "*"
    ? conforms
    : differs(30, `Access-Control-Allow-Origin is ${quoted(headers["access-control-allow-origin"])}`)

const readsQueryKey: Evaluate = (response, received) =>
  textAt(response.body, "error", "code") === "API_KEY_MISSING"
    ? breaks("the key in the query to be read and rejected", brief(response))
    : rejectedWith(403, "API_KEY_INVALID")(response, received)

const isUnknown: Evaluate = (response) =>
  worstOf(
    expectTrue(response.status === 404, "status 404", brief(response)),
    textAt(response.body, "error", "code") === "NOT_FOUND" ? conforms : differs(31, "the error code is not NOT_FOUND")
  )

const row = (request: CheckRequest, ...shows: Row["shows"]): Row =>
  fixedRow("keys, paths and methods", request, ...shows)

/** The requests about keys, paths and methods, which do not depend on a collection. */
export const gatewayRows: ReadonlyArray<Row> = [
  row(
    { path: `${list}?items_per_page=1`, key: "none" },
    [30, "it rejects a request without a key", rejectedWith(403, "API_KEY_MISSING")],
    [31, "it returns an error body with a code and a message", hasMessage],
    [30, "it lets web pages read its errors", isReadable]
  ),
  row({ path: `${list}?items_per_page=1`, key: "wrong" }, [
    30,
    "it rejects an unknown key",
    rejectedWith(403, "API_KEY_INVALID")
  ]),
  row({ path: `${list}?items_per_page=1&api_key=${wrongKey}`, key: "none" }, [
    29,
    "it reads the key from the query if the header is missing",
    readsQueryKey
  ]),
  row({ path: "/v0/public-records-check-nothing-is-here" }, [30, "it returns 404 for an unknown path", isUnknown]),
  row({ method: "HEAD", path: `${list}?items_per_page=1` }, [30, "it responds to HEAD without a body", headOf]),
  row({ method: "OPTIONS", path: list, key: "none" }, [
    30,
    "it tells web pages which methods and headers they may use",
    optionsOf
  ])
]
