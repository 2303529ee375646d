import { inspect } from "node:util"
import { Cause, Effect, Exit, Layer, Logger, Metric, References, Tracer } from "effect"

/** Returns everything that common ways of printing a value show. */
export const printed = (value: unknown): string => {
  const inspected = inspect(value, {
    depth: Infinity,
    showHidden: true,
    maxStringLength: Infinity,
    maxArrayLength: Infinity
  })
  const error = value instanceof Error ? `${value.message} ${value.stack} ${printed(value.cause)}` : ""
  return `${String(value)} ${safeJson(value)} ${inspected} ${error}`
}

const safeJson = (value: unknown): string => {
  try {
    return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part)) ?? ""
  } catch {
    return ""
  }
}

/** Returns what exporters send of a span. */
const spanText = ({ name, attributes, events, links, status }: Tracer.NativeSpan): string => {
  const failure = status._tag === "Ended" && Exit.isFailure(status.exit) ? status.exit.cause : undefined
  const cause = failure === undefined ? "" : `${Cause.pretty(failure)} ${printed(Cause.prettyErrors(failure))}`
  return `${printed([name, [...attributes], events, links, failure])} ${cause}`
}

/** Creates a recorder of everything that a program emits: log lines of every level and format, spans, metrics, and its exit. */
export const makeOutputRecorder = () => {
  const lines: Array<string> = []
  const spans: Array<Tracer.NativeSpan> = []
  const listening = [Logger.formatSimple, Logger.formatLogFmt, Logger.formatJson].map((format) =>
    Logger.map(format, (line) => lines.push(line))
  )
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })

  /** Runs a program and returns everything that it emitted as one string. */
  const watch = <A, E>(
    program: Effect.Effect<A, E>
  ): Effect.Effect<{ readonly exit: Exit.Exit<A, E>; readonly seen: string }> =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.withSpan(program, "recorder"))
      const cause = Exit.isFailure(exit) ? `${Cause.pretty(exit.cause)} ${printed(Cause.squash(exit.cause))}` : ""
      const metrics = printed(yield* Metric.snapshot)
      return { exit, seen: [...lines, ...spans.map(spanText), metrics, cause, printed(exit)].join("\n") }
    }).pipe(
      Effect.provide(Layer.mergeAll(Logger.layer(listening))),
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provideService(References.MinimumLogLevel, "All"),
      Effect.provideService(References.TracerEnabled, true)
    )

  return { watch, lines, spans }
}
