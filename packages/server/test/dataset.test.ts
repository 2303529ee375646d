import { writeFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { addNewestRecord } from "../src/dataset/addNewestRecord.ts"
import type { DataSet } from "../src/dataset/DataSet.ts"
import { type LoadProgress, ReferenceServer, type ReferenceServerOptions } from "../src/index.ts"
import { ComplaintStore } from "../src/store/ComplaintStore.ts"
import { NoticeStore } from "../src/store/NoticeStore.ts"
import { sendRequest, at, attribute, data, ids, key } from "./requests.ts"
import { header } from "./dailyFile.ts"
import { temporaryFiles } from "./temporaryFiles.ts"

const row = "2165550100,2021-07-07 10:00:00,2021-07-06 09:00:00,Cleveland,Ohio,216,Other,Y"
const quoted =
  '2165550101,2021-07-07 11:00:00,2021-07-06 09:00:00,"Rocky River, ""West""",Ohio,216,"Energy, solar,  & utilities",N'

const serving = (options: ReferenceServerOptions) => Effect.provide(ReferenceServer.layerInProcess(options))

const failure = (options: ReferenceServerOptions) =>
  sendRequest("/health").pipe(
    serving(options),
    Effect.flip,
    Effect.map((error) => (error instanceof Error ? error.message : String(error)))
  )

const complaints = "/v0/dnc-complaints"

const empty: DataSet = {
  complaints: new ComplaintStore([]),
  notices: new NoticeStore([]),
  summary: { source: "a test", isSample: true, complaints: 0, notices: 0, skipped: 0 }
}

/** Adds a record to a data set in memory. */
const adding = (dataSet: DataSet, collection: "complaints" | "notices") =>
  Effect.runSync(addNewestRecord(dataSet, collection))

const newestComplaint = ({ complaints }: DataSet) => Effect.runSync(complaints.all).at(-1)

describe("the progress of a load", () => {
  const progressOf = Effect.fnUntraced(function* (options: ReferenceServerOptions) {
    const reports: Array<readonly [string, number | undefined, number]> = []
    const onLoadProgress = ({ phase, records, share }: LoadProgress): void => void reports.push([phase, share, records])
    yield* Effect.asVoid(ReferenceServer).pipe(serving({ ...options, onLoadProgress }))
    return reports
  })

  it.effect("is complete at once for the bundled sample", () =>
    Effect.gen(function* () {
      const reports: Array<LoadProgress> = []
      yield* Effect.asVoid(ReferenceServer).pipe(
        serving({ onLoadProgress: (progress: LoadProgress) => void reports.push(progress) })
      )
      const done = { phase: "done", records: 14_034 + 3_002, share: 1, skipped: 0, firstSkipped: [] } as const
      assert.deepStrictEqual(reports, [done])
    })
  )

  it.effect("is reported for each 5,000 generated complaints", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* progressOf({ synthetic: 10_001 }), [
        ["reading", 5_000 / 10_001, 5_000],
        ["reading", 10_000 / 10_001, 10_000],
        ["indexing", 1, 10_101],
        ["done", 1, 10_101]
      ])
    })
  )

  it.live("is reported while requests are handled, also if the data is generated", () =>
    Effect.gen(function* () {
      let reports = 0
      const onLoadProgress = () => void (reports += 1)
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        reports = 0
        const reload = yield* Effect.forkChild(server.reload, { startImmediately: true })
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        assert.isBelow(reports, 8)
        yield* Fiber.join(reload)
        assert.strictEqual(reports, 8)
      }).pipe(serving({ synthetic: 30_001, onLoadProgress }))
    })
  )
})

