import { Result } from "effect"
import { jsonReply, type Reply } from "../requests/Answer.ts"
import type { ComplaintStore } from "../store/ComplaintStore.ts"
import { gatewayError } from "../gateway/GatewayError.ts"
import { pageOfSelection } from "../store/Selection.ts"
import { pageWriter } from "../store/PageWriter.ts"
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

/** The list's envelope around records. */
const envelope = (
  { origin, store }: ComplaintContext,
  parameters: RequestParameters,
  ordinals: ReadonlyArray<number>,
  meta: string
): Reply => {
  pageWriter.begin()
  pageWriter.text('{"data":[')
  store.write(ordinals, origin)
  const self = JSON.stringify(origin + parameters.hrefWithoutKey())
  pageWriter.text(`],"meta":${meta},"links":{"self":${self}}}`)
  return jsonReply(200, pageWriter.finish())
}

/** Answers `GET /v0/dnc-complaints`. */
export const answerComplaintList = (context: ComplaintContext, parameters: RequestParameters): Reply => {
  const request = readComplaintRequest(parameters, context.profile)
  if (Result.isFailure(request)) return gatewayError("INVALID_PARAMETERS", request.failure)
  const { conditions, order, window } = request.success
  const selection = context.store.select(conditions)
  const { limit, offset } = context.bend.window(window)
  const ordinals = context.bend.records(pageOfSelection(selection, order, offset, limit))
  return envelope(context, parameters, ordinals, context.profile.complaintMeta(ordinals.length, selection.total))
}

/** Answers `GET /v0/dnc-complaints/{id}`: the list's envelope with one record. */
export const answerComplaint = (context: ComplaintContext, parameters: RequestParameters, id: string): Reply => {
  const ordinal = context.store.ordinalOf(id)
  if (ordinal === undefined) return gatewayError("NOT_FOUND", "There is no complaint with this id.")
  return envelope(context, parameters, [ordinal], '{"records-this-page":1,"records-total":1}')
}
