import { type ComplaintInput, type NoticeInput, type Reason } from "@public-records/core"
import { type Fault, type ProfileName, type Quirks, type RateLimit } from "@public-records/server"

type KeyState = "known" | "unknown" | "empty" | "none"

/** Setup of the service before the request, and the key of the client. */
export interface ServiceSetup {
  /** Records of the service. `hostile` ones harm programs that print them unescaped. @default "samples" */
  readonly data?: "samples" | "hostile"
  /** The client's key in the header: accepted, rejected, empty, or not sent. */
  readonly key: KeyState
  /** The key in the parameter `api_key`, only for raw requests. */
  readonly queryKey?: KeyState
  /** Whether the service is reached over HTTPS. */
  readonly isSecure: boolean
  /** Whether the client uses a path that does not exist. */
  readonly wrongPath: boolean
  /** Whether other clients have used up the key's rate limit for the next hour. */
  readonly isQuotaExhausted: boolean
  /** Server profile: as documented, or with all differences observed in production. */
  readonly profile: ProfileName
  /** Deviations of the service that are unrelated to single requests. */
  readonly quirks: Quirks
  /** Additional rate limits of the key. */
  readonly burstLimits: ReadonlyArray<RateLimit>
  /** Faults to inject. Each must be limited to the path of the requested collection. */
  readonly faults: ReadonlyArray<Fault>
}

/** A correct service and a valid key. */
export const defaultSetup: ServiceSetup = {
  key: "known",
  isSecure: true,
  wrongPath: false,
  isQuotaExhausted: false,
  profile: "documented",
  quirks: {},
  burstLimits: [],
  faults: []
}

/**
 * Request of a scenario. `input` is the user input, for drivers that build queries. `wire` is the parameters in the
 * documented format, written by hand so that they do not depend on the code under test. It is `undefined` if the request cannot be
 * sent, for example because the client rejects it.
 */
export type ScenarioRequest =
  | {
      readonly _tag: "ListComplaints"
      readonly input: ComplaintInput
      readonly wire: string | undefined
      readonly all: boolean
    }
  | {
      readonly _tag: "ListNotices"
      readonly input: NoticeInput
      readonly wire: string | undefined
      readonly all: boolean
    }
  | { readonly _tag: "GetComplaint"; readonly id: string }
  | { readonly _tag: "GetNotice"; readonly id: string }

/** Result of a scenario. Complaints are identified by telephone number and notices by transaction number, which every front end shows. */
export type Outcome =
  | { readonly _tag: "Records"; readonly identifiers: ReadonlyArray<string> }
  | { readonly _tag: "Refused"; readonly reason: Reason["_tag"] }

/** JSON value that a response must contain. Objects may have other members; `undefined` means that the member must be absent. */
export type ExpectedJson =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<ExpectedJson>
  | { readonly [member: string]: ExpectedJson | undefined }

/** Expected first response, in the documented format. */
export interface ExpectedResponse {
  readonly status: number
  /** By name in lower case. `undefined` means that the header must be absent. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: ExpectedJson
}

/** One behavior, written once, that clients and services are tested against. */
export interface Scenario {
  /** The behavior, as the end of a sentence: "it …". */
  readonly name: string
  /** Numbers of the statements of `docs/api.md` that it proves. It fails if any of them is violated. */
  readonly statements: ReadonlyArray<number>
  readonly setup: ServiceSetup
  readonly request: ScenarioRequest
  readonly outcome: Outcome
  /** Whether the client has to wait for more than a second. Only drivers with virtual time run it. */
  readonly needsVirtualTime?: boolean
  /** Whether no client sends such a request. Only drivers that send raw requests run it. */
  readonly isRawOnly?: boolean
  /** Stops reading a walk after this many records. The service may receive at most `maxRequests` requests. */
  readonly stopsReading?: { readonly after: number; readonly maxRequests: number }
  /**
   * Cancels the call during this request, counted from 1, and then repeats it. The outcome is that of the second call.
   * The service may receive at most `maxRequests` requests in total.
   */
  readonly cancels?: { readonly during: number; readonly maxRequests: number }
  /** Expected first response, for drivers that see raw responses. */
  readonly response?: ExpectedResponse
}

/** Expects these records in this order. */
export const records = (identifiers: ReadonlyArray<string>): Outcome => ({ _tag: "Records", identifiers })

/** Expects the request to fail with this reason. */
export const refused = (reason: Reason["_tag"]): Outcome => ({ _tag: "Refused", reason })
