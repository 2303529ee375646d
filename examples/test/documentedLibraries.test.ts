import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { CallListener, type ClientEvent, ComplaintQuery, PublicRecords } from "@public-records/core"
import { FaultKind, ReferenceServer, stockBurstLimits } from "@public-records/server"
import { dataFiles } from "@public-records/testing/drivers/SampleService"
import { defaultSetup } from "@public-records/testing/Scenario"
import { inVirtualTime } from "@public-records/testing/virtualTime"
import { Duration, Effect, Layer, Option, Schema } from "effect"
import { exitCodeOfReason } from "../../apps/cli/src/exitCodes.ts"
import { optionsProblem } from "../../packages/core/src/promise/options.ts"
import { columns, defaultTags, rowsWith } from "../../packages/core/test/documentedDefaults.ts"
import { exportFormats, formatOfEnding } from "../../packages/export/src/ExportFormat.ts"
import { dayTarget, fileTarget } from "../../packages/export/src/Target.ts"
import { dimensions } from "../../packages/mirror/src/answers/dimensions.ts"
import { blocklistFormats, defaultForms } from "../../packages/mirror/src/blocklist/formats.ts"
import { schema } from "../../packages/mirror/src/store/schema.ts"
import { Fault } from "../../packages/server/src/faults/FaultSchedule.ts"
import { gatewayError } from "../../packages/server/src/gateway/GatewayError.ts"
import { checkOptions } from "../../packages/server/src/OptionRules.ts"
import { profiles } from "../../packages/server/src/Profile.ts"
import { inCode, oneLine, read, wordsOf } from "./documentText.ts"

/** Returns the events of a call that waits for its turn and is repeated. */
const eventsOfCall = Effect.gen(function* () {
  const events: Array<ClientEvent> = []
  const { faults } = yield* ReferenceServer
  yield* faults.next({ do: "status", status: 429, retryAfter: 60 })
  const client = yield* PublicRecords
  const page = client.complaints.page(ComplaintQuery.default)
  // Waits for the pause that the service requests from the first call.
  const later = Effect.delay(Effect.ignore(client.complaints.get("unknown")), "1 second")
  yield* Effect.all([page, later], { concurrency: 2 }).pipe(
    Effect.provideService(CallListener, (event) => Effect.sync(() => void events.push(event)))
  )
  return events
}).pipe(
  Effect.provide(
    PublicRecords.layer({ apiKey: "DEMO_KEY", baseUrl: "https://reference-server.invalid" }).pipe(
      Layer.provide(ReferenceServer.httpClient),
      Layer.provideMerge(ReferenceServer.layerInProcess({ data: dataFiles(defaultSetup) }))
    )
  )
)

