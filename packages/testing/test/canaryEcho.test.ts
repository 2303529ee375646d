import { assert, describe, it } from "@effect/vitest"
import { ComplaintQuery, NoticeQuery, PublicRecords } from "@public-records/core"
import { Effect, Layer, Stream } from "effect"
import { inVirtualTime } from "../src/virtualTime.ts"
import { HttpClient, HttpClientResponse } from "effect/http"
import { canaryKey, findCanary } from "../src/Canary.ts"
import { complaintRecord, noticeRecord, sampleComplaints, sampleNotices } from "../src/Samples.ts"
import { makeOutputRecorder } from "./OutputRecorder.ts"

/** Encodings of the key as a JSON string. */
const spellings: ReadonlyArray<readonly [name: string, inJson: string]> = [
  ["unchanged", JSON.stringify(canaryKey)],
  ["escaped slashes", JSON.stringify(canaryKey).replaceAll("/", String.raw`\/`)],
  [
    "escaped letters",
    `"${[...canaryKey].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`
  ],
  ["percent-encoded", JSON.stringify(encodeURIComponent(canaryKey))],
  ["upper case", JSON.stringify(canaryKey.toUpperCase())],
  ["Base64", JSON.stringify(Buffer.from(canaryKey).toString("base64"))],
  ["Base64 after a user name", JSON.stringify(Buffer.from(`me:${canaryKey}`).toString("base64"))]
]

const [complaint] = sampleComplaints.map(complaintRecord)
const [notice] = sampleNotices.map(noticeRecord)
const placeholder = "THE-KEY"
const linkWith = `https://records.test/x?api_key=${placeholder}`

/** Bodies that have the key in every field that a client reads. */
const bodies: ReadonlyArray<readonly [name: string, status: number, body: unknown]> = [
  [
    "the fields of a complaint",
    200,
    { data: [{ ...complaint, attributes: { ...complaint?.attributes, subject: placeholder } }] }
  ],
  ["the id of a complaint", 200, { data: [{ ...complaint, id: placeholder }] }],
  ["the link of a complaint", 200, { data: [{ ...complaint, links: { self: linkWith } }] }],
  ["the fields of a notice", 200, { data: [{ ...notice, attributes: { ...notice?.attributes, title: placeholder } }] }],
  ["the link of a notice", 200, { data: [{ ...notice, links: { self: { href: linkWith } } }] }],
  ["the links of a page", 200, { data: [], links: { self: linkWith, next: linkWith } }],
  ["an invalid record", 200, { data: [{ type: "dnc_complaint", id: placeholder, attributes: { x: linkWith } }] }],
  ["an error of the gateway", 403, { error: { code: "API_KEY_INVALID", message: `Key ${placeholder}` } }],
  ["the code of an error of the gateway", 400, { error: { code: placeholder } }],
  ["an error of the notices' back end", 400, { errors: [{ title: placeholder, detail: linkWith }] }],
  ["a response in another format", 200, { [placeholder]: [placeholder] }]
]

const clientOf = (answer: () => Response) =>
  PublicRecords.layer({ apiKey: canaryKey, baseUrl: "https://records.test" }).pipe(
    Layer.provide(
      Layer.succeed(
        HttpClient.HttpClient,
        HttpClient.make((request) => Effect.sync(() => HttpClientResponse.fromWeb(request, answer())))
      )
    )
  )

/** Reads both collections completely and returns everything that was emitted. */
const everythingSeen = (answer: () => Response) =>
  Effect.gen(function* () {
    const { complaints, notices } = yield* PublicRecords
    const outcomes = yield* Effect.all([
      Effect.result(complaints.page(ComplaintQuery.default)),
      Effect.result(notices.page(NoticeQuery.default)),
      Effect.result(complaints.get("0123456789abcdef")),
      Effect.result(Stream.runCollect(notices.stream(NoticeQuery.default)))
    ])
    return outcomes
  }).pipe(Effect.provide(clientOf(answer)), (asking) =>
    Effect.promise(() => inVirtualTime(makeOutputRecorder().watch(asking), 0)).pipe(
      Effect.flatMap(({ exit }) => exit ?? Effect.die("the calls never ended")),
      Effect.map(({ seen }) => seen)
    )
  )

describe("a key that the service repeats", () => {
  for (const [name, status, body] of bodies) {
    it.effect(`is masked in ${name}, in every spelling`, () =>
      Effect.gen(function* () {
        for (const [spelling, inJson] of spellings) {
          const text = JSON.stringify(body).replaceAll(placeholder, inJson.slice(1, -1))
          const seen = yield* everythingSeen(() => new Response(text, { status }))
          assert.deepStrictEqual(findCanary(seen), [], spelling)
        }
      })
    )
  }

  const headers: ReadonlyArray<readonly [name: string, status: number, headers: Readonly<Record<string, string>>]> = [
    ["the path of a redirect to another origin", 307, { location: `https://elsewhere.test/${canaryKey}` }],
    ["the query of a redirect to another origin", 307, { location: `https://elsewhere.test/?api_key=${canaryKey}` }],
    [
      "the user name of a redirect to another origin",
      307,
      { location: `https://${encodeURIComponent(canaryKey)}@elsewhere.test/` }
    ],
    ["the query of a redirect within the origin", 307, { location: `/v1?api_key=${encodeURIComponent(canaryKey)}` }],
    ["the limit's headers", 200, { "x-ratelimit-limit": canaryKey, "x-ratelimit-remaining": canaryKey }],
    ["Retry-After", 429, { "retry-after": canaryKey }],
    ["ETag", 200, { etag: `"${canaryKey}"` }],
    ["a custom header", 403, { "x-echo": canaryKey }],
    ["a cookie", 200, { "set-cookie": `key=${encodeURIComponent(canaryKey)}` }]
  ]

  for (const [name, status, echo] of headers) {
    it.effect(`is masked in ${name}`, () =>
      Effect.gen(function* () {
        const seen = yield* everythingSeen(() => new Response('{"data":[]}', { status, headers: echo }))
        assert.deepStrictEqual(findCanary(seen), [])
      })
    )
  }
})
