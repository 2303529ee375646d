import { Effect, Inspectable, Option, Pipeable, Stream } from "effect"
import { Cookies, Headers, HttpClientRequest, HttpClientResponse, HttpIncomingMessage } from "effect/http"

/** A whole answer of a server in this process. */
export interface Served {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * A whole answer as Effect's HTTP client has it, without a `Response`: Node.js loads all of its own HTTP client for the first
 * one. What nobody reads of JSON, such as a form, is left to a `Response`, made when it is asked for.
 */
export class ServedResponse extends Inspectable.Class implements HttpClientResponse.HttpClientResponse {
  readonly [HttpIncomingMessage.TypeId] = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId] = HttpClientResponse.TypeId
  readonly request: HttpClientRequest.HttpClientRequest
  readonly status: number
  readonly headers: Headers.Headers
  readonly remoteAddress = Option.none<string>()
  readonly cookies = Cookies.empty
  readonly #served: Served

  constructor(request: HttpClientRequest.HttpClientRequest, served: Served) {
    super()
    this.request = request
    this.status = served.status
    this.headers = Headers.fromInput(served.headers)
    this.#served = served
  }

  get url(): string {
    return Option.match(HttpClientRequest.toUrl(this.request), { onNone: () => "", onSome: ({ href }) => href })
  }

  get arrayBuffer() {
    return Effect.sync(() => this.#served.body.slice().buffer)
  }

  get text() {
    return Effect.sync(() => new TextDecoder().decode(this.#served.body))
  }

  get stream() {
    return this.#served.body.length === 0 ? this.#web.stream : Stream.make(this.#served.body)
  }

  get json() {
    return this.#web.json
  }

  get urlParamsBody() {
    return this.#web.urlParamsBody
  }

  get formData() {
    return this.#web.formData
  }

  get upgrade() {
    return this.#web.upgrade
  }

  override toJSON(): unknown {
    return this.#web.toJSON()
  }

  pipe() {
    return Pipeable.pipeArguments(this, arguments)
  }

  get #web(): HttpClientResponse.HttpClientResponse {
    const { body, headers, status } = this.#served
    return HttpClientResponse.fromWeb(
      this.request,
      new Response(body.length === 0 ? null : body, { status, headers: { ...headers } })
    )
  }
}
