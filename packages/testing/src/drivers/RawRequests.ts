import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { Effect, Option, Schema } from "effect"
import { type Driver } from "../Driver.ts"
import { type Outcome, type Question, records, refused, type Scenario } from "../Scenario.ts"
import { addressKeyOf, keyOf, startSampleService } from "./SampleService.ts"
import { type Answer, checkAnswer } from "./WireAnswer.ts"

const Records = Schema.fromJsonString(
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        attributes: Schema.Struct({
          "company-phone-number": Schema.optionalKey(Schema.String),
          "transaction-number": Schema.optionalKey(Schema.String)
        })
      })
    )
  })
)
/** More than any scenario has: a walk that brings more would go on for ever. */
const mostRecords = 10_000

const GatewayError = Schema.fromJsonString(Schema.Struct({ error: Schema.Struct({ code: Schema.String }) }))

const decodeRecords = Schema.decodeUnknownSync(Records)
const decodeGatewayError = Schema.decodeUnknownOption(GatewayError)

const marksOf = ({ body }: Answer): ReadonlyArray<string> =>
  decodeRecords(body).data.map(
    ({ attributes }) => attributes["company-phone-number"] ?? attributes["transaction-number"] ?? ""
  )

/** Quotes and spaces are encoded as any client must; all else goes as the specification writes it. */
const encoded = (wire: string): string => wire.replaceAll('"', "%22").replaceAll(" ", "%20")

/** The path and parameters of a question, at an offset that a walk has come to, with the key that the address has. */
const targetOf = (question: Question, offset: number, addressKey: string | undefined): string => {
  const target = placeOf(question, offset)
  if (addressKey === undefined) return target
  return `${target}${target.includes("?") ? "&" : "?"}api_key=${addressKey}`
}

const placeOf = (question: Question, offset: number): string => {
  switch (question._tag) {
    case "ListComplaints":
      return withOffset("/v0/dnc-complaints", question.wire ?? "", "offset", offset)
    case "ListNotices":
      return withOffset("/v0/hsr-early-termination-notices", question.wire ?? "", "page[offset]", offset)
    case "GetComplaint":
      return `/v0/dnc-complaints/${question.id}`
    case "GetNotice":
      return `/v0/hsr-early-termination-notices/${question.id}`
  }
}

const withOffset = (path: string, wire: string, name: string, offset: number): string => {
  const parameters = [wire, offset === 0 ? "" : `${name}=${offset}`].filter((part) => part !== "").join("&")
  return parameters === "" ? path : `${path}?${encoded(parameters)}`
}

/** Sends one request, and waits for all of its answer. */
type Get = (url: string, key: string | undefined) => Effect.Effect<Answer>

/** Sends over a socket of its own, by Node's own client. */
const overSocket =
  (certificate: string | undefined): Get =>
  (url, key) =>
    Effect.callback((resume) => {
      const send = url.startsWith("https:") ? httpsRequest : httpRequest
      const request = send(
        url,
        { headers: key === undefined ? {} : { "X-Api-Key": key }, ca: certificate, agent: false },
        (response) => {
          const parts: Array<Buffer> = []
          response.on("data", (part: Buffer) => parts.push(part))
          response.on("end", () =>
            resume(
              Effect.succeed({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: Buffer.concat(parts).toString("utf8")
              })
            )
          )
        }
      )
      request.on("error", (error) => resume(Effect.die(error)))
      request.end()
      return Effect.sync(() => request.destroy())
    })

const refusalOf = ({ status, headers, body }: Answer, question: Question): Outcome => {
  const code = Option.match(decodeGatewayError(body), { onNone: () => "", onSome: ({ error }) => error.code })
  if (status === 400) return refused(code === "INVALID_PARAMETERS" ? "InvalidQuery" : "BadRequest")
  if (status === 403) return refused(code === "API_KEY_MISSING" ? "KeyMissing" : "KeyRejected")
  if (status === 404) return refused(question._tag.startsWith("Get") ? "NotFound" : "BadRequest")
  if (status === 429 && /^\d+$/.test(String(headers["retry-after"]))) return refused("RateLimited")
  return refused("UnexpectedAnswer")
}

/** Hands the request to the engine as a function call. */
const inProcess =
  (fetch: typeof globalThis.fetch): Get =>
  (url, key) =>
    Effect.promise(async () => {
      const answer = await fetch(url, { headers: key === undefined ? {} : { "X-Api-Key": key } })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
    })

const ask = (over: "process" | "socket") =>
  Effect.fnUntraced(function* ({ setting, question, answer: expected }: Scenario) {
    const { baseUrl, server } = yield* startSampleService(setting, over)
    const get =
      over === "process" ? inProcess(server.fetch) : overSocket(Option.getOrUndefined(server.certificate)?.pem)
    const isWalk = "all" in question && question.all
    const marks: Array<string> = []
    for (;;) {
      const answer = yield* get(baseUrl + targetOf(question, marks.length, addressKeyOf(setting)), keyOf(setting))
      if (expected !== undefined && marks.length === 0) yield* checkAnswer(expected, answer, server.url)
      if (answer.status !== 200) return refusalOf(answer, question)
      const page = marksOf(answer)
      marks.push(...page)
      if (!isWalk || page.length === 0) return records(marks)
      if (marks.length > mostRecords) return refused("WalkStalled")
    }
  }, Effect.scoped)

const cannot = ({ isSlow, leaves, question, setting, stops }: Scenario): Option.Option<string> => {
  if (stops !== undefined) return Option.some("it is the service's side, or a bare socket, that nobody stops")
  if (leaves !== undefined) return Option.some("it takes whole pages")
  const { overlaps = 0, shifted = 0 } = setting.quirks
  if (overlaps > 0 || shifted > 0) return Option.some("it takes each record as it comes, and so often as it comes")
  if (isSlow === true) return Option.some("it does not wait")
  if (setting.faults.length > 0) return Option.some("it sends each request once, and takes what comes")
  return "wire" in question && question.wire === undefined
    ? Option.some("it is refused before anything is sent, by whatever builds the request")
    : Option.none()
}

/** The reference server's engine, asked without a client and without a socket, with the specification's own parameters. */
export const engine: Driver = { name: "the engine, in process", cannot, ask: ask("process") }

/** Requests written by hand over HTTPS, with the parameters as the specification writes them. */
export const rawHttps: Driver = { name: "raw requests, over HTTPS", cannot, ask: ask("socket") }
