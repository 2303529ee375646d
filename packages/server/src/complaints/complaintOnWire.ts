import { complaintAttributes, type PlainComplaint } from "@public-records/files/PlainComplaint"

/** Returns a complaint in the format of the service. */
export const complaintOnWire = (complaint: PlainComplaint, origin: string) => ({
  type: "dnc_complaint",
  id: complaint.id,
  attributes: complaintAttributes(complaint),
  relationships: [],
  meta: [],
  links: { self: `${origin}/v0/dnc-complaints/${encodeURIComponent(complaint.id.toWellFormed())}` }
})
