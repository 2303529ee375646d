import { assert, describe, it } from "@effect/vitest"
import { ConnectionFailure, PublicRecordsError } from "../src/index.ts"
import { createClient } from "../src/promise.ts"
import { rejection } from "./FakeFetch.ts"

const key = "some-key"

describe("a connection that cannot be made", () => {
  const certified = (subjectaltname: string | undefined, CN?: string) =>
    Object.assign(new Error("Hostname/IP does not match certificate's altnames"), {
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
      cert: { subjectaltname, subject: { CN } }
    })
  const anotherHost = /^Check the host of the base URL\. If it is correct, the service needs another certificate\.$/
  const openssl = "407D:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:tlsany_meth.c:77:\n"
  for (const [what, error, detail, advice] of [
    [
      "a certificate for other hosts",
      new TypeError("fetch failed", { cause: certified("DNS:a.test, DNS:*.b.test, IP Address:127.0.0.1", "c") }),
      "its certificate is for a.test, *.b.test, 127.0.0.1, not for records.test",
      anotherHost
    ],
    [
      "a certificate with only a common name",
      certified(undefined, "a.test"),
      "its certificate is for a.test, not for records.test",
      anotherHost
    ],
    ["a certificate without a name", certified(undefined), "its certificate is not for records.test", anotherHost],
    [
      "plain HTTP with node:https",
      Object.assign(new Error(`write EPROTO ${openssl}`), { code: "EPROTO" }),
      "it answers plain HTTP on this port",
      /^Check the port of the base URL\. /
    ],
    [
      "plain HTTP with fetch",
      new TypeError("fetch failed", {
        cause: Object.assign(new Error(openssl), { code: "ERR_SSL_WRONG_VERSION_NUMBER" })
      }),
      "it answers plain HTTP on this port",
      /^Check the port of the base URL\. /
    ],
    [
      "a certificate that was revoked",
      Object.assign(new Error("certificate revoked"), { code: "CERT_REVOKED" }),
      "its certificate is not trusted: certificate revoked",
      /^Check the base URL\.$/
    ],
    [
      "an expired certificate",
      Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" }),
      "its certificate is not trusted: certificate has expired",
      /^Check this machine's clock\. If it is correct, the service needs another certificate\.$/
    ],
    [
      "an unknown certificate",
      Object.assign(new Error("self-signed"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
      "its certificate is not trusted: self-signed",
      /add the certificate's PEM file to the trusted certificates\.$/
    ],
    [
      "an error with advice of its own",
      new ConnectionFailure("the proxy refuses", "Ask."),
      "the proxy refuses",
      /^Ask\.$/
    ]
  ] as const) {
    it(`gives advice that can help, after one try: ${what}`, async () => {
      let tries = 0
      const fetch = () => {
        tries++
        return Promise.reject(error)
      }
      const client = createClient({ apiKey: key, baseUrl: "https://records.test", fetch })
      const failure = await rejection(client.complaints.get("1"))
      const reason =
        PublicRecordsError.is(failure) && failure.reason._tag === "Unavailable" ? failure.reason : assert.fail()
      assert.deepStrictEqual([reason.detail, tries], [detail, 1])
      assert.match(reason.sentences[1], advice)
    })
  }

  for (const [port, error] of [
    [6000, new TypeError("fetch failed", { cause: new Error("bad port") })],
    [10_080, new TypeError("Fetch failed: Requests to port 10080 are blocked")]
  ] as const) {
    it(`names a port that fetch blocks, once: ${port}`, async () => {
      const fetch = () => Promise.reject(error)
      const client = createClient({ apiKey: key, baseUrl: `http://127.0.0.1:${port}`, allowHttp: true, fetch })
      const failure = await rejection(client.complaints.get("1"))
      const { attempts, reason } = PublicRecordsError.is(failure) ? failure : assert.fail()
      const message =
        `The base URL cannot be used: fetch refuses to send a request to port ${port}, which the Fetch standard blocks. ` +
        "Use another port."
      assert.deepStrictEqual([reason._tag, reason.message, attempts], ["InvalidOptions", message, 1])
    })
  }
})
