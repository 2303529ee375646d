import { X509Certificate } from "node:crypto"
import { DateTime, Effect } from "effect"
import { ReferenceServerError } from "../ReferenceServerError.ts"

/** A certificate that clients may be told to trust. */
export interface Certificate {
  readonly pem: string
  /** As browsers and `openssl x509 -fingerprint -sha256` show it. */
  readonly fingerprint256: string
}

/** A certificate with the private key that proves it. */
export interface CertificateWithKey extends Certificate {
  readonly keyPem: string
}

/** A certificate with its fingerprint. */
export const withFingerprint = (pem: string, keyPem: string): CertificateWithKey => ({
  pem,
  keyPem,
  fingerprint256: new X509Certificate(pem).fingerprint256
})

/** The names that a client on this machine may use. */
const altNames = [
  { type: 2, value: "localhost" },
  { type: 7, ip: "127.0.0.1" },
  { type: 7, ip: "::1" }
] as const

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(":")

const namesFor = (host: string) => {
  const isKnown = altNames.some((name) => ("ip" in name ? name.ip : name.value) === host)
  if (isKnown || host === "0.0.0.0" || host === "::") return [...altNames]
  return [...altNames, isAddress(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host }]
}

/** Makes a certificate for this machine that is valid for a year. */
export const selfSigned = Effect.fnUntraced(function* (host: string) {
  const now = yield* DateTime.now
  const made = yield* Effect.tryPromise({
    // Loaded here, because it takes longer to load than the rest of the server and is not always needed.
    try: async () => {
      const { generate } = await import("selfsigned")
      return generate([{ name: "commonName", value: "localhost" }], {
        keyType: "ec",
        algorithm: "sha256",
        notBeforeDate: DateTime.toDateUtc(DateTime.add(now, { minutes: -5 })),
        notAfterDate: DateTime.toDateUtc(DateTime.add(now, { days: 365 })),
        extensions: [
          { name: "basicConstraints", cA: true, critical: true },
          { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
          { name: "extKeyUsage", serverAuth: true },
          { name: "subjectAltName", altNames: namesFor(host) }
        ]
      })
    },
    catch: (cause) => new ReferenceServerError({ message: `No certificate could be made: ${String(cause)}.` })
  })
  return withFingerprint(made.cert, made.private)
})
