import { Result } from "effect"
import { jsonReply, type Reply } from "../requests/Answer.ts"
import type { ComplaintStore } from "../store/ComplaintStore.ts"
import { gatewayError } from "../gateway/GatewayError.ts"
import type { PageBend } from "../faults/PageBend.ts"
import type { Profile } from "../Profile.ts"
import { readComplaintRequest } from "./ComplaintParameters.ts"
import type { RequestParameters } from "../requests/RequestParameters.ts"

/** What an answer about complaints depends on, besides the request. */
export interface ComplaintContext {
  readonly store: ComplaintStore
  readonly profile: Profile
  /** Where links point. */
  readonly origin: string
  readonly bend: PageBend
}

const envelope = (
  { origin, profile }: ComplaintContext,
  parameters: RequestParameters,
  records: ReadonlyArray<string>,
  total: number
): Reply => {
  const self = JSON.stringify(origin + parameters.hrefWithoutKey())
  const meta = profile.complaintMeta(records.length, total)
  return jsonReply(200, `{"data":[${records.join(",")}],"meta":${meta},"links":{"self":${self}}}`)
}

/** Answers `GET /v0/dnc-complaints`. */
export const answerComplaintList = (context: ComplaintContext, parameters: RequestParameters): Reply => {
  const request = readComplaintRequest(parameters, context.profile)
  if (Result.isFailure(request)) return gatewayError("INVALID_PARAMETERS", request.failure)
  const { conditions, order, window } = request.success
  const selection = context.store.select(conditions)
  const { limit, offset } = context.bend.window(window)
  const records = selection.page(order, offset, limit).map((ordinal) => context.store.json(ordinal, context.origin))
  return envelope(context, parameters, context.bend.records(records), selection.total)
}

/** Answers `GET /v0/dnc-complaints/{id}`: the list's envelope with one record. */
export const answerComplaint = (context: ComplaintContext, parameters: RequestParameters, id: string): Reply => {
  const ordinal = context.store.ordinalOf(id)
  if (ordinal === undefined) return gatewayError("NOT_FOUND", "There is no complaint with this id.")
  const meta = '{"records-this-page":1,"records-total":1}'
  const self = JSON.stringify(context.origin + parameters.hrefWithoutKey())
  const record = context.store.json(ordinal, context.origin)
  return jsonReply(200, `{"data":[${record}],"meta":${meta},"links":{"self":${self}}}`)
}
