import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Option, Schema } from "effect"
import { complaintDecoder } from "../src/records/Complaint.ts"
import { decodeEnvelope } from "../src/records/Envelope.ts"
import { noticeDecoder } from "../src/records/Notice.ts"
import { decodePage } from "../src/records/Page.ts"
import { linkRewriter } from "../src/records/RecordLink.ts"
import { withClient } from "./withClient.ts"

const base = new URL("https://api.ftc.gov")
const mirror = new URL("https://mirror.test:8443/ftc/")

const rewritten = (links: ReadonlyArray<string>, ...options: Parameters<typeof linkRewriter>) =>
  links.map(linkRewriter(...options))

describe("linkRewriter", () => {
  it("rewrites links of any host to the base URL", () => {
    const links = [
      "https://www.ftc.gov/v0/dnc-complaints/da64fbb5c8bdbeb5bf7313be6ac8f64c",
      "https://www.ftc.gov/v0/hsr-early-termination-notices/0254a428-d492-4d98-8bc6-e704bad804b7?resourceVersion=id%3A2358",
      "http://127.0.0.1:8080/v0/dnc-complaints/1",
      "http://api.ftc.gov/v0/dnc-complaints/1"
    ]
    assert.deepStrictEqual(rewritten(links, base), [
      "https://api.ftc.gov/v0/dnc-complaints/da64fbb5c8bdbeb5bf7313be6ac8f64c",
      "https://api.ftc.gov/v0/hsr-early-termination-notices/0254a428-d492-4d98-8bc6-e704bad804b7?resourceVersion=id%3A2358",
      "https://api.ftc.gov/v0/dnc-complaints/1",
      "https://api.ftc.gov/v0/dnc-complaints/1"
    ])
  })

  it("does not affect the links of another client", () => {
    const [toBase, toMirror] = [linkRewriter(base), linkRewriter(mirror)]
    const link = (id: number) => `https://www.ftc.gov/v0/a/${id}`
    assert.deepStrictEqual(
      [toBase(link(1)), toMirror(link(2)), toBase(link(3)), toMirror(link(4))],
      [
        "https://api.ftc.gov/v0/a/1",
        "https://mirror.test:8443/ftc/v0/a/2",
        "https://api.ftc.gov/v0/a/3",
        "https://mirror.test:8443/ftc/v0/a/4"
      ]
    )
  })

  it("adds the path of the base URL once", () => {
    const links = [
      "https://www.ftc.gov/v0/dnc-complaints/1",
      "https://www.ftc.gov/ftc/v0/dnc-complaints/1",
      "https://mirror.test:8443/ftc/v0/dnc-complaints/1",
      "/v0/dnc-complaints/1",
      "/ftc/v0/dnc-complaints/1",
      "v0/dnc-complaints/1",
      "//www.ftc.gov/v0/dnc-complaints/1"
    ]
    assert.deepStrictEqual(
      rewritten(links, mirror),
      links.map(() => "https://mirror.test:8443/ftc/v0/dnc-complaints/1")
    )
  })

  it("ignores slashes at the end of the base URL", () => {
    const slashes = new URL("https://mirror.test:8443/ftc//")
    assert.deepStrictEqual(rewritten(["/v0/a/1"], slashes), ["https://mirror.test:8443/ftc/v0/a/1"])
  })

  it("does not add the path of the base URL to a link with its origin", () => {
    const link = "https://mirror.test:8443/v0/a/1"
    assert.deepStrictEqual(rewritten([link], mirror), [link])
  })

  it("leaves links to the base URL and to listed hosts unchanged", () => {
    const links = ["https://api.ftc.gov/v0/dnc-complaints/1?x=1", "https://www.ftc.gov/v0/dnc-complaints/1"]
    assert.deepStrictEqual(rewritten(links, base, ["www.ftc.gov"]), links)
  })

  it("rewrites links to a listed host without HTTPS or on another port", () => {
    assert.deepStrictEqual(
      rewritten(["http://www.ftc.gov/v0/a/1", "https://www.ftc.gov:444/v0/a/1"], base, ["www.ftc.gov"]),
      ["https://api.ftc.gov/v0/a/1", "https://api.ftc.gov/v0/a/1"]
    )
    const local = new URL("http://127.0.0.1:1")
    const others = ["http://other.test/v0/a/1", "https://other.test/v0/a/1"]
    assert.deepStrictEqual(rewritten(others, local, ["other.test"]), others)
  })

  it("rewrites links to hosts and paths that only begin or end like known ones", () => {
    const links = ["https://evil-www.ftc.gov/v0/a/1", "https://www.ftc.gov.evil.test/v0/a/1"]
    assert.deepStrictEqual(
      rewritten(links, base, ["www.ftc.gov"]),
      links.map(() => "https://api.ftc.gov/v0/a/1")
    )
    assert.deepStrictEqual(rewritten(["/ftcx/v0/a/1", "/ftc"], mirror), [
      "https://mirror.test:8443/ftc/ftcx/v0/a/1",
      "https://mirror.test:8443/ftc/ftc"
    ])
  })

  it("removes fragments, user names and the key from links to listed hosts, too", () => {
    const links = [
      "https://www.ftc.gov/v0/a/1#b",
      "https://me:word@www.ftc.gov/v0/a/1",
      "https://www.ftc.gov/v0/a/1?api_key=k#b"
    ]
    assert.deepStrictEqual(
      rewritten(links, base, ["www.ftc.gov"]),
      links.map(() => "https://www.ftc.gov/v0/a/1")
    )
  })

  it("removes the key in any spelling", () => {
    const canary = "canary-key-0123456789"
    const links = [
      `https://www.ftc.gov/v0/dnc-complaints/1?api_key=${canary}`,
      `https://api.ftc.gov/v0/dnc-complaints/1?api_key=${canary}`,
      `https://www.ftc.gov/v0/dnc-complaints/1?api%5Fkey=${canary}`,
      `https://www.ftc.gov/v0/dnc-complaints/1?API_KEY=${canary}`,
      `https://www.ftc.gov/v0/dnc-complaints/1#api_key=${canary}`,
      `https://${canary}@www.ftc.gov/v0/dnc-complaints/1`,
      `/v0/dnc-complaints/1?api_key=${canary}`
    ]
    assert.deepStrictEqual(
      rewritten(links, base),
      links.map(() => "https://api.ftc.gov/v0/dnc-complaints/1")
    )
    assert.deepStrictEqual(rewritten([`https://a.test/v0/b/1?a=1&api_key=${canary}&c=%3A+2`], base), [
      "https://api.ftc.gov/v0/b/1?a=1&c=%3A+2"
    ])
  })

  it("returns null for a link that is not a web address", () => {
    const none = [
      "",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "ftp://www.ftc.gov/v0/a",
      "https://",
      "https://[/v0/a/1",
      "https://[/v0/a/2",
      "mailto:a@b.test"
    ]
    assert.deepStrictEqual(
      rewritten(none, base),
      none.map(() => null)
    )
  })

  const pieces = [
    ...String.raw`https: http: / // ? # & = : @ % %2e .. \ a é [ ftc www.ftc.gov api.ftc.gov api_key=k`.split(" "),
    ...String.raw`mirror.test:8443 https://www.ftc.gov/v0 /v0 api%5Fkey=k`.split(" "),
    " ",
    "\t"
  ]
  const Pieces = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(5))
  const beginning = Arbitrary.map(Arbitrary.schema(Pieces), (chosen) => chosen.join(""))
  const plain = [
    "1",
    "da64-fbb5_",
    "0254a428?resourceVersion=id%3A2358",
    "www",
    "a?b=",
    "..",
    "a.b",
    "?api_key=k",
    "a#b/c",
    ""
  ]

  it.prop(
    "returns the same link with and without a previous link",
    { beginning, ending: Arbitrary.all([Arbitrary.schema(Schema.Literals([...plain, "/", "//"])), beginning]) },
    ({ beginning, ending: [plainEnding, more] }) => {
      for (const target of [base, mirror]) {
        for (const link of [
          `${beginning}/${plainEnding}`,
          `${beginning}/${more}`,
          `${beginning}/${plainEnding}${more}`
        ]) {
          const rewriteLink = linkRewriter(target, ["www.ftc.gov"])
          rewriteLink(`${beginning}/another`)
          // URLs ignore a leading space, but with it the link does not start with a known start.
          assert.strictEqual(rewriteLink(link), linkRewriter(target, ["www.ftc.gov"])(` ${link}`))
        }
      }
    },
    { arbitrary: { runs: 2000 } }
  )
})

