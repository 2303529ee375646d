import { choiceFlag, type FlagValues, switchFlag, textFlag, textsFlag } from "./flag.ts"

/** The flags of `serve`. */
export const serveFlags = {
  host: textFlag("host", "ADDRESS", "Where to listen (127.0.0.1)"),
  port: textFlag("port", "N", "The port (8080); 0 picks a free one"),
  data: textsFlag("data", "PATH", "Serve this file and not the sample: the daily CSV, JSON or NDJSON, of any size"),
  onBadRow: choiceFlag(
    "on-bad-row",
    ["fail", "skip"],
    "Stop at an invalid row or record, or leave it out and count it (fail)"
  ),
  synthetic: textFlag(
    "synthetic",
    "N",
    "Serve N complaints generated after a real day's, and N/100 notices; not with --data"
  ),
  seed: textFlag("seed", "N", "The seed of generated records and quirks (1)"),
  apiKey: textsFlag("api-key", "KEY", "A key that clients may use (DEMO_KEY)"),
  rateLimit: textFlag("rate-limit", "N/D", "Requests that a key has in a time, or off (1000/1h)"),
  burstLimit: textsFlag("burst-limit", "N/D", "A further limit for a key; stock for 20/1s and 150/15s (none)"),
  profile: choiceFlag(
    "profile",
    ["documented", "live"],
    "Answer as documented, or as observed in production (documented)"
  ),
  quirk: textsFlag(
    "quirk",
    "NAME=X",
    "totals=stray or integer, doubles=0.02, copies=2, overlaps=1, shifted=0.02, holes=0.25, old-pages, empty-weekends, listed-errors (none)"
  ),
  tls: choiceFlag("tls", ["self-signed", "off"], "HTTPS with a certificate of its own, or plain HTTP (self-signed)"),
  tlsCert: textFlag("tls-cert", "FILE", "PEM file of the certificate, with --tls-key"),
  tlsKey: textFlag("tls-key", "FILE", "PEM file of the certificate's key, with --tls-cert"),
  tlsWrite: textFlag("tls-write", "FILE", "Write the certificate there as PEM, for --ca"),
  allowHttp: switchFlag("allow-http", "With --tls off: answer plain HTTP as if it were HTTPS"),
  trustProxy: switchFlag("trust-proxy", "Trust X-Forwarded-Proto"),
  faults: textFlag("faults", "FILE", "Fail as this file says: JSON with a seed and a list of faults"),
  log: choiceFlag("log", ["off", "requests", "json"], "Log each request to standard error (off)")
}

export type ServeFlags = FlagValues<typeof serveFlags>
