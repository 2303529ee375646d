import { STATUS_CODES } from "node:http"
import { Schema, Struct } from "effect"
import { gatewayErrorBody } from "../gateway/GatewayError.ts"
import { hasNoBody, type Reply } from "../requests/Reply.ts"
import type { PageTransform } from "./PageTransform.ts"

/** The longest delay that fits into a timer. */
export const maxDelayMillis = 2_147_483_647

/** The members of a fault in a faults file, apart from the requests that it affects. */
export const faultMembers = {
  status: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 }))),
  retryAfter: Schema.optionalKey(Schema.Union([Schema.Finite, Schema.String])),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  body: Schema.optionalKey(Schema.String),
  ms: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: maxDelayMillis })))
}
const Members = Schema.Struct(faultMembers)
type Members = typeof Members.Type

/** A response that does not reach the client whole. */
export interface Interruption {
  /** The part that is sent: nothing, the status and headers, or these and half of the body. */
  readonly sent: "nothing" | "headers" | "half"
  /** How the response ends: with its connection, or when the client or the server closes it, or as if it were complete. */
  readonly next: "close" | "wait" | "end"
}

/** The effect of a fault. Each member is optional, and without any the response is the service's own. */
export interface FaultEffect {
  readonly delayMillis?: number
  readonly interruption?: Interruption
  readonly transformPage?: PageTransform
  /** Whether a new record arrives before the response. */
  readonly addsRecord?: boolean
  /** The response to send instead of the service's own. */
  readonly replacement?: Reply
}

interface Kind {
  readonly members: ReadonlyArray<keyof Members>
  /** Returns the message for a fault that lacks a required member. */
  readonly problem?: (fault: Members) => string | undefined
  readonly effect: (fault: Members) => FaultEffect
}

/** Returns an error page. It has about 450 bytes, like the FTC's refusals. */
const errorPage = (status: number): string => {
  const title = `${status} ${STATUS_CODES[status] ?? ""}`.trim()
  const text =
    "The page that you requested cannot be displayed. This page stands in for it, because a fault was scheduled. "
  return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1>\n<p>${text.repeat(3)}</p></body></html>\n`
}

const scheduledError = gatewayErrorBody("SCHEDULED_FAULT", "This failure was scheduled.")

const replacing = (fault: Members, status: number, contentType: string, body: string): FaultEffect => {
  const retryAfter = fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) }
  const headers = hasNoBody(status) ? retryAfter : { "Content-Type": contentType, ...retryAfter }
  return { replacement: { status, headers: { ...headers, ...fault.headers }, body: fault.body ?? body } }
}

/** Starts a page one record early. */
const overlapping: PageTransform = {
  window: ({ limit, offset }) => ({ limit, offset: Math.max(0, offset - 1) }),
  records: (page) => page
}

/** Repeats the first record of a page, which then has one record too many. */
const duplicatingFirst: PageTransform = {
  window: (window) => window,
  records: (page) => [...page.slice(0, 1), ...page]
}

/** The kinds of fault, by their names in a faults file: the members that each accepts and its effect. */
const faultKinds = {
  status: {
    members: ["status", "retryAfter", "headers", "body"],
    problem: ({ status }) => (status === undefined ? '"do": "status" needs a "status"' : undefined),
    effect: (fault) => replacing(fault, fault.status ?? 500, "application/json", scheduledError)
  },
  delay: {
    members: ["ms"],
    problem: ({ ms }) => (ms === undefined ? '"do": "delay" needs a number of milliseconds, "ms"' : undefined),
    effect: ({ ms = 0 }) => ({ delayMillis: ms })
  },
  stall: { members: [], effect: () => ({ interruption: { sent: "headers", next: "wait" } }) },
  truncate: { members: [], effect: () => ({ interruption: { sent: "half", next: "close" } }) },
  half: { members: [], effect: () => ({ interruption: { sent: "half", next: "end" } }) },
  reset: { members: [], effect: () => ({ interruption: { sent: "nothing", next: "close" } }) },
  malformed: {
    members: ["headers", "body"],
    effect: (fault) => replacing(fault, 200, "application/json", '{"data":[{"type":')
  },
  html: {
    members: ["status", "retryAfter", "headers", "body"],
    effect: (fault) => {
      const { status = 502 } = fault
      return replacing(fault, status, "text/html; charset=utf-8", errorPage(status))
    }
  },
  overlap: { members: [], effect: () => ({ transformPage: overlapping }) },
  duplicate: { members: [], effect: () => ({ transformPage: duplicatingFirst }) },
  mutate: { members: [], effect: () => ({ addsRecord: true }) }
} satisfies Readonly<Record<string, Kind>>

/** The effect of a fault, as a faults file names it. */
export const FaultKind = Schema.Literals(Struct.keys(faultKinds))
export type FaultKind = typeof FaultKind.Type

const kindOf = (kind: FaultKind): Kind => faultKinds[kind]

/** Returns the effect of a fault. */
export const effectOf = (fault: Members & { readonly do: FaultKind }): FaultEffect => kindOf(fault.do).effect(fault)

/** Returns which member a fault lacks or does not accept, otherwise `undefined`. */
export const memberProblem = (fault: Members & { readonly do: FaultKind }): string | undefined => {
  const { members, problem } = kindOf(fault.do)
  const stray = Struct.keys(faultMembers).find((member) => fault[member] !== undefined && !members.includes(member))
  return problem?.(fault) ?? (stray === undefined ? undefined : `"do": "${fault.do}" takes no "${stray}"`)
}
