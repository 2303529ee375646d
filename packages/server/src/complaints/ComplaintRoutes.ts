import type { PlainComplaint } from "@public-records/files/PlainComplaint"
import { Effect, Result } from "effect"
import type { PageTransform } from "../faults/PageTransform.ts"
import { gatewayError } from "../gateway/GatewayError.ts"
import { bothTotals, type Profile } from "../Profile.ts"
import type { Quirks } from "../Quirks.ts"
import { jsonReply, type TextReply } from "../requests/Reply.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"
import type { Complaints } from "../store/ComplaintStore.ts"
import { complaintOnWire } from "./complaintOnWire.ts"
import { type ComplaintRequest, readComplaintRequest } from "./ComplaintParameters.ts"

/** Everything that a response about complaints depends on, apart from the request. */
export interface ComplaintContext {
  readonly store: Complaints
  readonly profile: Profile
  readonly quirks: Quirks
  /** The origin of all links. */
  readonly origin: string
  readonly transformPage: PageTransform
}

const envelope = (
  { origin }: ComplaintContext,
  parameters: RequestParameters,
  records: ReadonlyArray<PlainComplaint>,
  meta: object
): TextReply => {
  const data = records.map((complaint) => complaintOnWire(complaint, origin))
  const links = { self: origin + parameters.hrefWithoutKey() }
  return jsonReply(200, JSON.stringify({ data, meta, links }))
}

/** Applies the quirk `oldPages` to a request: pages after the first contain the oldest complaints. */
const withOldPages = (request: ComplaintRequest): ComplaintRequest => {
  const { conditions, order, window } = request
  const hasDate = conditions.created !== undefined || conditions.violation !== undefined
  if (hasDate || window.offset === 0 || order === "ASC") return request
  const offset = Math.max(0, window.offset - window.limit)
  return { conditions, order: "ASC", window: { limit: window.limit, offset } }
}

/** Handles `GET /v0/dnc-complaints`. */
export const handleComplaintList = Effect.fnUntraced(function* (
  context: ComplaintContext,
  parameters: RequestParameters
): Effect.fn.Return<TextReply> {
  const { profile, quirks, store, transformPage } = context
  const read = readComplaintRequest(parameters, profile)
  if (Result.isFailure(read)) return gatewayError("INVALID_PARAMETERS", read.failure)
  const { conditions, order, window } = quirks.oldPages === true ? withOldPages(read.success) : read.success
  const page = yield* store.page(conditions, order, transformPage.window(window))
  // Past the end, pages are empty even with the quirk `oldPages`.
  const records = read.success.window.offset >= page.total ? [] : transformPage.records(page.records)
  return envelope(context, parameters, records, profile.complaintMeta(records.length, page.total))
})

/** Handles `GET /v0/dnc-complaints/{id}`. The response is the envelope of a list with one record. */
export const handleComplaint = Effect.fnUntraced(function* (
  context: ComplaintContext,
  parameters: RequestParameters,
  id: string
): Effect.fn.Return<TextReply> {
  const complaint = yield* context.store.get(id)
  if (complaint === undefined) return gatewayError("NOT_FOUND", "There is no complaint with this id.")
  return envelope(context, parameters, [complaint], bothTotals(1, 1))
})
