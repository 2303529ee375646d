import { type Fault } from "@public-records/server"
import { defaultSetup, type ScenarioRequest, type ServiceSetup } from "../Scenario.ts"

/** Path of the list of complaints. */
export const complaintsPath = "/v0/dnc-complaints"
/** Path of the list of notices. */
export const noticesPath = "/v0/hsr-early-termination-notices"

/** Requests every complaint, newest first. */
export const everyComplaint = {
  _tag: "ListComplaints",
  input: {},
  wire: "items_per_page=50",
  all: true
} as const satisfies ScenarioRequest
/** Requests every notice, last created first. */
export const everyNotice = {
  _tag: "ListNotices",
  input: {},
  wire: "page[limit]=50",
  all: true
} as const satisfies ScenarioRequest

/** Injects faults into the numbered requests for complaints, counted from 1. */
export const onComplaints = (requests: ReadonlyArray<number>, ...faults: ReadonlyArray<Fault>): ServiceSetup => ({
  ...defaultSetup,
  faults: faults.map((fault) => Object.assign({ on: { path: complaintsPath, requests } }, fault))
})

/** Injects faults into the numbered requests for notices, counted from 1. */
export const onNotices = (requests: ReadonlyArray<number>, ...faults: ReadonlyArray<Fault>): ServiceSetup => ({
  ...defaultSetup,
  faults: faults.map((fault) => Object.assign({ on: { path: noticesPath, requests } }, fault))
})

/** Replaces the response with one that has these records and this `meta`. */
export const respondingWith = (data: ReadonlyArray<unknown>, meta: unknown): Fault => ({
  do: "status",
  status: 200,
  body: JSON.stringify({ data, meta })
})
