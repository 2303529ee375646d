/**
 * The types of the entries for code without Effect. They do not refer to `effect`, which need not be installed.
 */
import type { SharedBudget } from "../budget/SharedBudget.ts"
import type { CallEndEvent, CallEvent, RequestEvent, ResponseEvent, RetryEvent, WaitEvent } from "../ClientEvent.ts"
import type { ResponseInfo } from "../PublicRecordsError.ts"
import type { StateCode, StateName } from "../queries/stateList.ts"
import type { Complaint, Notice } from "../records/plainRecords.ts"

/** A length of time: milliseconds, or a text such as `"30 seconds"`. */
export type TimeSpan =
  | number
  | `${number} ${"milli" | "millis" | "second" | "seconds" | "minute" | "minutes" | "hour" | "hours" | "day" | "days"}`

/** Header names and values. `null` removes a header that is sent by default. */
export interface HeaderValues {
  readonly [name: string]: string | null
}

/** Scheduling priority. Interactive calls are sent before bulk calls. */
export type Priority = "interactive" | "bulk"

/** Options of a client that each call may override. */
export interface RequestOptions {
  /** Timeout of one attempt, including the response body. @default "30 seconds" */
  readonly timeout?: TimeSpan | undefined
  /** Time limit of a complete call, including waits and retries. For a walk, of all pages together. @default none */
  readonly deadline?: TimeSpan | undefined
  /**
   * The longest that a request waits for its turn: for the hourly budget, or for a pause that the service requested. With `0` it
   * never waits. A request that would wait longer fails immediately with `RateLimited`, whose `nextTryAt` is the time to try
   * again. A retry that would wait longer is not made.
   *
   * @default "2 minutes"; for walks, none
   */
  readonly maxWait?: TimeSpan | undefined
  /** How many times a request is repeated after a failure that may pass. With `0` none is repeated. @default 4 */
  readonly maxRetries?: number | undefined
  /** Scheduling priority while requests wait for the budget. @default "interactive"; for walks, "bulk" */
  readonly priority?: Priority | undefined
  /** Headers to send along, over the client's own. `X-Api-Key` cannot be set. @default none */
  readonly headers?: HeaderValues | undefined
}

/** Callbacks for metrics and tracing. A hook cannot change a request. An exception that it throws is logged and ignored. */
export interface Hooks {
  readonly onCall?: ((event: CallEvent) => void) | undefined
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
  readonly onWait?: ((event: WaitEvent) => void) | undefined
  readonly onCallEnd?: ((event: CallEndEvent) => void) | undefined
}

/** `console`, or anything like it. */
export interface Logger {
  error(message: string, details?: object): void
  warn(message: string, details?: object): void
  info(message: string, details?: object): void
  debug(message: string, details?: object): void
}

/** Hooks and the log of a client. */
export interface ListenerOptions {
  /** Callbacks for requests, responses, retries and waits, for metrics and tracing. */
  readonly hooks?: Hooks | undefined
  /** Where the client logs. No line contains a part of the key. @default console */
  readonly logger?: Logger | undefined
  /**
   * The least important lines to log. Failures are errors, waits of more than 10 seconds are warnings, other waits and
   * retries are information. Responses are for debugging, as are failures that only concern the input, such as `NotFound`.
   *
   * @default "warn"
   */
  readonly logLevel?: "off" | "error" | "warn" | "info" | "debug" | undefined
}

/** How to build a client. */
export interface ClientOptions extends RequestOptions, ListenerOptions {
  /**
   * The API key, sent only in the header `X-Api-Key`. Without a key every call fails with `KeyMissing`.
   *
   * @default the environment variable `PUBLIC_RECORDS_API_KEY`
   */
  readonly apiKey?: string | undefined
  /** The address of the service. @default `PUBLIC_RECORDS_BASE_URL`, or "https://api.ftc.gov" */
  readonly baseUrl?: string | URL | undefined
  /** Whether the base URL may be plain HTTP, which exposes the key. @default false */
  readonly allowHttp?: boolean | undefined
  /** Maximum requests in any hour, or `Infinity`. If the service reports a lower limit, that limit applies. @default 1000 */
  readonly requestsPerHour?: number | undefined
  /**
   * Where requests are counted: `memoryBudget()`, which several clients may share, or `redisBudget(url)`, which several processes
   * may share.
   *
   * @default a `memoryBudget()` of its own
   */
  readonly budget?: SharedBudget | undefined
  /** Whether responses are cached until the next publication. @default false */
  readonly cache?: boolean | undefined
  /** The name of your program, such as `"my-app/1.2"`. It is sent before `public-records/VERSION`. @default none */
  readonly userAgent?: string | undefined
  /** The function that sends requests, such as a test double. @default the current `globalThis.fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** More options for each `fetch`, such as undici's `dispatcher`. */
  readonly fetchOptions?: Omit<RequestInit, "body" | "headers" | "method" | "redirect" | "signal"> | undefined
}

