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

/** Requests every complaint, newest first. */
export const everyComplaint: ScenarioRequest = {
  _tag: "ListComplaints",
  input: {},
  wire: "items_per_page=50",
  all: true
}
/** Requests every notice, last created first. */
export const everyNotice: ScenarioRequest = { _tag: "ListNotices", input: {}, wire: "page[limit]=50", all: true }

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
