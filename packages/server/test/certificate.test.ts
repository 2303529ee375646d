import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { generate } from "selfsigned"
import { ReferenceServer } from "../src/index.ts"
import { makeCertificate as makeSelfSigned, readCertificate } from "../src/socket/Certificate.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { sendRequest } from "./requests.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

const day = 86_400_000

/** Creates a certificate that is valid between two times, in days from now. */
const makeCertificate = (from: number, to: number) =>
  Effect.promise(() =>
    generate([{ name: "commonName", value: "localhost" }], {
      keyType: "ec",
      algorithm: "sha256",
      notBeforeDate: new Date(Date.now() + from * day),
      notAfterDate: new Date(Date.now() + to * day)
    })
  )

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "reference-server-"))),
  (made) => Effect.promise(() => rm(made, { recursive: true }))
)

const openRecords = Effect.succeed({ source: "no records", complaints: new ComplaintStore([]), notices: [] })

/** Starts a server with this certificate and key. Returns its fingerprint or the error message. */
const served = (certificate: string | Uint8Array, key: string | Uint8Array) =>
  Effect.gen(function* () {
    const into = yield* folder
    const [certFile, keyFile] = [join(into, "cert.pem"), join(into, "key.pem")]
    yield* Effect.promise(() => Promise.all([writeFile(certFile, certificate), writeFile(keyFile, key)]))
    return yield* Effect.gen(function* () {
      assert.strictEqual((yield* sendRequest("/health")).status, 200)
      const { certificate } = yield* ReferenceServer
      return Option.match(certificate, { onNone: () => "", onSome: ({ fingerprint256 }) => fingerprint256 })
    }).pipe(
      Effect.provide(ReferenceServer.layerSocket({ port: 0, openRecords, tls: { certFile, keyFile } })),
      Effect.catch((error) =>
        Effect.succeed(error instanceof Error ? error.message.replaceAll(`${into}/`, "") : String(error))
      )
    )
  }).pipe(Effect.scoped)

const unusable = "The certificate in cert.pem with the key in key.pem cannot be used: "

describe("a self-signed certificate", () => {
  it.effect("is valid for a year, for this machine and the host", () =>
    Effect.gen(function* () {
      const local = ["DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1"]
      yield* TestClock.setTime(Date.UTC(2026, 0, 2))
      for (const [host, name] of [
        ["records.example", "DNS:records.example"],
        ["192.0.2.1", "IP Address:192.0.2.1"],
        ["2001:db8::1", "IP Address:2001:DB8:0:0:0:0:0:1"]
      ] as const) {
        const certificate = new X509Certificate((yield* makeSelfSigned(host)).pem)
        const { subject, subjectAltName, validFrom, validTo } = certificate
        assert.strictEqual(subject, "CN=localhost")
        assert.deepStrictEqual(subjectAltName?.split(", "), [...local, name])
        assert.deepStrictEqual([validFrom, validTo], ["Jan  1 23:55:00 2026 GMT", "Jan  2 00:00:00 2027 GMT"])
      }
    })
  )

  it.effect("is a certificate authority of its own that only authenticates servers", () =>
    Effect.gen(function* () {
      const certificate = new X509Certificate((yield* makeSelfSigned("localhost")).pem)
      assert.isTrue(certificate.ca)
      assert.isTrue(certificate.verify(certificate.publicKey))
      const [serverAuthentication] = certificate.keyUsage
      assert.deepStrictEqual([certificate.keyUsage.length, serverAuthentication], [1, "1.3.6.1.5.5.7.3.1"])
      // Both extensions are critical: a certificate authority (2.5.29.19) that signs data and certificates (2.5.29.15).
      // The signature is one of ECDSA with SHA-256 (1.2.840.10045.4.3.2).
      for (const part of ["06082a8648ce3d040302", "0603551d130101ff040530030101ff", "0603551d0f0101ff040403020284"]) {
        assert.include(certificate.raw.toString("hex"), part)
      }
    })
  )
})

describe("the certificate of a server", () => {
  it.live("names the host that it listens on", () =>
    Effect.gen(function* () {
      const { certificate } = yield* ReferenceServer
      const { subjectAltName } = new X509Certificate(Option.getOrThrow(certificate).pem)
      assert.include(subjectAltName, "DNS:LocalHost")
    }).pipe(Effect.provide(ReferenceServer.layerSocket({ port: 0, host: "LocalHost" })))
  )
})

describe("a given certificate", () => {
  it.live("is used and its fingerprint is returned", () =>
    Effect.gen(function* () {
      const { cert, private: key } = yield* makeCertificate(-1, 1)
      assert.strictEqual(yield* served(cert, key), new X509Certificate(cert).fingerprint256)
    })
  )

  it.live("is rejected with its date if it is not valid now", () =>
    Effect.gen(function* () {
      const old = yield* makeCertificate(-3, -2)
      const early = yield* makeCertificate(2, 3)
      const dates = [new X509Certificate(old.cert).validTo, new X509Certificate(early.cert).validFrom]
      assert.deepStrictEqual(
        [yield* served(old.cert, old.private), yield* served(early.cert, early.private)],
        [`${unusable}it expired on ${dates[0]}.`, `${unusable}it is not valid before ${dates[1]}.`]
      )
    })
  )

  it.effect("is accepted from its first to its last second", () =>
    Effect.gen(function* () {
      const { cert, private: key } = yield* makeCertificate(-1, 1)
      const path = yield* temporaryFiles({ "cert.pem": cert, "key.pem": key })
      const { validFrom, validTo } = new X509Certificate(cert)
      const [first, last] = [Date.parse(validFrom), Date.parse(validTo)]
      const isAccepted = Effect.map(Effect.option(readCertificate(path("cert.pem"), path("key.pem"))), Option.isSome)
      const accepted: Array<boolean> = []
      for (const time of [first - 1, first, last, last + 1]) {
        yield* TestClock.setTime(time)
        accepted.push(yield* isAccepted)
      }
      assert.deepStrictEqual(accepted, [false, true, true, false])
      yield* TestClock.setTime(last)
      const { keyPem, pem } = yield* readCertificate(path("cert.pem"), path("key.pem"))
      assert.deepStrictEqual([pem, keyPem], [cert, key])
    }).pipe(Effect.scoped)
  )

  it.live("is rejected if the key is of another kind", () =>
    Effect.gen(function* () {
      const { cert } = yield* makeCertificate(-1, 1)
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
      assert.strictEqual(
        yield* served(cert, privateKey.export({ type: "pkcs8", format: "pem" })),
        `${unusable}the key does not belong to the certificate.`
      )
    })
  )

  it.live("is rejected with both files and the reason if it cannot be used", () =>
    Effect.gen(function* () {
      const { cert, private: key } = yield* makeCertificate(-1, 1)
      const other = yield* makeCertificate(-1, 1)
      const privateKey = createPrivateKey(key)
      const encrypted = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
      for (const [certificate, given] of [
        [cert, other.private],
        [cert, encrypted],
        [new X509Certificate(cert).raw, key],
        [cert, privateKey.export({ type: "pkcs8", format: "der" })],
        ["", key],
        [cert, cert],
        [cert, ""],
        ["-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n", key],
        // The second certificate of a chain.
        [`${cert}\n-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n`, key]
      ] as const) {
        const message = yield* served(certificate, given)
        assert.isTrue(message.startsWith(unusable), message)
        assert.match(message, /: [^\n]+\.$/)
      }
    })
  )
})
