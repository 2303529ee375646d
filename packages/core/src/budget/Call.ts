import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HeaderValues, Priority, RequestOptions } from "../CallOptions.ts"
import { type CheckedRequestOptions, resolveRequestOptions } from "../Options.ts"
import { DeadlineExceeded, type InvalidOptions, type Reason, type ResponseInfo } from "../PublicRecordsError.ts"

/** A function that sends a request for a call. Each guard of the pipeline takes a `Send` and returns one. */
export type Send<Request, A, E> = (request: Request, call: Call) => Effect.Effect<A, E>

/** The options of a call, with all defaults. **Units** `maxWait` in milliseconds. */
export interface CallSettings {
  readonly timeout: Duration.Duration
  readonly maxWait: number
  readonly maxRetries: number
  readonly headers: HeaderValues
}

export const defaultSettings: CallSettings = {
  timeout: Duration.seconds(30),
  maxWait: Number.POSITIVE_INFINITY,
  maxRetries: 4,
  headers: {}
}

let lastCallId = 0

/** A call in progress. **Units** `deadlineAt` in milliseconds since 1970, `Infinity` without a deadline. */
export class Call {
  readonly operation: string
  readonly id: string
  readonly settings: CallSettings
  isInteractive: boolean
  deadlineAt: number
  /** How many requests were sent. */
  attempts = 0
  /** The URL of the last request. */
  lastUrl = ""
  /** The last response, or `undefined` if the result came from the cache. */
  response: ResponseInfo | undefined
  /** The failure of the last attempt, or `undefined` if it succeeded. */
  lastFailure: Reason | undefined

  constructor(
    priority: Priority,
    deadlineAt: number,
    settings = defaultSettings,
    operation = "",
    id = String(++lastCallId)
  ) {
    this.isInteractive = priority === "interactive"
    this.deadlineAt = deadlineAt
    this.settings = settings
    this.operation = operation
    this.id = id
  }

  /** Returns a call for one shared request. Its attempts start at 0. */
  copy(): Call {
    const priority = this.isInteractive ? "interactive" : "bulk"
    return new Call(priority, this.deadlineAt, this.settings, this.operation, this.id)
  }

  /** Adds a caller of the same request. The higher priority and the later deadline apply. */
  merge(other: Call): void {
    this.isInteractive ||= other.isInteractive
    this.deadlineAt = Math.max(this.deadlineAt, other.deadlineAt)
  }

  /** Adds the attempts of a shared request, and adopts its last response. */
  addProgress({ attempts, lastFailure, response }: Call): void {
    this.attempts += attempts
    this.response = response && { ...response, attempts: this.attempts }
    this.lastFailure = lastFailure
  }

  /** Returns what every event of this call contains. */
  get eventFields(): { readonly callId: string; readonly operation: string } {
    return { callId: this.id, operation: this.operation }
  }

  /** Creates a `DeadlineExceeded` whose cause is the last failed attempt. */
  deadlineExceeded(detail: string, nextTryAt?: Date): DeadlineExceeded {
    return new DeadlineExceeded({ detail, nextTryAt, cause: this.lastFailure, response: this.response })
  }

  /** **Fails with** `DeadlineExceeded` if `time` is after the deadline. */
  ensureBeforeDeadline(time: number, detail: string, nextTryAt?: Date): Effect.Effect<void, DeadlineExceeded> {
    return time > this.deadlineAt ? Effect.fail(this.deadlineExceeded(detail, nextTryAt)) : Effect.void
  }
}

/** Interrupts a call at its deadline. */
export const withDeadline =
  <Request, A, E>(send: Send<Request, A, E>): Send<Request, A, E | DeadlineExceeded> =>
  (request, call) =>
    call.deadlineAt === Number.POSITIVE_INFINITY
      ? send(request, call)
      : Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.timeoutOrElse(send(request, call), {
            duration: Duration.millis(Math.max(0, call.deadlineAt - now)),
            orElse: () => Effect.suspend(() => Effect.fail(call.deadlineExceeded("the deadline passed")))
          })
        )

/** Default limit of the waits of calls that are not walks. **Units** milliseconds. */
const maxWaitMillis = 120_000

/** Creates a call. The options of the call replace those of the client. **Fails with** `InvalidOptions`. */
export const makeCall = Effect.fnUntraced(function* (
  operation: string,
  options: RequestOptions,
  client: CheckedRequestOptions,
  isWalk = false
): Effect.fn.Return<Call, InvalidOptions> {
  const given = yield* resolveRequestOptions(options)
  const { deadline, maxWait } = {
    deadline: given.deadline ?? client.deadline,
    maxWait: given.maxWait ?? client.maxWait
  }
  const now = yield* Clock.currentTimeMillis
  return new Call(
    given.priority ?? client.priority ?? (isWalk ? "bulk" : "interactive"),
    deadline === undefined ? Number.POSITIVE_INFINITY : now + Duration.toMillis(deadline),
    {
      timeout: given.timeout ?? client.timeout ?? defaultSettings.timeout,
      maxWait: maxWait === undefined ? (isWalk ? Number.POSITIVE_INFINITY : maxWaitMillis) : Duration.toMillis(maxWait),
      maxRetries: given.maxRetries ?? client.maxRetries ?? defaultSettings.maxRetries,
      headers: { ...client.headers, ...given.headers }
    },
    operation
  )
})
