import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { type PublicRecordsError, type RejectedRecord } from "../src/promise.ts"
import { CalledRecords, CallRunner } from "../src/promise/CallRunner.ts"
import { clientOver } from "../src/promise/client.ts"
import { type Collection, type StreamOptions } from "../src/index.ts"
import { rejection } from "./FakeFetch.ts"

const rejected: RejectedRecord = { reason: "no date", raw: { id: "b" } }

const report = {
  records: 0,
  requests: 1,
  duplicates: 0,
  rejected: 2,
  claimedTotal: 2,
  agrees: null
}

const unused = () => Effect.die("It is not asked for.")

/** Counts the handlers that a client calls when it is closed. */
class CountingRunner extends CallRunner {
  closeHandlers = 0

  override onClose(...args: Parameters<CallRunner["onClose"]>): () => void {
    const remove = super.onClose(...args)
    this.closeHandlers++
    return () => {
      remove()
      this.closeHandlers--
    }
  }
}

const serviceOf = (collection: Partial<Collection<unknown, never>>): Layer.Layer<CalledRecords> => {
  const whole = {
    page: unused,
    get: unused,
    estimate: unused,
    nextPublication: unused(),
    stream: () => Stream.empty,
    pages: () => Stream.empty,
    ...collection
  }
  const quota = { get: unused(), changes: Stream.empty }
  return Layer.succeed(CalledRecords, { complaints: whole, notices: whole, quota, timeFor: unused })
}

const runnerOf = (collection: Partial<Collection<unknown, never>>): CountingRunner =>
  new CountingRunner(serviceOf(collection), new Error("here"))

/** Creates a client whose two collections are the given one. */
const clientOf = (collection: Partial<Collection<unknown, never>>) =>
  clientOver(runnerOf(collection), { request: {}, listening: { logLevel: "off" } })

/** Creates a client whose walk rejects a record twice and ends. Records the options of the walk. */
const clientOfRejecting = () => {
  const asked: Array<StreamOptions | undefined> = []
  const walk = (options: StreamOptions | undefined): Stream.Stream<never> =>
    Stream.fromArray([rejected, rejected]).pipe(
      Stream.tap((record) => options?.onRejected?.(record) ?? Effect.void),
      Stream.drain,
      Stream.ensuring(Effect.suspend(() => options?.onReport?.(report) ?? Effect.void))
    )
  const stream = (_query: unknown, options?: StreamOptions) => {
    asked.push(options)
    return walk(options)
  }
  return { asked, client: clientOf({ stream }) }
}

const readAll = async (stream: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of stream);
}

describe("a walk that rejects records", () => {
  it("calls back for each one and waits for the returned promise", async () => {
    const told: Array<string> = []
    const onRejected = async ({ reason }: RejectedRecord) => {
      told.push(`begin ${reason}`)
      await Promise.resolve()
      told.push("end")
    }
    await readAll(clientOfRejecting().client.complaints.stream({}, { onRejected }))
    assert.deepStrictEqual(told, ["begin no date", "end", "begin no date", "end"])
  })

  it("fails with the unchanged error of the callback", async () => {
    const full = new Error("the disk is full")
    const onRejected = () => {
      throw full
    }
    const stream = clientOfRejecting().client.complaints.stream({}, { onRejected })
    assert.strictEqual(await rejection(readAll(stream)), full)
    assert.strictEqual((await stream.report).rejected, 2)
  })

  it("can be stopped by its callback", async () => {
    const aborting = new AbortController()
    const { client } = clientOfRejecting()
    const options = { signal: aborting.signal, onRejected: () => aborting.abort("one is too many") }
    assert.strictEqual(await rejection(readAll(client.complaints.stream({}, options))), "one is too many")
  })

  it("is reported with plain values", async () => {
    const stream = clientOfRejecting().client.complaints.stream({})
    await readAll(stream)
    assert.deepStrictEqual(JSON.parse(JSON.stringify(await stream.report)), {
      ...report,
      claimedTotal: 2,
      agrees: null
    })
  })

  it("receives the caller's options", async () => {
    const { asked, client } = clientOfRejecting()
    const options = { maxRetries: 2, deadline: "1 hour", priority: "interactive" } as const
    await readAll(client.notices.stream({}, options))
    const [{ maxRetries, deadline, priority } = {}] = asked
    assert.deepStrictEqual({ maxRetries, deadline, priority }, options)
  })
})

/** A request that takes some time to stop. */
const slowToStop = () => {
  const state = { isStopped: false }
  const stop = Effect.promise(async () => {
    await new Promise((resolve) => void setImmediate(resolve))
    state.isStopped = true
  })
  return { state, request: Effect.onInterrupt(Effect.never, () => stop) }
}

describe("a stream that is left during a request", () => {
  it("ends after the request has stopped", async () => {
    const { state, request } = slowToStop()
    const { complaints } = clientOf({ stream: () => Stream.fromEffect(request) })
    const reader = complaints.stream()[Symbol.asyncIterator]()
    const waiting = reader.next()
    await reader.return?.()
    assert.isTrue(state.isStopped)
    assert.isTrue((await waiting).done)
  })

  it("fails after the request has stopped if it is aborted or its client is closed", async () => {
    for (const how of ["abort", "close"] as const) {
      const { state, request } = slowToStop()
      const client = clientOf({ stream: () => Stream.fromEffect(request) })
      const aborting = new AbortController()
      const failed = rejection(readAll(client.complaints.stream({}, { signal: aborting.signal })))
      await new Promise((resolve) => void setImmediate(resolve))
      if (how === "abort") aborting.abort("enough")
      else await client.close()
      assert.match(String(await failed), /enough|The client is closed/)
      assert.isTrue(state.isStopped, how)
    }
  })

  it("fails after the resources of its walk are released if the walk fails", async () => {
    let isReleased = false
    const release = Effect.promise(async () => {
      await new Promise((resolve) => void setImmediate(resolve))
      isReleased = true
    })
    const failing = Stream.scoped(
      Stream.fromEffect(
        Effect.andThen(
          Effect.addFinalizer(() => release),
          Effect.die("a bug")
        )
      )
    )
    const { complaints } = clientOf({ stream: () => failing })
    await rejection(readAll(complaints.stream()))
    assert.isTrue(isReleased)
  })
})

