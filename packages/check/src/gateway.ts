import { type Answer, at, brief, quoted, textAt } from "./Answer.ts"
import { always, encoded, type Question, type Statement, wrongKey, statementsOf } from "./Question.ts"
import { breaks, conforms, differs, firstOf, holds, notShown, type Verdict } from "./Verdict.ts"

const list = "/v0/dnc-complaints"

/** What is asked about keys, routes and methods. */
export const gatewayQuestions: ReadonlyArray<Question> = [
  always("without a key", { path: `${list}?items_per_page=1`, key: "none" }),
  always("with a wrong key", { path: `${list}?items_per_page=1`, key: "wrong" }),
  always("with a wrong key in the URL", {
    path: `${list}?items_per_page=1&api_key=${encoded(wrongKey)}`,
    key: "wrongInQuery"
  }),
  always("an unknown path", { path: "/v0/public-records-check-nothing-is-here" }),
  always("the head of a list", { method: "HEAD", path: `${list}?items_per_page=1` }),
  always("the options of a list", { method: "OPTIONS", path: list, key: "none" })
]

/** The error's code decides nothing where the status is right: the specification shows no body. */
const refusedWith =
  (status: number, code: string) =>
  (answer: Answer): Verdict => {
    if (answer.status !== status) return breaks(`status ${status}`, brief(answer))
    const came = textAt(answer.body, "error", "code")
    return came === code ? conforms : differs(20, `the error's code is ${quoted(came)} and not ${quoted(code)}`)
  }

const limitHeaders = ({ headers }: Answer): Verdict => {
  const limit = headers["x-ratelimit-limit"]
  const remaining = headers["x-ratelimit-remaining"]
  if (limit === undefined && remaining === undefined) return notShown("the service names no limit")
  const isCount = (text: string | undefined): boolean => /^\d+$/.test(text ?? "")
  if (isCount(limit) && isCount(remaining) && Number(remaining) <= Number(limit)) return conforms
  return differs(22, `X-RateLimit-Limit is ${quoted(limit)}, X-RateLimit-Remaining ${quoted(remaining)}`)
}

const allows = (header: string | undefined, word: string): boolean =>
  (header ?? "").split(",").some((one) => one.trim().toLowerCase() === word.toLowerCase())

const optionsOf = ({ status, headers }: Answer): Verdict => {
  if (status !== 204) return differs(21, `OPTIONS is answered with status ${status} and not 204`)
  const lacks = ["GET", "HEAD", "OPTIONS"].filter((method) => !allows(headers["allow"], method))
  if (lacks.length > 0) return differs(21, `Allow lacks ${lacks.join(", ")}`)
  return allows(headers["access-control-allow-headers"], "X-Api-Key")
    ? conforms
    : differs(21, "Access-Control-Allow-Headers lacks X-Api-Key")
}

const headOf = ({ status, text }: Answer): Verdict => {
  if (status !== 200) return differs(21, `HEAD is answered with status ${status} and not 200`)
  return text === "" ? conforms : differs(21, "HEAD is answered with a body")
}

const gateway = statementsOf("keys, paths and methods")

const authentication = "specification, Authentication"

/** What a service does before it looks at its collections. */
export const gatewayStatements: ReadonlyArray<Statement> = [
  gateway("without a key", "it refuses a request without a key", authentication, refusedWith(403, "API_KEY_MISSING")),
  gateway(
    "with a wrong key",
    "it refuses a key that it does not know",
    authentication,
    refusedWith(403, "API_KEY_INVALID")
  ),
  gateway(
    "with a wrong key in the URL",
    "it reads the key from the query where the header has none",
    authentication,
    (answer) =>
      textAt(answer.body, "error", "code") === "API_KEY_MISSING"
        ? breaks("the key of the query to be read, and refused", brief(answer))
        : refusedWith(403, "API_KEY_INVALID")(answer)
  ),
  gateway("without a key", "it has an error body that says what is wrong", "decision 20", ({ body }) => {
    const isSaid = [at(body, "error", "code"), at(body, "error", "message")].every((said) => typeof said === "string")
    return isSaid ? conforms : differs(20, "the error body has no code and message")
  }),
  gateway("without a key", "it lets web pages read its errors", "decision 20", ({ headers }) =>
    headers["access-control-allow-origin"] === "*"
      ? conforms
      : differs(20, `Access-Control-Allow-Origin is ${quoted(headers["access-control-allow-origin"])}`)
  ),
  gateway("an unknown path", "it does not find a path that it does not have", "specification, Errors", (answer) =>
    firstOf(
      holds(answer.status === 404, "status 404", brief(answer)),
      textAt(answer.body, "error", "code") === "NOT_FOUND" ? conforms : differs(20, "the code is not NOT_FOUND")
    )
  ),
  gateway("newest complaints", "it says what is left of the key's limit", "decision 22", limitHeaders),
  gateway("the head of a list", "it answers HEAD without a body", "decision 21", headOf),
  gateway("the options of a list", "it tells web pages what they may ask", "decision 21", optionsOf)
]
