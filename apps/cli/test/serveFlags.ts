import { type CommandFlags } from "../src/flags.ts"

/** The flags of `serve` for an empty command line. */
export const noServeFlags: CommandFlags<"serve"> = {
  host: undefined,
  port: undefined,
  data: [],
  onBadRow: undefined,
  synthetic: undefined,
  newestDay: undefined,
  seed: undefined,
  apiKey: [],
  rateLimit: undefined,
  burstLimit: [],
  profile: undefined,
  quirk: {},
  tls: undefined,
  tlsCert: undefined,
  tlsKey: undefined,
  tlsWrite: undefined,
  mirror: false,
  mirrorFile: undefined,
  allowHttp: false,
  trustProxy: false,
  faults: undefined,
  log: undefined
}