/** Options of one call. @default the client's */
export interface CallOptions extends RequestOptions {
  /** Aborting it stops the call immediately, closes its sockets, and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

export interface StreamOptions extends CallOptions {
  /** Called with each rejected record. The stream waits for its promise and fails if it throws. */
  readonly onRejected?: ((rejected: RejectedRecord) => void | Promise<void>) | undefined
}

export interface PagesOptions extends CallOptions {
  /**
   * The position of an earlier walk of the same query: the bookmark of its last page, and the ids in `seen` of all its pages.
   * No record is repeated or omitted.
   *
   * @default the start of the list
   */
  readonly from?: { readonly bookmark: Bookmark; readonly seen: Iterable<string> } | undefined
}

/** The result of a call, and its response, which is `undefined` if the result came from the cache. */
export interface Answer<A> {
  readonly data: A
  readonly response: ResponseInfo | undefined
}

/** A promise that also knows the response that it came with. */
export interface CallPromise<A> extends Promise<A> {
  /** Returns the result and its response. */
  readonly withResponse: () => Promise<Answer<A>>
}

/** One of the two data sets. Calls reject with `PublicRecordsError`, or with the reason of an aborted signal. */
export interface Collection<Query, Record> {
  /** Returns one page, from exactly one response of the service. @default the first page of all records */
  readonly page: (query?: Query, options?: CallOptions) => CallPromise<Page<Record>>
  /** Returns the record with an id. Rejects with `NotFound` if it does not exist. */
  readonly get: (id: string, options?: CallOptions) => CallPromise<Record>
  /** Returns the cost of reading every record of a query. Sends one request. */
  readonly estimate: (query?: Query, options?: CallOptions) => CallPromise<Estimate>
  /** Returns every record from the query's offset on, each once. */
  readonly stream: (query?: Query, options?: StreamOptions) => RecordStream<Record>
  /** Returns the same records page by page, each page with a bookmark from which another process can resume. */
  readonly pages: (query?: Query, options?: PagesOptions) => PageStream<WalkedPage<Record>>
  /** Returns the next time new records are published, according to the clock. Sends no request. */
  readonly nextPublication: () => Date
}

/** The two data sets of the service, and the key's remaining budget. */
export interface PublicRecordsClient extends AsyncDisposable {
  readonly complaints: Collection<ComplaintQuery, Complaint>
  readonly notices: Collection<NoticeQuery, Notice>
  /** Returns the known state of the budget. Sends no request. */
  readonly quota: () => Quota
  /** Returns a client with other options that shares the budget, the cache, the requests in flight and the end of this one. */
  readonly withOptions: (options: RequestOptions & ListenerOptions) => PublicRecordsClient
  /** Stops all calls. These and later calls reject with `PublicRecordsError` whose reason is `InvalidOptions`. */
  readonly close: () => Promise<void>
}

/** The pages of a walk. They can be consumed only once. */
export interface PageStream<Page> extends AsyncIterable<Page> {
  /** The report of the walk, even if it failed or its consumer stopped. Rejects only if the walk did not start. */
  readonly report: Promise<WalkReport>
}

/**
 * The records of a query, each once, in the order of the query. Pages are fetched on demand.
 *
 * **Fails with** `PublicRecordsError`, or with the reason of an aborted signal. The loop throws it.
 *
 * **Gotchas** a stream can be consumed only once. A second loop over it fails.
 */
export interface RecordStream<Record> extends PageStream<Record> {
  /** Returns the first records, at most `limit`. The limit is required, because a query may match millions of records. */
  readonly toArray: (options: { readonly limit: number }) => Promise<Array<Record>>
}

/** One page of a list. */
export interface Page<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  readonly offset: number
  /** The number of received records, including the rejected ones. */
  readonly received: number
  /** The total that the service reports, or `null`. */
  readonly total: number | null
  /** Where the next page begins, or `null` after an empty page, which ends every list. */
  readonly nextOffset: number | null
}

/** A page of a walk, without the records that came before, and the position after it. Plain data. */
export interface WalkedPage<Record> {
  readonly records: ReadonlyArray<Record>
  readonly rejected: ReadonlyArray<RejectedRecord>
  /** The whole walk up to here, including the part before it was resumed. */
  readonly report: WalkReport
  /** The position after this page. It replaces the previous bookmark. */
  readonly bookmark: Bookmark
  /** The ids of this page's new records, including the rejected ones. Append them to the stored ones. */
  readonly seen: ReadonlyArray<string>
  /** Whether the walk resumed with this page and the list had changed in the meantime. */
  readonly hasChanged: boolean
}

/** The position of an interrupted walk. Plain JSON data, whose other members are private to the client. */
export interface Bookmark {
  readonly version: 1
}

/** The numbers of records and requests of a walk. */
export interface WalkReport {
  readonly records: number
  readonly requests: number
  /** Records that the service repeated although the walk did not request them again. */
  readonly duplicates: number
  readonly rejected: number
  /** The last total that the service reported, or `null`. */
  readonly claimedTotal: number | null
  /** Whether the walk found as many records as that total. `null` without a total or before the end of the list. */
  readonly agrees: boolean | null
}

