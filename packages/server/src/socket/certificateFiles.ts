import { createPrivateKey, X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createSecureContext } from "node:tls"
import { DateTime, Effect, Option, Result } from "effect"
import { ReferenceServerError } from "../ReferenceServerError.ts"
import { type CertificateWithKey, withFingerprint } from "./Certificate.ts"

const fail = (message: string): Effect.Effect<never, ReferenceServerError> =>
  Effect.fail(new ReferenceServerError({ message }))

const read = (file: string, what: string): Effect.Effect<Buffer, ReferenceServerError> =>
  Effect.tryPromise({
    try: () => readFile(file),
    catch: () => new ReferenceServerError({ message: `The ${what} file ${file} cannot be read.` })
  })

/** The certificate in a file, as PEM. */
const readCertificatePem = Effect.fnUntraced(function* (file: string) {
  const bytes = yield* read(file, "certificate")
  const text = bytes.toString()
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text
  return yield* Result.isSuccess(Result.try(() => new X509Certificate(bytes)))
    ? fail(
        `The certificate file ${file} is DER and not PEM; turn it into PEM with: openssl x509 -inform der -in ${file}`
      )
    : fail(
        `The certificate file ${file} holds no certificate in PEM form, which begins with -----BEGIN CERTIFICATE-----.`
      )
})

/** The private key in a file, as PEM without a password. */
const readKeyPem = Effect.fnUntraced(function* (file: string) {
  const bytes = yield* read(file, "key")
  const text = bytes.toString()
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type:.*ENCRYPTED/m.test(text)) {
    return yield* fail(`The key file ${file} is encrypted; take its password off with: openssl pkey -in ${file}`)
  }
  if (/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(text)) return text
  const isDer = ["pkcs8", "pkcs1", "sec1"] as const
  return yield* isDer.some((type) =>
    Result.isSuccess(Result.try(() => createPrivateKey({ key: bytes, format: "der", type })))
  )
    ? fail(`The key file ${file} is DER and not PEM; turn it into PEM with: openssl pkey -inform der -in ${file}`)
    : fail(`The key file ${file} holds no private key in PEM form, which begins with -----BEGIN PRIVATE KEY-----.`)
})

/** Why a certificate is not valid now; nothing where it is. */
const dateProblem = (pem: string, now: DateTime.DateTime): string | undefined => {
  const { validFrom, validTo } = new X509Certificate(pem)
  const [from, to] = [validFrom, validTo].map((text) => DateTime.make(text))
  const day = (date: Option.Option<DateTime.DateTime> | undefined) =>
    Option.match(date ?? Option.none(), { onNone: () => "another day", onSome: DateTime.formatIsoDateUtc })
  if (to !== undefined && Option.exists(to, DateTime.isLessThan(now))) return `was valid until ${day(to)}`
  if (from !== undefined && Option.exists(from, DateTime.isGreaterThan(now))) return `is valid from ${day(from)} on`
  return undefined
}

/**
 * Reads a certificate and its key from PEM files.
 *
 * **Fails with** one sentence that names the file: it cannot be read, is no PEM, is encrypted or not valid now, or the two
 * do not belong together.
 */
export const readCertificate = Effect.fnUntraced(function* (
  certFile: string,
  keyFile: string
): Effect.fn.Return<CertificateWithKey, ReferenceServerError> {
  const pem = yield* readCertificatePem(certFile)
  const keyPem = yield* readKeyPem(keyFile)
  const now = yield* DateTime.now
  const checked = Result.try({
    try: () => {
      const isOurs = new X509Certificate(pem).checkPrivateKey(createPrivateKey(keyPem))
      if (!isOurs) return `The certificate in ${certFile} and the key in ${keyFile} do not belong together.`
      const problem = dateProblem(pem, now)
      if (problem !== undefined) return `The certificate in ${certFile} ${problem}, and no client takes it now.`
      createSecureContext({ cert: pem, key: keyPem })
      return undefined
    },
    catch: (cause) =>
      `The certificate in ${certFile} with the key in ${keyFile} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`
  })
  const problem = Result.merge(checked)
  if (problem !== undefined) return yield* fail(problem)
  return withFingerprint(pem, keyPem)
})