describe("the links of a page", () => {
  const self = "https://www.ftc.gov/v0/a/1"
  const complaint = {
    type: "dnc_complaint",
    id: "1",
    attributes: { "created-date": "2021-03-03 23:59:53", "violation-date": "2021-03-02" },
    links: { self }
  }
  const notice = {
    type: "early_termination_notice",
    id: "1",
    attributes: { created: "2021-03-03", updated: "2021-03-03", date: "2021-03-03" },
    links: { self: { href: self } }
  }
  const envelopeOf = (data: ReadonlyArray<unknown>) => Option.getOrThrow(decodeEnvelope({ data }))

  it("are rewritten in both collections", () => {
    const rewriteLink = linkRewriter(base)
    const links = [
      ...decodePage(complaintDecoder, rewriteLink)(envelopeOf([complaint, { ...complaint, links: {} }]), 0).records,
      ...decodePage(noticeDecoder, rewriteLink)(envelopeOf([notice, { ...notice, links: { self: {} } }]), 0).records
    ].map((record) => record.link)
    assert.deepStrictEqual(links, ["https://api.ftc.gov/v0/a/1", null, "https://api.ftc.gov/v0/a/1", null])
  })

  it.effect("are rewritten by a client, except those to its linkHosts", () =>
    Effect.gen(function* () {
      for (const [linkHosts, expected] of [
        [[], "https://records.test/v0/a/1"],
        [["www.ftc.gov"], self]
      ] as const) {
        const { result } = yield* withClient(
          ({ pathname }) => Response.json({ data: [pathname.includes("dnc") ? complaint : notice] }),
          ({ complaints, notices }) => Effect.all([complaints.get("1"), notices.get("1")]),
          { linkHosts }
        )
        const links = result._tag === "Success" ? result.success.map(({ link }) => link) : []
        assert.deepStrictEqual(links, [expected, expected])
      }
    })
  )

  it("stay unchanged without a rewriter, and become null if they are empty", () => {
    const page = decodePage(complaintDecoder)(envelopeOf([complaint, { ...complaint, links: { self: "" } }]), 0)
    assert.deepStrictEqual(
      page.records.map(({ link }) => link),
      [self, null]
    )
  })
})
