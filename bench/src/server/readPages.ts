import { type Complaint, type Notice, type Page } from "@public-records/core"
import { request } from "undici"
import { decodeComplaints, decodeNotices } from "../client/ClientDecoding.ts"
import { type Question } from "./Question.ts"
import { benchKey, serviceUrl } from "./serviceUrl.ts"

/** Where a server that speaks the service's language listens. */
interface Reached {
  readonly url: string
}

/** The text of an answer. */
export const bodyOf = async ({ url }: Reached, question: Question): Promise<string> => {
  const { body, statusCode } = await request(`${url}${serviceUrl(question)}`, { headers: { "x-api-key": benchKey } })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${serviceUrl(question)} was answered with ${statusCode}: ${text}`)
  return text
}

export const complaintPage = async (server: Reached, question: Question): Promise<Page<Complaint>> =>
  decodeComplaints(await bodyOf(server, question))

export const noticePage = async (server: Reached, question: Question): Promise<Page<Notice>> =>
  decodeNotices(await bodyOf(server, question))

/** Offsets of pages that lie evenly over a list. */
export const spreadOffsets = (total: number, pages: number, limit: number): ReadonlyArray<number> => {
  const wanted = Math.min(pages, Math.ceil(total / limit))
  const last = Math.max(0, total - limit)
  return Array.from({ length: wanted }, (_, n) => Math.floor((last * n) / Math.max(1, wanted - 1)))
}
