import * as Predicate from "effect/Predicate"
import type * as Duration from "effect/Duration"
import type { CallEndEvent, CallEvent, RequestEvent, ResponseEvent, RetryEvent, WaitEvent } from "../CallEvents.ts"
import type { RequestOptions as EffectRequestOptions } from "../CallOptions.ts"
import type { PublicRecordsOptions } from "../Options.ts"
import { InvalidOptions } from "../PublicRecordsError.ts"
import type { RejectedRecord } from "../records/Page.ts"
import type { Bookmark } from "../walk/WalkState.ts"

/** A length of time: milliseconds, or a text such as `"30 seconds"`. */
export type TimeSpan = number | Extract<Duration.Input, string>

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

/** What a client reports, and to whom. */
export interface ListenerOptions {
  /** Callbacks for requests, responses, retries and waits, for metrics and tracing. */
  readonly hooks?: Hooks | undefined
  /** Where the client logs. No line contains a part of the key. @default console */
  readonly logger?: Logger | undefined
  /**
   * What the client logs: failures as errors, waits of more than 10 seconds as warnings, other waits and retries as
   * information; for debugging also responses, and failures that only concern the call's input, such as `NotFound`.
   *
   * @default "warn"
   */
  readonly logLevel?: "off" | "error" | "warn" | "info" | "debug" | undefined
}

type Times = "timeout" | "deadline" | "maxWait"

/** Options of a client that each call may override. */
export interface RequestOptions
  extends
    Omit<EffectRequestOptions, Times>,
    Readonly<Record<Times, never> extends never ? unknown : { [Name in Times]?: TimeSpan | undefined }> {}
