import { type SourceFlags } from "../src/flags.ts"

/** The values of the source flags for an empty command line. */
export const noFlags: SourceFlags = {
  baseUrl: undefined,
  allowHttp: false,
  ca: undefined,
  demo: false,
  data: [],
  requestsPerHour: undefined,
  maxWait: undefined,
  noWait: false,
  mirror: false,
  mirrorFile: undefined
}
