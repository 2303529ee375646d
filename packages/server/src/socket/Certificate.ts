import { createPrivateKey, X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { isIP } from "node:net"
import { createSecureContext } from "node:tls"
import { DateTime, Effect } from "effect"
import { ReferenceServerError } from "../ReferenceServerError.ts"

/** A certificate for clients to trust. */
export interface Certificate {
  readonly pem: string
  /** In the format of browsers and `openssl x509 -fingerprint -sha256`. */
  readonly fingerprint256: string
}

export interface CertificateWithKey extends Certificate {
  readonly keyPem: string
}

/** Returns the subject alternative names for a host. */
const namesFor = (host: string) => {
  const isAddress = isIP(host) !== 0
  return [
    { type: 2 as const, value: "localhost" },
    { type: 7 as const, ip: "127.0.0.1" },
    { type: 7 as const, ip: "::1" },
    ...(isAddress ? [{ type: 7 as const, ip: host }] : [{ type: 2 as const, value: host }])
  ]
}

/** Creates a self-signed certificate for this machine that is valid for a year. */
export const makeCertificate = Effect.fnUntraced(function* (host: string) {
  const now = yield* DateTime.now
  return yield* Effect.tryPromise({
    // Loaded on demand, because it takes longer to load than the rest of the server.
    try: async (): Promise<CertificateWithKey> => {
      const { generate } = await import("selfsigned")
      const { cert, private: keyPem } = await generate([{ name: "commonName", value: "localhost" }], {
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
      return { pem: cert, keyPem, fingerprint256: new X509Certificate(cert).fingerprint256 }
    },
    catch: (cause) =>
      new ReferenceServerError({ message: `The self-signed certificate could not be created: ${String(cause)}.` })
  })
})

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/**
 * Reads a certificate and its key from PEM files.
 *
 * **Fails with** `ReferenceServerError`, which names both files and the reason, if they are unreadable, not PEM, encrypted or
 * expired, or if the key does not match.
 */
export const readCertificate = Effect.fnUntraced(function* (certFile: string, keyFile: string) {
  const now = DateTime.toEpochMillis(yield* DateTime.now)
  return yield* Effect.tryPromise({
    try: async (): Promise<CertificateWithKey> => {
      const [pem, keyPem] = [await readFile(certFile, "utf8"), await readFile(keyFile, "utf8")]
      createSecureContext({ cert: pem, key: keyPem })
      const certificate = new X509Certificate(pem)
      if (!certificate.checkPrivateKey(createPrivateKey(keyPem)))
        throw new Error("the key does not belong to the certificate")
      if (Date.parse(certificate.validTo) < now) throw new Error(`it expired on ${certificate.validTo}`)
      if (Date.parse(certificate.validFrom) > now) throw new Error(`it is not valid before ${certificate.validFrom}`)
      return { pem, keyPem, fingerprint256: certificate.fingerprint256 }
    },
    catch: (cause) => {
      const message = `The certificate in ${certFile} with the key in ${keyFile} cannot be used: ${reasonOf(cause)}.`
      return new ReferenceServerError({ message })
    }
  })
})
