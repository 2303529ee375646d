import { Clock, Duration, Effect, Option } from "effect"
import { type CallOptions, type Priority } from "../CallOptions.ts"
import { DeadlineExceeded, InvalidOptions } from "../PublicRecordsError.ts"

const defaultMaxAttempts = 5

/**
 * A call in progress: its priority, and when it must be over.
 *
 * **Units** `deadlineAt` in milliseconds since 1970, `Infinity` without a deadline.
 */
export class Call {
  #priority: Priority
  #deadlineAt: number
  /** How often its request is sent if it fails. */
  readonly maxAttempts: number

  constructor(priority: Priority, deadlineAt: number, maxAttempts = defaultMaxAttempts) {
    this.#priority = priority
    this.#deadlineAt = deadlineAt
    this.maxAttempts = maxAttempts
  }

  get isInteractive(): boolean {
    return this.#priority === "interactive"
  }

  get deadlineAt(): number {
    return this.#deadlineAt
  }

  /** Returns another call with the same priority and deadline. */
  copy(): Call {
    return new Call(this.#priority, this.#deadlineAt, this.maxAttempts)
  }

  /** Adds a caller that wants the same response: the higher priority and the later deadline count. */
  join(other: Call): void {
    if (other.isInteractive) this.#priority = "interactive"
    this.#deadlineAt = Math.max(this.#deadlineAt, other.deadlineAt)
  }

  /** **Fails with** `DeadlineExceeded` at once if a time is after the deadline. */
  mustReach(time: number, said: string): Effect.Effect<void, DeadlineExceeded> {
    return time > this.#deadlineAt ? Effect.fail(new DeadlineExceeded({ said })) : Effect.void
  }

  /** Ends an effect at the deadline, whatever it is doing. */
  readonly bound = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DeadlineExceeded, R> =>
    this.#deadlineAt === Number.POSITIVE_INFINITY
      ? effect
      : Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.timeoutOrElse(effect, {
            duration: Duration.millis(Math.max(0, this.#deadlineAt - now)),
            orElse: () => Effect.fail(new DeadlineExceeded({ said: "its time ran out" }))
          })
        )
}

/** Makes a call. **Fails with** `InvalidOptions` for a deadline that is not a duration. */
export const makeCall = Effect.fnUntraced(function* (
  options: CallOptions,
  defaults: { readonly priority: Priority; readonly deadline: Duration.Duration },
  maxAttempts?: number
): Effect.fn.Return<Call, InvalidOptions> {
  const priority = options.priority ?? defaults.priority
  const deadline = Option.getOrUndefined(Duration.fromInput(options.deadline ?? defaults.deadline))
  if (deadline === undefined || !(Duration.toMillis(deadline) > 0)) {
    const message = 'The deadline is not a time that passes; write it as "30 seconds" or "2 minutes".'
    return yield* new InvalidOptions({ message })
  }
  const now = yield* Clock.currentTimeMillis
  return new Call(priority, now + Duration.toMillis(deadline), maxAttempts)
})