/** An invalid record, and the reason. **Gotchas** escape both before printing them to a terminal. */
export interface RejectedRecord {
  readonly reason: string
  /** The record as parsed JSON. */
  readonly raw: unknown
}

/** The cost of reading every record of a query. Each member is `null` if the service reports no total. */
export interface Estimate {
  readonly records: number | null
  readonly pages: number | null
  readonly requests: number | null
  readonly milliseconds: number | null
}

/** The state of a key's budget in a rolling hour. */
export interface Quota {
  /** The service's own limit and count, from its latest response that had them, or `null`. */
  readonly limit: number | null
  readonly remaining: number | null
  /** Requests of the last hour, as of the client's latest request. */
  readonly requestsThisHour: number
  /** When the next request may be sent, or `null` if immediately. */
  readonly nextRequestAt: Date | null
  /** The number of requests that wait for their turn. */
  readonly waiting: number
}

/** Records of a page, and where it begins. */
interface Paging {
  /** Newest first, or oldest first. @default "desc" */
  readonly sort?: "desc" | "asc" | (string & {}) | undefined
  /** Records per page, 1 to 50. @default 50 */
  readonly limit?: number | string | undefined
  /** How many records to skip. @default 0 */
  readonly offset?: number | string | undefined
}

/** A day in Eastern time: `YYYY-MM-DD`, `"yesterday"`, or `"latest"` for the last published day. */
export type Day = "yesterday" | "latest" | (string & {})

/** A choice of complaints. All given members must hold. */
export interface ComplaintFilters {
  /** Filed on this day. */
  readonly createdDate?: Day | undefined
  /** Filed from this day on, or from `"YYYY-MM-DD HH:MM:SS"`. The service needs `createdTo`, too. */
  readonly createdFrom?: Day | undefined
  /** Filed no later than this day. The service needs `createdFrom`, too. */
  readonly createdTo?: Day | undefined
  /** About a call on this day. */
  readonly violationDate?: Day | undefined
  /** About calls from this day on. The service needs `violationTo`, too. */
  readonly violationFrom?: Day | undefined
  /** About calls no later than this day. The service needs `violationFrom`, too. */
  readonly violationTo?: Day | undefined
  /** The consumer's state, by name or postal code. The service accepts one of `state`, `areaCode` and `robocall`. */
  readonly state?: StateName | StateCode | (string & {}) | undefined
  /** The consumer's city. The service needs `state`, too. */
  readonly city?: string | undefined
  /** The consumer's area code, 100 to 999. */
  readonly areaCode?: number | string | undefined
  /** Whether the call was a recording. Only a mirror has `"unknown"`: complaints that do not say. */
  readonly robocall?: boolean | "true" | "false" | "unknown" | (string & {}) | undefined
  /** A telephone number as people type it, or its first digits. Only a mirror has it. */
  readonly number?: number | string | undefined
  /** The subject of the call. Only a mirror has it. */
  readonly subject?: string | undefined
  /** The hour of the complaint, 0 to 23. Only a mirror has it. */
  readonly hour?: number | string | undefined
  /** Filed on this many days up to the newest day of a mirror. Only a mirror has it. */
  readonly days?: number | string | undefined
  /** The parameters of a request, sent instead of all filters, without checks or quotes. */
  readonly unchecked?: { readonly [parameter: string]: string } | undefined
}

/**
 * Which complaints to read, such as `{ state: "Ohio", limit: 10 }`. A combination that the service does not support is refused
 * before a request is sent. A mirror has all.
 */
export interface ComplaintQuery extends ComplaintFilters, Paging {}

/**
 * Which notices to read, such as `{ title: "media", sortBy: "changed" }`. All filters must match. A combination that the service does
 * not support is refused before a request is sent. A mirror has all.
 */
export interface NoticeQuery extends Paging {
  /** Words of the title. A phrase keeps its double quotes. The service accepts one of the three title filters. */
  readonly title?: string | undefined
  /** A string that occurs anywhere in the title. */
  readonly titleContains?: string | undefined
  /** The whole title. */
  readonly titleExactly?: string | undefined
  readonly transactionNumber?: number | string | undefined
  readonly acquiringParty?: string | undefined
  readonly acquiredParty?: string | undefined
  /** The name of either party. Only a mirror has it. */
  readonly party?: string | undefined
  /** The date of the notice. */
  readonly date?: Day | undefined
  /** The first date. The service answers ranges of dates, but does not document them. It does not combine them with `date`. */
  readonly dateFrom?: Day | undefined
  /** The last date. */
  readonly dateTo?: Day | undefined
  /** Created on this day, in UTC, or at `"YYYY-MM-DDTHH:MM:SSZ"`, or later. Only a mirror has it. */
  readonly createdSince?: Day | undefined
  readonly id?: string | undefined
  /** @default "created" */
  readonly sortBy?: "created" | "changed" | (string & {}) | undefined
}
