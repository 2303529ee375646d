import {
  type Complaint,
  complaintDecoder,
  decodeEnvelope,
  linkRewriter,
  type Notice,
  noticeDecoder,
  decodePage,
  type Page
} from "@public-records/core"
import { Option } from "effect"

/** Where the records' links lead to; the sample's name another host, as the live service's do. */
export const rewriteLink = linkRewriter(new URL("https://api.ftc.gov"))

const complaintsOf = decodePage(complaintDecoder, rewriteLink)
const noticesOf = decodePage(noticeDecoder, rewriteLink)

/** From an answer's text to complaints, as the client does it. */
export const decodeComplaints = (text: string): Page<Complaint> =>
  complaintsOf(Option.getOrThrow(decodeEnvelope(JSON.parse(text))), 0)

/** From an answer's text to notices, as the client does it. */
export const decodeNotices = (text: string): Page<Notice> =>
  noticesOf(Option.getOrThrow(decodeEnvelope(JSON.parse(text))), 0)