describe("docs/embedding.md", () => {
  const page = oneLine("docs/embedding.md")

  it("has the options of clients, calls and walks", () => {
    // Only the Effect entry has this one.
    const names = [...columns("docs/embedding.md", "option", "default").keys()].filter((name) => name !== "onReport")
    const owners = ["A client", "A call", "A stream", "A walk of pages"] as const
    const isKnown = (name: string) =>
      owners.some((owner) => optionsProblem(owner, Object.fromEntries([[name, undefined]])) === undefined)
    assert.deepStrictEqual(
      names.filter((name) => !isKnown(name)),
      []
    )
    const inSource = read("packages/core/src/promise/options.ts").split("const methods")[0] ?? ""
    const all = (inSource.match(/"[a-zA-Z]+"/g) ?? []).map((name) => name.slice(1, -1))
    assert.includeMembers(
      names,
      all.filter((name) => !/^on(Call|CallEnd|Request|Response|Retry|Wait)$/.test(name))
    )
  })

  it("has the defaults of the docblocks for Promises", () => {
    const table = columns("docs/embedding.md", "option", "default")
    const tags = defaultTags("packages/core/src/promise/api.ts")
    for (const name of ["timeout", "deadline", "maxWait", "maxRetries", "priority", "headers", "logLevel"]) {
      assert.strictEqual(tags.get(name), table.get(name), name)
    }
    for (const name of ["allowHttp", "requestsPerHour", "cache", "linkHosts", "userAgent", "concurrency", "logger"]) {
      assert.strictEqual(tags.get(name), table.get(name), name)
    }
  })

  it("has all kinds of failures", () => {
    const rows = rowsWith("code", "docs/embedding.md").map(({ code = "" }) => code)
    assert.sameMembers(rows, Object.keys(exitCodeOfReason))
  })

  it.live("has the members of each event", () =>
    Effect.gen(function* () {
      const { exit } = yield* Effect.promise(() => inVirtualTime(eventsOfCall))
      const events = yield* exit ?? Effect.die("The calls never end.")
      for (const { hook = "", "members of the event": members } of rowsWith("hook", "docs/embedding.md")) {
        const event = events.find(({ _tag }) => `on${_tag}` === hook) ?? assert.fail(`no event for ${hook}`)
        const own = Object.keys(event).filter((name) => !["_tag", "callId", "operation"].includes(name))
        const documented = wordsOf(members).filter((name) => !name.startsWith('"'))
        assert.sameMembers(own, [...documented], hook)
      }
    })
  )

  it("has the attributes of spans", () => {
    const attributes = page.match(/public_records\.\w+/g) ?? []
    const inSource = read("packages/core/src/Collection.ts").match(/public_records\.\w+/g) ?? []
    assert.sameMembers([...new Set(attributes)], [...new Set(inSource)])
  })

  it("has the metrics of the client with their attributes", () => {
    const rows = rowsWith("metric", "docs/embedding.md").map(({ attributes = "", metric = "" }) => [metric, attributes])
    const source = read("packages/core/src/client/telemetry.ts") + read("packages/core/src/budget/Quota.ts")
    const counters = Array.from(source.matchAll(/counterBy\(\s*"(\w+)",\s*"(\w+)"/g), ([, name, label]) => [
      name,
      label
    ])
    const histograms = Array.from(source.matchAll(/Metric\.histogram\(\s*"(\w+)"/g), ([, name]) => [name, ""])
    assert.sameDeepMembers(rows, [...counters, ...histograms])
  })

  it("has the entries of the package", () => {
    const { exports } = JSON.parse(read("packages/core/package.json"))
    const entries = Object.keys(exports).map((name) => name.replace(".", "@public-records/core"))
    for (const document of ["docs/embedding.md", "packages/core/README.md"]) {
      assert.sameMembers(
        rowsWith("entry", document).map(({ entry = "" }) => entry),
        entries.filter((name) => !name.endsWith("package.json"))
      )
    }
  })

  it("has the variables of layerConfig", () => {
    const [, sentence = ""] = /reads its options from (`PUBLIC_RECORDS.*?)\. It is a module/.exec(page) ?? []
    const inSource = read("packages/core/src/config.ts").match(/(?<=\(")PUBLIC_RECORDS_\w+/g) ?? []
    assert.sameMembers([...inCode(sentence)], [...new Set(inSource)])
  })
})

describe("docs/server.md", () => {
  const page = oneLine("docs/server.md")

  it.effect("has the members of each kind of fault", () =>
    Effect.gen(function* () {
      const values = { status: 503, retryAfter: 1, headers: {}, body: "", ms: 1 }
      const needed = { status: { status: 503 }, delay: { ms: 1 } }
      const rows = rowsWith("do", "docs/server.md")
      assert.sameMembers(
        rows.map((row) => row["do"] ?? ""),
        [...FaultKind.literals]
      )
      const ofStatus = wordsOf(rows.find((row) => row["do"] === "status")?.["members"])
      for (const { do: kind = "", members = "" } of rows) {
        const documented = members.startsWith("the same") ? ofStatus : wordsOf(members)
        for (const [name, value] of Object.entries(values)) {
          const fault = { ...Reflect.get(needed, kind), do: kind, [name]: value }
          const decoded = yield* Effect.option(Schema.decodeUnknownEffect(Fault)(fault, { onExcessProperty: "error" }))
          assert.strictEqual(Option.isSome(decoded), documented.includes(name), `${kind} ${name}`)
        }
      }
    })
  )

  it("has the status of each error of the gateway", () => {
    const pairs = Array.from(read("docs/server.md").matchAll(/\b([45]\d\d) `([A-Z_]+)`/g))
    assert.isAbove(pairs.length, 7)
    const statuses = new Map(
      Array.from(
        read("packages/server/src/gateway/GatewayError.ts").matchAll(/([A-Z_]+): \{\s*status: (\d+)/g),
        ([, code = "", status = ""]) => [code, status]
      )
    )
    assert.strictEqual(statuses.get("NOT_FOUND"), String(gatewayError("NOT_FOUND").status))
    for (const [, status = "", code = ""] of pairs) assert.strictEqual(status, statuses.get(code), code)
  })

  it("has the differences of the profiles", () => {
    const shown: Readonly<Record<string, (value: unknown) => string>> = {
      servesTags: (value) => (value === true ? "those of the data" : "absent"),
      rejectsBrokenRules: (value) => (value === true ? "400" : "200"),
      defaultNoticeDirection: (value) => (value === "DESC" ? "descending" : "ascending"),
      noticeContentType: (value) => String(value),
      linkOrigin: (value) => (value === undefined ? "the server's base URL" : String(value)),
      noticeHasMeta: (value) => (value === true ? "[]" : "absent"),
      hasDrupalExtras: (value) => (value === true ? "present" : "absent"),
      acceptsTableNames: (value) => (value === true ? "accepted as aliases" : "ignored"),
      complaintMeta: () => "record",
      noticeMeta: () => "`count`"
    }
    const rows = rowsWith("member of `Profile`", "docs/server.md")
    assert.sameMembers([...new Set(rows.map((row) => row["member of `Profile`"]))], Object.keys(shown))
    for (const row of rows) {
      const member = row["member of `Profile`"] ?? ""
      for (const name of ["documented", "live"] as const) {
        const text = (row[`\`${name}\``] ?? row[name] ?? "").replace(/^`/, "")
        const expected = shown[member]?.(Reflect.get(profiles[name], member)).replace(/^`/, "") ?? ""
        assert.strictEqual(text.slice(0, expected.length), expected, `${name} ${member}`)
      }
    }
    const ofLive = rows.find((row) => row["member of `Profile`"] === "complaintMeta")?.["live"] ?? ""
    assert.strictEqual(inCode(ofLive)[0], Object.keys(profiles.live.complaintMeta(1, 2)).at(-1))
    const totals = rows.find((row) => row["member of `Profile`"] === "complaintMeta")
    assert.sameMembers(
      [...inCode(totals?.["documented"] ?? totals?.["`documented`"] ?? "")],
      Object.keys(profiles.documented.complaintMeta(1, 2))
    )
  })

  it.effect("has the members of the faults of a running server, and its key", () =>
    Effect.gen(function* () {
      const { faults } = yield* ReferenceServer
      const members = rowsWith("member", "docs/server.md").map(({ member = "" }) => member.replace(/\(.*/, ""))
      assert.sameMembers(members, Object.keys(faults))
      const keys = defaultTags("packages/server/src/ReferenceServerOptions.ts").get("apiKeys") ?? ""
      assert.include(page, `Without either, the key is \`${keys.replaceAll(/[["\]]/g, "")}\``)
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({ data: dataFiles(defaultSetup) })))
  )

  it.effect("has the limits of the quirks", () =>
    Effect.gen(function* () {
      const limited = rowsWith("--quirk", "docs/server.md").flatMap(({ "--quirk": quirk = "", effect = "" }) => {
        const [, from, to] = /from (\d+) to (\d+)/.exec(effect) ?? []
        return from === undefined || to === undefined
          ? []
          : [{ name: quirk.split("=")[0] ?? "", from: Number(from), to: Number(to) }]
      })
      assert.strictEqual(limited.length, 2)
      for (const { from, name, to } of limited) {
        const isAllowed = (value: number) =>
          Effect.map(Effect.option(checkOptions({ quirks: Object.fromEntries([[name, value]]) })), Option.isSome)
        assert.deepStrictEqual(
          yield* Effect.all([isAllowed(from - 1), isAllowed(from), isAllowed(to), isAllowed(to + 1)]),
          [false, true, true, false],
          name
        )
      }
    })
  )

  it("has the limits of the gateway's stock configuration", () => {
    const [short, long] = stockBurstLimits
    assert.strictEqual(stockBurstLimits.length, 2)
    assert.deepStrictEqual(short?.window, "1 second")
    assert.include(
      page,
      `stock configuration: ${short?.limit} a second and ${long?.limit} in ${Duration.toSeconds(Duration.fromInputUnsafe(long?.window ?? 0))} seconds`
    )
  })

  it.effect("has the labels of each metric", () =>
    Effect.gen(function* () {
      const server = yield* ReferenceServer
      yield* server.reload
      const send = (path: string) =>
        Effect.promise(() => server.fetch(server.url + path).then((response) => response.text()))
      yield* send("/v0/dnc-complaints")
      yield* Effect.promise(() =>
        server.fetch(`${server.url}/v0/dnc-complaints`, { headers: { "x-api-key": "DEMO_KEY" } })
      )
      const samples = (yield* send("/metrics")).matchAll(/^(\w+?)(?:_bucket)?(?:\{(.*)\})? \S+$/gm)
      const labels = new Map(
        Array.from(samples, ([, name = "", text = ""]) => [
          name,
          Array.from(text.matchAll(/(\w+)="/g), ([, label = ""]) => label).filter((label) => label !== "le")
        ])
      )
      for (const row of rowsWith("metric", "docs/server.md")) {
        const [name = "", ...others] = wordsOf(row["metric"])
        if (name === "public_records_open_connections") continue
        assert.sameMembers([...(labels.get(name) ?? assert.fail(name))], [...wordsOf(row["labels"])], name)
        for (const other of others) assert.isTrue(labels.has(other.replace("…", "public_records")), other)
      }
    }).pipe(
      Effect.provide(
        ReferenceServer.layerInProcess({ data: dataFiles(defaultSetup), faults: { faults: [{ do: "html" }] } })
      )
    )
  )
})

describe("the documents of files and mirrors", () => {
  it("name the files next to an export", () => {
    const { file, formerLock, ...others } = fileTarget("FILE")
    assert.strictEqual(formerLock, `${file}.lock`)
    assert.sameMembers(
      rowsWith("content", "docs/export.md").flatMap(({ file }) => (file?.startsWith("FILE") === true ? [file] : [])),
      Object.values(others)
    )
  })

  it("name the file of a day", () => {
    const { file } = dayTarget("calls", "2021-07-07", "parquet")
    assert.include(read("docs/export.md"), `This command writes \`${file}\``)
  })

  it("name the dimensions of trends", () => {
    const [, list = ""] = /`trends` counts by (.*?), with a second/.exec(oneLine("docs/mirror.md")) ?? []
    const names = Object.keys(dimensions).map((name) => name.replace("call-hour", "hour of the call").replace("-", " "))
    assert.sameMembers(list.split(/, | or /), names)
  })

  it("name the formats of exports and their extensions", () => {
    const rows = rowsWith("extension", "docs/export.md")
    assert.sameMembers(
      rows.map(({ format = "" }) => format),
      [...exportFormats]
    )
    for (const { extension, format } of rows) {
      for (const ending of wordsOf(extension)) assert.strictEqual(formatOfEnding(`calls${ending}`), format)
    }
  })

  it("name the formats of block lists and their forms", () => {
    const rows = rowsWith("`--form` by default", "docs/blocklist.md")
    assert.deepStrictEqual(
      rows.map((row) => [row["--format"], row["`--form` by default"]]),
      blocklistFormats.map((format) => [format, defaultForms[format]])
    )
  })

  it("name the columns of the view of complaints", () => {
    const database = new DatabaseSync(":memory:")
    database.exec(schema)
    const columns = database.prepare("select name from pragma_table_info('complaints')").all()
    assert.sameMembers(
      rowsWith("column", "docs/mirror.md").flatMap(({ column }) => wordsOf(column)),
      columns.map(({ name }) => String(name))
    )
    database.close()
  })

  it("name the keys in Redis", () => {
    const budget = read("packages/core/src/redis/budgetInRedis.ts")
    const [, list = ""] = /\[("own".*?)\]\.map\(\(name\) => `\$\{prefix\}budget:\{\$\{digest\}\}:/.exec(budget) ?? []
    const ofBudget = (list.match(/\w+/g) ?? []).map((name) => `budget:{DIGEST}:${name}`)
    const names = rowsWith("contains", "docs/several-processes.md").map(({ name }) => name)
    assert.sameMembers(names, [...ofBudget, "breaker:ORIGIN", "probe"])
    const prefix = defaultTags("packages/core/src/redis.ts").get("prefix") ?? ""
    assert.include(
      oneLine("docs/several-processes.md"),
      `with the prefix \`${prefix.replaceAll('"', "")}\` (an option)`
    )
  })
})
