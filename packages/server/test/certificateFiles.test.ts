import { createPrivateKey, X509Certificate } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { generate } from "selfsigned"
import { ReferenceServer } from "../src/index.ts"
import { ask } from "./asking.ts"

const day = 86_400_000

/** A certificate that is valid from so many days from now to so many. */
const made = (from: number, to: number) =>
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

/** Starts a server with files of this content, and tells its fingerprint, or why it cannot start. */
const served = (certificate: string | Uint8Array, key: string | Uint8Array) =>
  Effect.gen(function* () {
    const into = yield* folder
    const [certFile, keyFile] = [join(into, "cert.pem"), join(into, "key.pem")]
    yield* Effect.promise(() => Promise.all([writeFile(certFile, certificate), writeFile(keyFile, key)]))
    return yield* Effect.gen(function* () {
      assert.strictEqual((yield* ask("/health")).status, 200)
      const { certificate } = yield* ReferenceServer
      return Option.match(certificate, { onNone: () => "", onSome: ({ fingerprint256 }) => fingerprint256 })
    }).pipe(
      Effect.provide(ReferenceServer.layerSocket({ port: 0, synthetic: 10, tls: { certFile, keyFile } })),
      Effect.catch((error) =>
        Effect.succeed(error instanceof Error ? error.message.replaceAll(`${into}/`, "") : String(error))
      )
    )
  }).pipe(Effect.scoped)

describe("a given certificate", () => {
  it.live("is used, and its fingerprint told", () =>
    Effect.gen(function* () {
      const { cert, private: key } = yield* made(-1, 1)
      assert.strictEqual(yield* served(cert, key), new X509Certificate(cert).fingerprint256)
    })
  )

  it.live("that is not valid now is named with its date", () =>
    Effect.gen(function* () {
      const date = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
      const old = yield* made(-3, -2)
      const early = yield* made(2, 3)
      assert.strictEqual(
        yield* served(old.cert, old.private),
        `The certificate in cert.pem was valid until ${date(-2)}, and no client takes it now.`
      )
      assert.strictEqual(
        yield* served(early.cert, early.private),
        `The certificate in cert.pem is valid from ${date(2)} on, and no client takes it now.`
      )
    })
  )

  it.live("that cannot be used is named in one sentence, with what to do", () =>
    Effect.gen(function* () {
      const { cert, private: key } = yield* made(-1, 1)
      const other = yield* made(-1, 1)
      const privateKey = createPrivateKey(key)
      const encrypted = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
      const noKey =
        "The key file key.pem holds no private key in PEM form, which begins with -----BEGIN PRIVATE KEY-----."
      const noCertificate =
        "The certificate file cert.pem holds no certificate in PEM form, which begins with -----BEGIN CERTIFICATE-----."
      for (const [certificate, given, sentence] of [
        [cert, other.private, "The certificate in cert.pem and the key in key.pem do not belong together."],
        [cert, encrypted, "The key file key.pem is encrypted; take its password off with: openssl pkey -in key.pem"],
        [
          new X509Certificate(cert).raw,
          key,
          "The certificate file cert.pem is DER and not PEM; turn it into PEM with: openssl x509 -inform der -in cert.pem"
        ],
        [
          cert,
          privateKey.export({ type: "pkcs8", format: "der" }),
          "The key file key.pem is DER and not PEM; turn it into PEM with: openssl pkey -inform der -in key.pem"
        ],
        [key, key, noCertificate],
        ["", key, noCertificate],
        [cert, cert, noKey],
        [cert, "", noKey]
      ] as const) {
        assert.strictEqual(yield* served(certificate, given), sentence)
      }
      const broken = yield* served("-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----\n", key)
      assert.match(broken, /^The certificate in cert.pem with the key in key.pem cannot be used: [^\n]+\.$/)
    })
  )
})