describe("records that are not in memory", () => {
  const { complaints: oneComplaint } = adding(empty, "complaints")

  it.effect("are served and summarized like those of files", () =>
    Effect.gen(function* () {
      const { dataSet } = yield* ReferenceServer
      const summary = { source: "a mirror", isSample: false, complaints: 1, notices: 0, skipped: 0 }
      assert.deepStrictEqual(dataSet, summary)
      assert.strictEqual(data(yield* sendRequest(complaints)).length, 1)
    }).pipe(
      // No file is read.
      serving({
        data: ["/nowhere.csv"],
        openRecords: Effect.succeed({ source: "a mirror", complaints: oneComplaint, notices: [] })
      })
    )
  )

  it.effect("stop the start with the reason if they cannot be opened", () =>
    Effect.gen(function* () {
      const message = yield* failure({ openRecords: Effect.fail(new Error("mirror.db is locked.")) })
      assert.strictEqual(message, "mirror.db is locked.")
    })
  )
})

describe("a new record of the fault `mutate`", () => {
  it("is a second newer than the newest complaint, and has all fields", () => {
    const one = adding(empty, "complaints")
    assert.deepInclude(newestComplaint(one), {
      createdDate: "2021-07-08 00:00:00",
      violationDate: "2021-07-08 00:00:00",
      companyPhoneNumber: "2025550100",
      consumerCity: "",
      consumerState: "Ohio",
      consumerAreaCode: "216",
      subject: "Other",
      recordedMessageOrRobocall: "Y"
    })
    const two = adding(one, "complaints")
    assert.strictEqual(newestComplaint(two)?.createdDate, "2021-07-08 00:00:01")
    assert.lengthOf(Effect.runSync(two.complaints.all), 2)
    assert.notStrictEqual(newestComplaint(two)?.id, newestComplaint(one)?.id)
    assert.deepStrictEqual(two.summary, { ...empty.summary, complaints: 2 })
  })

  it("is created on the next day if the newest one was created in the last second of a day", () => {
    const newest = newestComplaint(adding(empty, "complaints"))
    assert.isDefined(newest)
    const lastSecond = new ComplaintStore([{ ...newest, id: "last", createdDate: "2021-12-31 23:59:59" }])
    const after = adding({ ...empty, complaints: lastSecond }, "complaints")
    assert.strictEqual(newestComplaint(after)?.createdDate, "2022-01-01 00:00:00")
  })

  it("is newer than a notice whose time has another zone", () => {
    const one = adding(empty, "notices")
    const [notice] = one.notices
    assert.isDefined(notice)
    const western = new NoticeStore([{ ...notice, id: "west", created: "2021-07-08T20:00:00-05:00" }])
    const { notices } = adding({ ...empty, notices: western }, "notices")
    assert.strictEqual(notices.newest?.created, "2021-07-09T01:00:01+00:00")
  })

  it("is a second newer than the newest notice, and has all fields", () => {
    const one = adding(empty, "notices")
    const two = adding(one, "notices")
    const { newest } = two.notices
    assert.notStrictEqual(newest?.id, one.notices.newest?.id)
    assert.deepInclude(newest, {
      title: "20990001: Sample Newcomer Holdings, LLC; Example Arrival Works, Inc.",
      transactionNumber: "20990001",
      acquiringParty: "Sample Newcomer Holdings, LLC",
      acquiredParty: "Example Arrival Works, Inc.",
      acquiredEntities: ["Example Arrival Works, Inc."],
      date: "2021-07-08",
      created: "2021-07-08T00:00:02+00:00",
      updated: "2021-07-08T00:00:02+00:00"
    })
    assert.deepStrictEqual(two.summary, { ...empty.summary, notices: 2 })
  })
})

