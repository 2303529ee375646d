/** A module of its own, so that a program loads core's client only when it needs its service. */
export { PublicRecords } from "@public-records/core"
