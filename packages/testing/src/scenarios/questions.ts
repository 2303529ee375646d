import { type Fault } from "@public-records/server"
import { inOrder, type Question, type Setting } from "../Scenario.ts"

/** Where complaints are asked for. */
export const complaintsPath = "/v0/dnc-complaints"
/** Where notices are asked for. */
export const noticesPath = "/v0/hsr-early-termination-notices"

/** Every complaint, newest first. */
export const everyComplaint = {
  _tag: "ListComplaints",
  input: {},
  wire: "items_per_page=50",
  all: true
} as const satisfies Question
/** Every notice, the last created first. */
export const everyNotice = {
  _tag: "ListNotices",
  input: {},
  wire: "page[limit]=50",
  all: true
} as const satisfies Question

/** What happens to some requests for complaints, numbered from 1. */
export const onComplaints = (requests: ReadonlyArray<number>, ...faults: ReadonlyArray<Fault>): Setting => ({
  ...inOrder,
  faults: faults.map((fault) => Object.assign({ on: { path: complaintsPath, requests } }, fault))
})

/** What happens to some requests for notices. */
export const onNotices = (requests: ReadonlyArray<number>, ...faults: ReadonlyArray<Fault>): Setting => ({
  ...inOrder,
  faults: faults.map((fault) => Object.assign({ on: { path: noticesPath, requests } }, fault))
})

/** An answer with these records and this `meta`, in place of the service's own. */
export const answering = (data: ReadonlyArray<unknown>, meta: unknown): Fault => ({
  do: "status",
  status: 200,
  body: JSON.stringify({ data, meta })
})
