import { createClient, PublicRecordsError } from "@public-records/core/promise"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { Registry } from "prom-client"
import { assert, it } from "@effect/vitest"
import { combined, counters, spans } from "../telemetry/hooks.ts"

const apiKey = "a-key-of-the-traces-000000000000000000000"

it("the hooks export spans to OpenTelemetry and counters to Prometheus, without the key", async () => {
  const replies = [503, 200, 404]
  const fetch = async (): Promise<Response> => {
    const status = replies.shift() ?? 500
    return status === 200 ? Response.json({ data: [] }) : new Response("", { status, headers: { "retry-after": "0" } })
  }
  const exporter = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("test")
  const registry = new Registry()
  const called: Array<string> = []
  const note = (name: string) => (): void => void called.push(name)
  const names = { onCall: note("call"), onRequest: note("request"), onResponse: note("response") }
  const others = { onRetry: note("retry"), onWait: note("wait"), onCallEnd: note("end") }
  const hooks = combined(spans(tracer), counters(registry), { ...names, ...others })
  await using client = createClient({ apiKey, fetch, hooks, logLevel: "off" })

  await client.complaints.page({ limit: 1 })
  const error = await client.notices.get("unknown").catch((error: unknown) => error)
  assert.isTrue(PublicRecordsError.is(error) && error.code === "NotFound")

  const finished = exporter.getFinishedSpans().map(({ name, attributes, events, status }) => ({
    name,
    status: attributes["http.response.status_code"],
    resent: attributes["http.request.resend_count"],
    events: events.map((event) => event.name),
    error: status.message
  }))
  assert.deepStrictEqual(finished, [
    { name: "public_records.complaints.page", status: 200, resent: 1, events: ["retry"], error: undefined },
    {
      name: "public_records.notices.get",
      status: 404,
      resent: 0,
      events: [],
      error: PublicRecordsError.is(error) ? error.message : ""
    }
  ])
  const metrics = await registry.metrics()
  for (const line of [
    'public_records_responses_total{status="503"} 1',
    'public_records_responses_total{status="200"} 1',
    'public_records_retries_total{reason="Unavailable"} 1',
    'public_records_failures_total{reason="NotFound"} 1'
  ]) {
    assert.include(metrics, line)
  }
  assert.notInclude(JSON.stringify(finished) + metrics, apiKey)
  const once = ["call", "request", "response", "end"]
  assert.deepStrictEqual(called, [...once.slice(0, 3), "retry", ...once.slice(1), ...once])
})

it("the hooks record a wait, in all of the combined ones", () => {
  const exporter = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("test")
  const hooks = combined(counters(new Registry()), spans(tracer))
  const call = { callId: "1", operation: "complaints.page" } as const
  const ended = { milliseconds: 1, attempts: 1, error: undefined, isCanceled: false, response: undefined } as const
  hooks.onCall?.({ _tag: "Call", ...call })
  hooks.onWait?.({ _tag: "Wait", ...call, until: new Date("2026-11-21T17:00:00Z"), for: "budget" })
  hooks.onCallEnd?.({ _tag: "CallEnd", ...call, ...ended })
  const events = exporter.getFinishedSpans().flatMap(({ events }) => events)
  assert.deepStrictEqual(
    events.map(({ attributes, name }) => [name, attributes]),
    [["wait", { "wait.for": "budget", "wait.until": "2026-11-21T17:00:00.000Z" }]]
  )
})
