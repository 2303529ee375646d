import { type Config, Context, Effect, Layer, type Schema, Stream, SubscriptionRef } from "effect"
import { type HttpClient, UrlParams } from "effect/http"
import { optionsConfig, type PublicRecordsOptions, resolveOptions } from "./ClientConfig.ts"
import { type CallOptions, type StreamOptions } from "./CallOptions.ts"
import { type Complaint, ComplaintFromRecord } from "./Complaint.ts"
import { type ComplaintQuery, type UncheckedComplaintQuery } from "./ComplaintQuery.ts"
import { type Envelope } from "./Envelope.ts"
import { type Notice, NoticeFromRecord } from "./Notice.ts"
import { type NoticeQuery, type UndocumentedNoticeQuery } from "./NoticeQuery.ts"
import { type Page, pageOf } from "./Page.ts"
import { NotFound, PublicRecordsError, type Reason, UnexpectedAnswer } from "./PublicRecordsError.ts"
import { makeQuota, type QuotaState } from "./Quota.ts"
import { makeServiceHttp, type ServiceHttp } from "./ServiceHttp.ts"
import { tidy } from "./ServiceFailure.ts"
import { walk, type WalkableQuery } from "./walk.ts"

/** One of the two data sets. */
export interface Collection<Query, Record> {
  /** One page: exactly one answer of the service. */
  readonly page: (query: Query, options?: CallOptions) => Effect.Effect<Page<Record>, PublicRecordsError>
  /** Every record from `query.offset` on, each once. */
  readonly stream: (query: Query, options?: StreamOptions) => Stream.Stream<Record, PublicRecordsError>
  /** The record with that id. **Fails with** `NotFound` where there is none. */
  readonly get: (id: string, options?: CallOptions) => Effect.Effect<Record, PublicRecordsError>
}

/** What every query can do. */
interface PagedQuery<Self> extends WalkableQuery<Self> {
  readonly toUrlParams: () => UrlParams.UrlParams
}

const failing =
  (operation: string) =>
  (reason: Reason): PublicRecordsError =>
    new PublicRecordsError({ operation, reason })

const collection = <Query extends PagedQuery<Query>, S extends Schema.ConstraintDecoder<{ readonly id: string }>>(
  http: ServiceHttp,
  schema: S,
  names: { readonly path: string; readonly one: string; readonly many: string }
): Collection<Query, S["Type"]> => {
  const decodePage = pageOf(schema)

  const pageOrReason = (query: Query): Effect.Effect<Page<S["Type"]>, Reason> =>
    Effect.map(http.envelope(names.path, query.toUrlParams()), (envelope) => decodePage(envelope, query.offset))

  const list = failing(`List ${names.many}`)

  return {
    page: Effect.fn(`PublicRecords.${names.many}.page`)(pageOrReason, Effect.mapError(list)),
    stream: (query, options) => Stream.mapError(walk(query, pageOrReason, options), list),
    get: Effect.fn(`PublicRecords.${names.many}.get`)(function* (id: string) {
      const operation = `Get ${names.one} ${tidy(id)}`
      if (id === "") return yield* failing(operation)(new NotFound({ id }))
      return yield* http.envelope(`${names.path}/${encodeURIComponent(id)}`, UrlParams.empty).pipe(
        Effect.catchTag("BadRequest", (reason) => Effect.fail(reason.status === 404 ? new NotFound({ id }) : reason)),
        Effect.flatMap((envelope) => onlyRecord(decodePage, envelope, id)),
        Effect.mapError(failing(operation))
      )
    })
  }
}

const onlyRecord = <Record extends { readonly id: string }>(
  decodePage: (envelope: Envelope, offset: number) => Page<Record>,
  envelope: Envelope,
  id: string
): Effect.Effect<Record, Reason> => {
  const page = decodePage(envelope, 0)
  const [record] = page.records
  if (record !== undefined) return Effect.succeed(record)
  const [rejected] = page.rejected
  return Effect.fail(
    rejected === undefined ? new NotFound({ id }) : new UnexpectedAnswer({ said: tidy(rejected.reason) })
  )
}

/** The two data sets of the service, and what is left of the key's budget. */
export class PublicRecords extends Context.Service<
  PublicRecords,
  {
    readonly complaints: Collection<ComplaintQuery | UncheckedComplaintQuery, Complaint>
    readonly notices: Collection<NoticeQuery | UndocumentedNoticeQuery, Notice>
    readonly quota: { readonly get: Effect.Effect<QuotaState>; readonly changes: Stream.Stream<QuotaState> }
  }
>()("@public-records/core/PublicRecords") {
  /** **Fails with** `PublicRecordsError` whose reason is `InvalidOptions`, before anything is sent. */
  static readonly layer = (
    options: PublicRecordsOptions
  ): Layer.Layer<PublicRecords, PublicRecordsError, HttpClient.HttpClient> => Layer.effect(PublicRecords, make(options))

  /** Options from the environment, as `interface.md` names them; see `optionsConfig`. */
  static readonly layerConfig: Layer.Layer<
    PublicRecords,
    PublicRecordsError | Config.ConfigError,
    HttpClient.HttpClient
  > = Layer.effect(
    PublicRecords,
    Effect.flatMap(optionsConfig, (options) => make(options))
  )
}

const make = Effect.fnUntraced(function* (options: PublicRecordsOptions) {
  const config = yield* Effect.mapError(resolveOptions(options), failing("Build a client"))
  const quota = yield* makeQuota(config.requestsPerHour)
  const http = yield* makeServiceHttp(config, quota)
  return PublicRecords.of({
    complaints: collection(http, ComplaintFromRecord, {
      path: "/v0/dnc-complaints",
      one: "complaint",
      many: "complaints"
    }),
    notices: collection(http, NoticeFromRecord, {
      path: "/v0/hsr-early-termination-notices",
      one: "notice",
      many: "notices"
    }),
    quota: { get: SubscriptionRef.get(quota.state), changes: SubscriptionRef.changes(quota.state) }
  })
})