describe("a data set", () => {
  it.effect("is the bundled sample by default, as its summary states", () =>
    Effect.gen(function* () {
      const { dataSet } = yield* ReferenceServer
      assert.deepStrictEqual(dataSet, {
        source: "sample of 7 July 2021",
        isSample: true,
        complaints: 14_034,
        notices: 3_002,
        skipped: 0
      })
    }).pipe(serving({}))
  )

  it.effect("contains the first of several notices with the same id", () =>
    Effect.gen(function* () {
      const notice = {
        id: "notice-1",
        transactionNumber: "20200001",
        title: "20200001: A; B",
        acquiringParty: "A",
        acquiredParty: "B",
        acquiredEntities: ["B"],
        date: "2020-01-02",
        created: "2020-01-02T10:00:00+00:00",
        updated: "2020-01-02T10:00:00+00:00",
        tags: []
      }
      const path = yield* temporaryFiles({ "list.json": JSON.stringify([notice, { ...notice, acquiringParty: "C" }]) })
      yield* Effect.gen(function* () {
        const response = yield* sendRequest("/v0/hsr-early-termination-notices")
        assert.deepStrictEqual(attribute(response, "acquiring-party"), ["A"])
      }).pipe(serving({ data: [path("list.json")] }))
    }).pipe(Effect.scoped)
  )

  it.effect("has the same ids after a reload and in another order of rows", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({
        "a.csv": `${header}\n${row}\n${row}\n${quoted}\n`,
        "b.csv": `${header}\n${quoted}\n${row}\n${row}`
      })
      const before = yield* sendRequest(complaints).pipe(serving({ data: [path("a.csv")] }))
      assert.strictEqual(new Set(ids(before)).size, 3)
      const other = yield* sendRequest(complaints).pipe(serving({ data: [path("b.csv")] }))
      assert.deepStrictEqual(ids(other), ids(before))
      yield* Effect.gen(function* () {
        const server = yield* ReferenceServer
        yield* Effect.promise(() => writeFile(path("a.csv"), `${header}\n${quoted}\n${row}\n`))
        const summary = yield* server.reload
        assert.strictEqual(summary.complaints, 2)
        assert.strictEqual(server.dataSet.complaints, 2)
        assert.isTrue(ids(yield* sendRequest(complaints)).every((id) => ids(before).includes(id)))
        yield* Effect.promise(() => writeFile(path("a.csv"), "nonsense"))
        assert.include((yield* Effect.flip(server.reload)).message, "line 1: the header")
        assert.strictEqual(ids(yield* sendRequest(complaints)).length, 2)
      }).pipe(serving({ data: [path("a.csv")] }))
    }).pipe(Effect.scoped)
  )

  it.effect("is read from responses of the service, arrays, NDJSON and the output of list and export", () =>
    Effect.gen(function* () {
      const responses = yield* Effect.all({
        complaints: sendRequest(`${complaints}?items_per_page=3`),
        notices: sendRequest("/v0/hsr-early-termination-notices?filter[title][value]=blockbuster")
      }).pipe(serving({}))
      const flat = {
        id: "flat-1",
        companyPhoneNumber: null,
        createdDate: "2021-07-07 09:00:00",
        violationDate: "2021-07-07 08:00:00",
        consumerCity: null,
        consumerState: "Ohio",
        consumerAreaCode: null,
        subject: null,
        isRobocall: false
      }
      const flatNotice = {
        id: "notice-1",
        transactionNumber: "20200001",
        title: "20200001: A; B",
        acquiringParty: "A",
        acquiredParty: "B",
        acquiredEntities: ["B", "C"],
        date: "2020-01-02",
        created: "2020-01-02T10:00:00+00:00",
        updated: "2020-01-02T10:00:00+00:00",
        tags: []
      }
      const csvNotice =
        "id,transactionNumber,title,acquiringParty,acquiredParty,acquiredEntities,date,created,updated,tags\r\n" +
        'notice-2,20200002,20200002: D; E,D,E,"[""E""]",2020-01-03,2020-01-03T10:00:00+00:00,2020-01-03T10:00:00+00:00,"[""x""]"\r\n'
      const path = yield* temporaryFiles({
        "page.json": responses.complaints.text,
        "notices.json": responses.notices.text,
        "list.json": JSON.stringify([flat, flatNotice]),
        "same.ndjson": `${data(responses.complaints)
          .map((record) => JSON.stringify(record))
          .join("\n")}\n`,
        "notices.csv": csvNotice
      })
      yield* Effect.gen(function* () {
        const { source } = (yield* ReferenceServer).dataSet
        assert.strictEqual(source, "page.json, notices.json, list.json, same.ndjson, notices.csv")
        const response = yield* sendRequest(complaints)
        assert.deepStrictEqual(ids(response), [...ids(responses.complaints), "flat-1"])
        assert.strictEqual(attribute(response, "recorded-message-or-robocall").at(-1), "N")
        assert.strictEqual(attribute(response, "consumer-city").at(-1), "")
        const notices = yield* sendRequest("/v0/hsr-early-termination-notices")
        assert.deepStrictEqual(ids(notices), ["notice-2", "notice-1", ...ids(responses.notices)])
        assert.deepStrictEqual(attribute(notices, "tags"), [["x"], undefined, undefined, undefined])
        assert.deepStrictEqual(attribute(notices, "acquired-entities")[1], ["B", "C"])
      }).pipe(
        serving({
          data: ["page.json", "notices.json", "list.json", "same.ndjson", "notices.csv"].map((name) => path(name))
        })
      )
    }).pipe(Effect.scoped)
  )

  const invalid: ReadonlyArray<readonly [string, string, string]> = [
    ["columns.csv", `${header}\n${row}\n1,2,3\n`, "line 3: the row has 3 columns instead of 8."],
    ["id.json", '[{"type":"dnc_complaint","attributes":{}}]', "record 1: the record has no id."]
  ]

  it.effect.each(invalid)(
    "is rejected with file and row, record or line if it is invalid: %s",
    ([name, text, expected]) =>
      Effect.gen(function* () {
        const path = yield* temporaryFiles({ [name]: text })
        assert.strictEqual(yield* failure({ data: [path(name)] }), `${path(name)}, ${expected}`)
      }).pipe(Effect.scoped)
  )

  it.effect("skips and counts invalid rows with onBadRow skip, but never an entire file", () =>
    Effect.gen(function* () {
      const path = yield* temporaryFiles({ "some.csv": `${header}\n${row}\n1,2\n${quoted}\n`, "none.csv": "x\n" })
      const { dataSet } = yield* Effect.provide(
        ReferenceServer,
        ReferenceServer.layerInProcess({ data: [path("some.csv")], onBadRow: "skip" })
      )
      assert.strictEqual(dataSet.complaints, 2)
      assert.strictEqual(dataSet.skipped, 1)
      assert.include(yield* failure({ data: [path("none.csv")], onBadRow: "skip" }), "line 1: the header")
    }).pipe(Effect.scoped)
  )

  it.effect("is generated from a seed, the same each time", () =>
    Effect.gen(function* () {
      const served = (seed: number) => sendRequest(complaints).pipe(serving({ synthetic: 2_000, seed }))
      const first = yield* served(1)
      assert.strictEqual((yield* served(1)).text, first.text)
      const reloaded = Effect.andThen(
        ReferenceServer.use(({ reload }) => reload),
        sendRequest(complaints)
      )
      assert.strictEqual((yield* reloaded.pipe(serving({ synthetic: 2_000, seed: 1 }))).text, first.text)
      assert.notStrictEqual((yield* served(2)).text, first.text)
      const notices = (seed: number) =>
        sendRequest("/v0/hsr-early-termination-notices").pipe(serving({ synthetic: 100, seed }))
      assert.notStrictEqual((yield* notices(2)).text, (yield* notices(1)).text)
      assert.strictEqual(at(first.json, "meta", "records-total"), 2_000)
      const { dataSet } = yield* Effect.provide(ReferenceServer, ReferenceServer.layerInProcess({ synthetic: 2_000 }))
      assert.strictEqual(dataSet.source, "2000 generated complaints (seed 1)")
      assert.strictEqual(dataSet.notices, 20)
      assert.isTrue(dataSet.isSample)
      const one = yield* Effect.provide(ReferenceServer, ReferenceServer.layerInProcess({ synthetic: 1 }))
      assert.strictEqual(one.dataSet.source, "1 generated complaint (seed 1)")
      const robocalls = yield* sendRequest(`${complaints}?is_robocall=true`, { headers: key }).pipe(
        serving({ synthetic: 2_000 })
      )
      // Seven in ten of the real complaints are robocalls.
      assert.approximately(Number(at(robocalls.json, "meta", "records-total")), 1_382, 100)
    })
  )

  it.effect("cannot be both read from files and generated", () =>
    Effect.gen(function* () {
      assert.include(yield* failure({ data: ["a.csv"], synthetic: 1 }), "cannot be served together")
    })
  )
})