describe("a close handler", () => {
  it("is called with an error when the client is closed, unless it was removed", async () => {
    const errors: Array<string> = []
    const keep = async (error: PublicRecordsError) => void errors.push(error.message)
    const calls = runnerOf({})
    const remove = calls.onClose(new Error("here"), async (error) => keep(error))
    calls.onClose(new Error("there"), keep)
    remove()
    await calls.close()
    assert.deepStrictEqual(errors, ["Use a closed client: The client is closed. Create a new one."])
  })
})

describe("close", () => {
  it("ends when everything that the client opened is closed, also if it is called twice", async () => {
    const closed: Array<string> = []
    const close = Effect.promise(async () => {
      await new Promise((resolve) => void setImmediate(resolve))
      closed.push("the connection")
    })
    const opened = Layer.effectDiscard(Effect.addFinalizer(() => close))
    const calls = new CallRunner(Layer.merge(serviceOf({}), opened), new Error("here"))
    await Promise.all([calls.close(), calls.close()].map((closing) => closing.then(() => closed.push("the client"))))
    assert.deepStrictEqual(closed, ["the connection", "the client", "the client"])
  })

  it("is awaited by `await using`", async () => {
    let isClosed = false
    const close = Effect.promise(async () => {
      await new Promise((resolve) => void setImmediate(resolve))
      isClosed = true
    })
    const opened = Layer.effectDiscard(Effect.addFinalizer(() => close))
    const calls = new CallRunner(Layer.merge(serviceOf({}), opened), new Error("here"))
    await clientOver(calls, { request: {}, listening: {} })[Symbol.asyncDispose]()
    assert.isTrue(isClosed)
  })
})

describe("a stream between two records", () => {
  it("returns none from the moment that the client is closed", async () => {
    const client = clientOf({ stream: () => Stream.fromIterable<never>(JSON.parse("[1, 2, 3]")) })
    const reader = client.complaints.stream()[Symbol.asyncIterator]()
    await reader.next()
    const closing = client.close()
    assert.match(String(await rejection(reader.next())), /The client is closed/)
    await closing
  })

  it("cannot be read by two loops, even if both begin before the first record", () => {
    const stream = clientOf({}).complaints.stream()
    stream[Symbol.asyncIterator]()
    assert.throws(() => stream[Symbol.asyncIterator](), /The stream was already consumed/)
  })
})

describe("a client", () => {
  const silent = { request: {}, listening: { logLevel: "off" } } as const

  it("forgets a stream when it ends, fails, is left or is aborted", async () => {
    const items: Array<Stream.Stream<never, never>> = [
      Stream.empty,
      Stream.die(new Error("a bug")),
      Stream.fromEffect(Effect.never),
      Stream.fromEffect(Effect.never)
    ]
    const calls = runnerOf({ stream: () => items.shift() ?? Stream.empty })
    const { complaints } = clientOver(calls, silent)
    await readAll(complaints.stream())
    await rejection(readAll(complaints.stream()))
    const aborting = new AbortController()
    const [left, aborted] = [complaints.stream(), complaints.stream({}, { signal: aborting.signal })]
    const reader = left[Symbol.asyncIterator]()
    const waiting = [reader.next(), rejection(readAll(aborted))]
    await new Promise((resolve) => void setImmediate(resolve))
    assert.strictEqual(calls.closeHandlers, 2)
    aborting.abort()
    await reader.return?.()
    await Promise.all(waiting)
    assert.strictEqual(calls.closeHandlers, 0)
  })
})

describe("a bug", () => {
  it("rejects a call with the unchanged error", async () => {
    const bug = new TypeError("a bug")
    assert.strictEqual(await rejection(clientOf({ get: () => Effect.die(bug) }).complaints.get("a")), bug)
  })
})

describe("a call that aborts its own signal before there is a listener", () => {
  const aborting = (): readonly [AbortSignal, Effect.Effect<never>] => {
    const controller = new AbortController()
    const abort = Effect.sync(() => controller.abort("my own"))
    return [controller.signal, Effect.andThen(abort, Effect.never)]
  }

  /** Returns the error of a call, or says so if the call does not end. */
  const outcome = (call: Promise<unknown>): Promise<unknown> => {
    const waiting = new Promise((resolve) => void setTimeout(resolve, 1000, "it does not end"))
    return Promise.race([rejection(call), waiting])
  }

  it("is stopped", async () => {
    const [signal, abort] = aborting()
    assert.strictEqual(await outcome(clientOf({ get: () => abort }).complaints.get("a", { signal })), "my own")
  })

  it("is stopped in a stream", async () => {
    const [signal, abort] = aborting()
    const { complaints } = clientOf({ stream: () => Stream.fromEffect(abort) })
    assert.strictEqual(await outcome(readAll(complaints.stream({}, { signal }))), "my own")
  })
})
