import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Stream, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { ComplaintQuery, NoticeQuery, PublicRecords, type PublicRecordsError } from "../src/index.ts"
import { type Respond, clientOf, complaintRecord, fakeService, pageOfIds } from "./FakeService.ts"

type Program = Effect.Effect<unknown, PublicRecordsError, PublicRecords>

/** Runs a program against a service in virtual time. Returns its result and its spans. */
const recordTelemetry = (respond: Respond, program: Program) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const underWay = Effect.exit(Effect.provide(program, clientOf(fakeService(respond)))).pipe(
      Effect.withTracer(tracer)
    )
    const fiber = yield* Effect.forkChild(underWay)
    yield* TestClock.adjust("4 hours")
    return { spans, exit: yield* Fiber.join(fiber) }
  })

/** Returns the name of a span's parent. */
const parentOf = ({ parent }: Tracer.NativeSpan): string =>
  parent._tag === "Some" && parent.value._tag === "Span" ? parent.value.name : "none"

const notice = {
  type: "early_termination_notice",
  id: "n",
  attributes: { date: "2011-04-11", created: "2013-09-24T20:05:39+00:00", updated: "2013-09-24T20:05:39+00:00" }
}

const everyCall = Effect.gen(function* () {
  const { complaints, notices } = yield* PublicRecords
  yield* complaints.page({ ...ComplaintQuery.default, offset: 50 })
  yield* Stream.runDrain(complaints.stream(ComplaintQuery.default))
  yield* complaints.get("a")
  yield* complaints.estimate(yield* Effect.orDie(ComplaintQuery.fromInput({ state: "Ohio" })))
  yield* notices.page(NoticeQuery.default)
  yield* Stream.runDrain(notices.stream(NoticeQuery.default))
  yield* notices.get("n")
  yield* notices.estimate(NoticeQuery.default)
})

const bothLists: Respond = ({ pathname, searchParams }) => {
  if (Number(searchParams.get("offset") ?? searchParams.get("page[offset]")) > 0) return Response.json({ data: [] })
  return pathname.includes("dnc")
    ? Response.json({ data: [complaintRecord("a")], meta: { "records-total": 1 } })
    : Response.json({ data: [notice], meta: { count: 1 } })
}

describe("spans", () => {
  it.effect("have the documented names and attributes for each call and its requests", () =>
    Effect.gen(function* () {
      const { exit, spans } = yield* recordTelemetry(bothLists, everyCall)
      assert.isTrue(Exit.isSuccess(exit))
      const calls = spans.filter(({ kind }) => kind !== "client")
      assert.deepStrictEqual(
        calls.map(({ name, attributes }) => [name, Object.fromEntries(attributes)]),
        [
          ["PublicRecords.complaints.page", { "public_records.offset": 50, "public_records.limit": 50 }],
          ["PublicRecords.complaints.stream", {}],
          ["PublicRecords.complaints.get", {}],
          ["PublicRecords.complaints.estimate", {}],
          ["PublicRecords.notices.page", { "public_records.offset": 0, "public_records.limit": 50 }],
          ["PublicRecords.notices.stream", {}],
          ["PublicRecords.notices.get", {}],
          ["PublicRecords.notices.estimate", {}]
        ]
      )
      const requests = spans.filter(({ kind }) => kind === "client")
      assert.deepStrictEqual([...new Set(requests.map(({ name }) => name))], ["GET"])
      assert.deepStrictEqual([...new Set(requests.map(parentOf))].toSorted(), calls.map(({ name }) => name).toSorted())
      assert.deepStrictEqual(Object.fromEntries(requests[0]?.attributes ?? []), {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "server.address": "records.test",
        "server.port": 443,
        "url.full": "https://records.test/v0/dnc-complaints?sort_order=DESC&items_per_page=50&offset=50",
        "url.path": "/v0/dnc-complaints",
        "url.query": "sort_order=DESC&items_per_page=50&offset=50",
        "url.scheme": "https"
      })
    })
  )

  it.effect("name the failure of a call and the status of each of its attempts", () =>
    Effect.gen(function* () {
      const { spans } = yield* recordTelemetry(
        () => new Response(null, { status: 503 }),
        PublicRecords.use(({ complaints }) => complaints.get("a"))
      )
      const [call, ...attempts] = spans
      assert.strictEqual(attempts.length, 5)
      for (const { attributes } of attempts) {
        assert.strictEqual(attributes.get("http.response.status_code"), 503)
        assert.strictEqual(attributes.get("error.type"), "503")
      }
      assert.isTrue(call?.status._tag === "Ended" && Exit.isFailure(call.status.exit))
    })
  )

  it.effect("are not sent to the service", () =>
    Effect.gen(function* () {
      const service = fakeService(() => pageOfIds(["a"]))
      const tracer = Tracer.make({ span: (options) => new Tracer.NativeSpan(options) })
      yield* PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default)).pipe(
        Effect.provide(clientOf(service)),
        Effect.withSpan("caller"),
        Effect.withTracer(tracer)
      )
      const names = service.arrivals.map(({ headers }) => Object.keys(headers).toSorted())
      assert.deepStrictEqual(names, [["accept", "user-agent", "x-api-key"]])
    })
  )

  it.effect("contain no key and no header, whatever the service returns", () =>
    Effect.gen(function* () {
      const key = "canary-key-0123456789"
      const echo: Respond = (_url, n) =>
        new Response(key, {
          status: n === 0 ? 302 : 403,
          headers: { "x-echo": key, location: "/v1/dnc-complaints" }
        })
      const { spans } = yield* recordTelemetry(
        echo,
        PublicRecords.use(({ complaints }) => complaints.page(ComplaintQuery.default))
      )
      assert.strictEqual(spans.length, 3)
      const shown = inspect(
        spans.map(({ name, attributes, events, links }) => ({ name, attributes, events, links })),
        { depth: Infinity }
      )
      assert.notInclude(shown, "canary")
      assert.notInclude(shown, "http.request.header")
      assert.notInclude(shown, "http.response.header")
    })
  )
})
