import { Effect, Option, Schema } from "effect"
import { type Driver } from "../Driver.ts"
import { type Outcome, type ScenarioRequest, records, refused, type Scenario } from "../Scenario.ts"
import { listPathOf } from "../scenarios/requests.ts"
import { queryKeyOf, keyOf, startSampleService } from "./SampleService.ts"
import { type ReceivedResponse, checkResponse } from "./expectedResponse.ts"

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
/** More records than any scenario has. A walk that returns more would never end. */
const maxRecords = 10_000

const GatewayError = Schema.fromJsonString(Schema.Struct({ error: Schema.Struct({ code: Schema.String }) }))

const decodeRecords = Schema.decodeUnknownSync(Records)
const decodeGatewayError = Schema.decodeUnknownOption(GatewayError)

const identifiersOf = ({ body }: ReceivedResponse): ReadonlyArray<string> =>
  decodeRecords(body).data.map(
    ({ attributes }) => attributes["company-phone-number"] ?? attributes["transaction-number"] ?? ""
  )

/** Encodes quotes and spaces, as every client must. Everything else is sent as documented. */
const encodeWire = (wire: string): string => wire.replaceAll('"', "%22").replaceAll(" ", "%20")

/** Returns the path and parameters of a request, starting at an offset, with the key in the URL if there is one. */
const targetOf = (request: ScenarioRequest, offset: number, queryKey: string | undefined): string => {
  const path = listPathOf(request)
  if ("id" in request) return `${path}/${request.id}`
  const offsetName = request._tag === "ListNotices" ? "page[offset]" : "offset"
  const parameters = [
    ...(request.wire ? [request.wire] : []),
    ...(offset === 0 ? [] : [`${offsetName}=${offset}`]),
    ...(queryKey === undefined ? [] : [`api_key=${queryKey}`])
  ]
  return parameters.length === 0 ? path : `${path}?${encodeWire(parameters.join("&"))}`
}

/** Sends one request and returns the complete response. */
const send = async (
  fetch: typeof globalThis.fetch,
  url: string,
  key: string | undefined
): Promise<ReceivedResponse> => {
  const response = await fetch(url, { headers: key === undefined ? {} : { "X-Api-Key": key } })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

const refusalOf = ({ status, headers, body }: ReceivedResponse, request: ScenarioRequest): Outcome => {
  const code = Option.match(decodeGatewayError(body), { onNone: () => "", onSome: ({ error }) => error.code })
  if (status === 400) return refused(code === "INVALID_PARAMETERS" ? "InvalidQuery" : "BadRequest")
  if (code === "API_KEY_MISSING") return refused("KeyMissing")
  if (code.startsWith("API_KEY_")) return refused("KeyRejected")
  if (status === 404) return refused(request._tag.startsWith("Get") ? "NotFound" : "BadRequest")
  if (status === 429 && /^\d+$/.test(String(headers["retry-after"]))) return refused("RateLimited")
  return refused("UnexpectedAnswer")
}

const run = (over: "process" | "socket") =>
  Effect.fnUntraced(function* ({ setup, request, response: expected }: Scenario) {
    const { baseUrl, server } = yield* startSampleService(setup, over)
    const isWalk = "all" in request && request.all
    const identifiers: Array<string> = []
    for (;;) {
      const url = baseUrl + targetOf(request, identifiers.length, queryKeyOf(setup))
      const response = yield* Effect.promise(() => send(server.fetch, url, keyOf(setup)))
      if (expected !== undefined && identifiers.length === 0) yield* checkResponse(expected, response, server.url)
      if (response.status !== 200) return refusalOf(response, request)
      const page = identifiersOf(response)
      identifiers.push(...page)
      if (!isWalk || page.length === 0) return records(identifiers)
      if (identifiers.length > maxRecords) return refused("WalkStalled")
    }
  }, Effect.scoped)

const unsupported = ({ needsVirtualTime, stopsReading, request, setup, cancels }: Scenario): Option.Option<string> => {
  if (cancels !== undefined) return Option.some("raw requests are not canceled")
  if (stopsReading !== undefined) return Option.some("it reads complete pages")
  const { overlaps = 0, shifted = 0 } = setup.quirks
  if (overlaps > 0 || shifted > 0) return Option.some("it does not remove duplicates")
  if (needsVirtualTime === true) return Option.some("it does not wait")
  if (setup.faults.length > 0) return Option.some("it does not retry")
  return "wire" in request && request.wire === undefined
    ? Option.some("it is rejected before a request is sent")
    : Option.none()
}

/** Calls the engine of the reference server with the documented parameters, without a client or a socket. */
export const engine: Driver = { name: "the engine, in process", unsupported, run: run("process") }

/** Sends raw requests with the documented parameters over HTTPS. */
export const rawHttps: Driver = { name: "raw requests, over HTTPS", unsupported, run: run("socket") }
