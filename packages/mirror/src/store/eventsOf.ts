import { Effect, Queue, Stream } from "effect"

/** Returns the events that some work emits while it runs. */
export const eventsOf = <Event, E>(work: (emit: (event: Event) => void) => Effect.Effect<void, E>) =>
  Stream.callback<Event, E>((queue) =>
    work((event) => void Queue.offerUnsafe(queue, event)).pipe(
      Effect.andThen(Queue.end(queue)),
      Effect.catchCause((cause) => Queue.failCause(queue, cause))
    )
  )
