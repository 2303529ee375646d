import { Schema } from "effect"

/** What a server says once it listens. */
export const Ready = Schema.Struct({
  url: Schema.String,
  /** From the first look at the data to the open socket. */
  loadMillis: Schema.Number,
  /** Processor time of all threads meanwhile. */
  loadCpuMillis: Schema.Number
})
export type Ready = typeof Ready.Type

/** What a server used since it started. */
export const Usage = Schema.Struct({
  /** User and system time of all its threads. */
  cpuMicros: Schema.Number,
  residentBytes: Schema.Number,
  /** The most that the process ever held. */
  peakBytes: Schema.Number
})
export type Usage = typeof Usage.Type

/** Asked of a server: what it used, and the same after its garbage is collected. */
export const Inquiry = Schema.Literals(["usage", "usage without garbage"])
export type Inquiry = typeof Inquiry.Type
