import { type ComplaintInput, type NoticeInput } from "@public-records/core"
import { type Fault } from "@public-records/server"
import { type ScenarioRequest } from "../Scenario.ts"
import { type Setup } from "./Draft.ts"

/** Path of the list of complaints. */
export const complaintsPath = "/v0/dnc-complaints"
const noticesPath = "/v0/hsr-early-termination-notices"

/** Returns the collection of a request. */
export const collectionOf = ({ _tag }: ScenarioRequest): "complaints" | "notices" =>
  _tag === "ListNotices" || _tag === "GetNotice" ? "notices" : "complaints"

/** Returns the path of the list that a request is about. */
export const listPathOf = (request: ScenarioRequest): string =>
  collectionOf(request) === "notices" ? noticesPath : complaintsPath

const listComplaints =
  (all: boolean) =>
  (input: ComplaintInput, wire: string | undefined): ScenarioRequest => ({ _tag: "ListComplaints", input, wire, all })

const listNotices =
  (all: boolean) =>
  (input: NoticeInput, wire: string | undefined): ScenarioRequest => ({ _tag: "ListNotices", input, wire, all })

/** Requests one page of complaints. `wire` is `undefined` if the request cannot be sent. */
export const complaintsPage = listComplaints(false)

/** Requests all complaints that match. */
export const allComplaints = listComplaints(true)

/** Requests one page of notices. */
export const noticesPage = listNotices(false)

/** Requests all notices that match. */
export const allNotices = listNotices(true)

/** Requests every complaint, newest first. */
export const everyComplaint = allComplaints({}, "items_per_page=50")
/** Requests every notice, last created first. */
export const everyNotice = allNotices({}, "page[limit]=50")

const faultOn =
  (path: string) =>
  (requests: ReadonlyArray<number>, fault: Fault): Setup => ({ faults: [{ on: { path, requests }, ...fault }] })

/** Injects a fault into the numbered requests for complaints, counted from 1. */
export const onComplaints = faultOn(complaintsPath)

/** Injects a fault into the numbered requests for notices, counted from 1. */
export const onNotices = faultOn(noticesPath)

/** Replaces the response with one that has these records and this `meta`. */
export const respondingWith = (data: ReadonlyArray<unknown>, meta: unknown): Fault => ({
  do: "status",
  status: 200,
  body: JSON.stringify({ data, meta })
})
