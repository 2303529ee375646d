import { Schema } from "effect"

/** The effect of a fault, as a faults file names it. */
export const FaultKind = Schema.Literals([
  "status",
  "delay",
  "stall",
  "truncate",
  "reset",
  "malformed",
  "html",
  "overlap",
  "duplicate",
  "mutate"
])
export type FaultKind = typeof FaultKind.Type
