import { type ComplaintInput, type NoticeInput, type Reason } from "@public-records/core"
import { type Fault, type ProfileName, type Quirks, type RateLimit } from "@public-records/server"

type KeyState = "known" | "unknown" | "empty" | "none"

/** How the service is set up before it is asked. */
export interface Setting {
  /** What the service holds: `samples` where absent; `hostile` are records whose texts would harm what shows them as they are. */
  readonly data?: "samples" | "hostile"
  /** The key that the asking side has: one that the service knows, one that it does not, an empty text, or none. */
  readonly key: KeyState
  /** The key in the parameter `api_key`, where requests written by hand have one there. */
  readonly addressKey?: KeyState
  /** Whether the service is reached by HTTPS. */
  readonly isSecure: boolean
  /** A path under which the service is not. */
  readonly wrongPath: boolean
  /** Whether somebody else has used up the key's limit, for the next hour. */
  readonly isSpent: boolean
  /** What differs from the specification's samples: nothing, or all that was seen in the wild. */
  readonly profile: ProfileName
  /** What the service does wrong now and then. */
  readonly quirks: Quirks
  /** Limits for the key besides the one that `isSpent` tells of. */
  readonly burstLimits: ReadonlyArray<RateLimit>
  /** What goes wrong, and when; each is bound to the path of the collection that is asked. */
  readonly faults: ReadonlyArray<Fault>
}

/** A service in order, and a key that it knows. */
export const inOrder: Setting = {
  key: "known",
  isSecure: true,
  wrongPath: false,
  isSpent: false,
  profile: "documented",
  quirks: {},
  burstLimits: [],
  faults: []
}

/**
 * What is asked.
 *
 * `input` is what a person types, for everything that builds queries; `wire` the parameters as the specification writes
 * them, copied by hand and not made by the code under test. One of the two is absent where the question cannot be put so.
 */
export type Question =
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

/** What came. A complaint is named by its telephone number and a notice by its transaction number, which every front end shows. */
export type Outcome =
  | { readonly _tag: "Records"; readonly marks: ReadonlyArray<string> }
  | { readonly _tag: "Refused"; readonly reason: Reason["_tag"] }

/** A JSON value that an answer must have; of an object the members named here, and `undefined` where one must be absent. */
export type ExpectedJson =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<ExpectedJson>
  | { readonly [member: string]: ExpectedJson | undefined }

/** What the first answer must look like on the wire, copied from the specification by hand. */
export interface WireAnswer {
  readonly status: number
  /** By names in lower case; `undefined` where a header must be absent. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: ExpectedJson
}

/** One behaviour, written once, that holds for everything that asks the service or is one. */
export interface Scenario {
  /** The behaviour, as the end of a sentence: "it …". */
  readonly name: string
  /** The numbered statements of `docs/api.md` that it proves: broken, each of them makes it fail. */
  readonly statements: ReadonlyArray<number>
  readonly setting: Setting
  readonly question: Question
  readonly outcome: Outcome
  /** Whether what asks has to wait for more than a second: then only a driver whose time passes at once puts the question. */
  readonly isSlow?: boolean
  /** Whether no client writes such a request: then only drivers that write requests by hand put the question. */
  readonly isByHand?: boolean
  /** How many records of a walk are read before its reader leaves, and how many requests may have been sent by then. */
  readonly leaves?: { readonly after: number; readonly mostRequests: number }
  /**
   * During which request, counted from 1, who asks stops waiting, and how many requests may have been sent in the end. Once
   * stopped, the same is asked again: the outcome is what comes then.
   */
  readonly stops?: { readonly during: number; readonly mostRequests: number }
  /** What those see who read answers by hand, besides the outcome. */
  readonly answer?: WireAnswer
}

/** Records that must come, in this order. */
export const records = (marks: ReadonlyArray<string>): Outcome => ({ _tag: "Records", marks })

/** A refusal that must come, and why. */
export const refused = (reason: Reason["_tag"]): Outcome => ({ _tag: "Refused", reason })
