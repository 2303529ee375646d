import { ComplaintQuery, type UncheckedComplaintQuery } from "@public-records/core"
import type { MirrorQuery } from "@public-records/mirror"
import type { Facet } from "../collection/facets.ts"
import type { FormValues } from "../form/FormModel.ts"

/** A filter for a mirror: the values of its form, which facets narrow. */
export interface MirrorChoice {
  /** The form without the facets, and with them. */
  readonly base: FormValues
  readonly values: FormValues
  readonly facets: ReadonlyArray<Facet>
  readonly where: MirrorQuery
  /** The request for a page: documented, if the service could answer it, so that an export knows its days. */
  readonly request: ComplaintQuery | UncheckedComplaintQuery
}

/** A filter for complaints. A mirror understands both kinds, the service only its own. */
export type ComplaintChoice = ComplaintQuery | MirrorChoice

/** Returns the request for a page. */
export const requestOf = (choice: ComplaintChoice): MirrorChoice["request"] =>
  choice instanceof ComplaintQuery ? choice : choice.request

/** Returns the same filter if the service understands it, otherwise no filter. */
export const onService = (choice: ComplaintChoice): ComplaintQuery => {
  const request = requestOf(choice)
  return request instanceof ComplaintQuery ? request : ComplaintQuery.default
}
