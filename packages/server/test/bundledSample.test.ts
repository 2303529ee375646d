import { readFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bundledFolder } from "../src/bundledFolder.ts"
import { loadBundledSample, sampleFile } from "../src/dataset/bundledSample.ts"
import { ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { sendRequest, at, data } from "./requests.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

const complaints = "/v0/dnc-complaints"

const serving = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

const failure = (bundledData: URL) =>
  Effect.map(Effect.flip(Effect.asVoid(ReferenceServer).pipe(serving({ bundledData }))), ({ message }) => message)

const folderWith = (contents: Readonly<Record<string, string | Uint8Array>>) =>
  Effect.map(temporaryFiles(contents), (path) => pathToFileURL(`${path("")}/`))

const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

/** A daily file of a hundred complaints from Parma. */
const packed = brotliCompressSync(
  [
    header,
    ...Array<string>(100).fill("2165550100,2021-07-07 10:00:00,2021-07-06 09:00:00,Parma,Ohio,440,Other,Y")
  ].join("\r\n")
)

/** A folder with a sample of a hundred complaints and with the notices of the bundled sample, one of them changed. */
const sampleFolder = Effect.gen(function* () {
  const notices = yield* Effect.promise(() => readFile(new URL("notices.json", bundledFolder), "utf8"))
  return yield* folderWith({
    [sampleFile]: packed,
    "notices.json": notices.replaceAll("Carl C. Icahn", "Another Buyer")
  })
})

describe("another folder of bundled files", () => {
  it.effect("has the contract, the page at /docs, and the day from which complaints are generated", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({
        [sampleFile]: packed,
        "notices.json": '{ "data": [] }',
        "openapi.yaml": "openapi: 3.1.0\ninfo: { title: Another contract }\n"
      })
      const bundledData = pathToFileURL(`${path("")}/`)
      const sent = yield* Effect.all(
        ["/openapi.json", "/docs", `${complaints}?api_key=mine`].map((url) => sendRequest(url, {}))
      ).pipe(serving({ bundledData, synthetic: 150, apiKeys: ["mine"] }))
      const [contract, page, list] = sent
      assert.strictEqual(at(contract?.json, "info", "title"), "Another contract")
      assert.include(page?.text, "<title>Another contract</title>")
      assert.strictEqual(at(list?.json, "meta", "records-total"), 150)
      assert.strictEqual(at(list?.json, "data", 49, "attributes", "consumer-city"), "Parma")
    }).pipe(Effect.scoped)
  )
})

describe("the bundled sample", () => {
  it.effect("is read from another folder if one is given", () =>
    Effect.gen(function* () {
      const bundledData = yield* sampleFolder
      yield* Effect.gen(function* () {
        const { dataSet } = yield* ReferenceServer
        assert.deepStrictEqual(dataSet, {
          source: "sample of 7 July 2021",
          isSample: true,
          complaints: 100,
          notices: 3_002,
          skipped: 0
        })
        const { json } = yield* sendRequest(
          "/v0/hsr-early-termination-notices?filter[transaction-number][value]=20110718"
        )
        assert.deepStrictEqual(
          [at(json, "data", 0, "id"), at(json, "data", 0, "attributes", "acquiring-party")],
          ["0254a428-d492-4d98-8bc6-e704bad804b7", "Another Buyer"]
        )
        const all = yield* sendRequest("/v0/hsr-early-termination-notices")
        assert.strictEqual(data(all).length, 50)
      }).pipe(serving({ bundledData }))
    }).pipe(Effect.scoped)
  )

  it.effect("is rejected with the name of its file if that is missing or damaged", () =>
    Effect.gen(function* () {
      const missing = yield* failure(yield* folderWith({}))
      assert.match(missing, new RegExp(`^The bundled file .*/${sampleFile} cannot be used: ENOENT`))
      const damaged = yield* failure(yield* folderWith({ [sampleFile]: packed.subarray(0, 50) }))
      assert.match(damaged, new RegExp(`^The bundled file .*/${sampleFile} cannot be used: `))
    }).pipe(Effect.scoped)
  )

  it.effect("names the file if a bundled notice is invalid or the file cannot be read", () =>
    Effect.gen(function* () {
      const notice = { id: "1", attributes: { date: "2021-02-03", created: "2021-02-03", updated: "2021-02-03" } }
      for (const [file, reason] of [
        [
          { "notices.json": JSON.stringify({ data: [notice, { ...notice, id: "" }] }) },
          "record 2: the record has no id"
        ],
        [{ "notices.json": "{" }, "JSON"],
        [{}, "ENOENT"]
      ] as const) {
        const damaged = yield* failure(yield* folderWith({ [sampleFile]: packed, ...file }))
        assert.match(damaged, new RegExp(`^The bundled file .*notices\\.json cannot be used: .*${reason}`))
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is shared by servers that start at the same time", () =>
    Effect.gen(function* () {
      const load = loadBundledSample(yield* sampleFolder)
      const [one, other] = yield* Effect.all([load, load], { concurrency: 2 })
      assert.strictEqual(one, other)
    }).pipe(Effect.scoped)
  )
})
