import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ReferenceServer } from "../src/index.ts"
import { toAnswer } from "../src/requests/representation.ts"
import { loadDataSet } from "../src/dataset/loadDataSet.ts"
import { RecentAnswers } from "../src/requests/RecentAnswers.ts"

const request = (url: string, headers: Readonly<Record<string, string>> = {}) => ({
  method: "GET",
  url,
  headers,
  isSecure: true
})

/** Counts how often an answer is made. */
const countedAnswers = Effect.map(loadDataSet({ synthetic: 1 }), (dataSet) => {
  const recent = new RecentAnswers()
  let made = 0
  const ask = (url: string, headers?: Readonly<Record<string, string>>, status = 200, length = 1, of = dataSet) => {
    recent.to(request(url, headers), of, () => {
      made += 1
      return toAnswer({ status, headers: {}, body: new Uint8Array(length) })
    })
    return made
  }
  return { ask, dataSet }
})

describe("recent answers", () => {
  it.effect("are made twice, and then kept", () =>
    Effect.map(countedAnswers, ({ ask }) =>
      assert.deepStrictEqual([ask("/a"), ask("/a"), ask("/a"), ask("/b"), ask("/a")], [1, 2, 2, 3, 3])
    )
  )

  it.effect("are told apart by the codings that the client takes", () =>
    Effect.map(countedAnswers, ({ ask }) => {
      const gzip = { "accept-encoding": "gzip" }
      assert.deepStrictEqual([ask("/a"), ask("/a"), ask("/a", gzip), ask("/a", gzip), ask("/a", gzip)], [1, 2, 3, 4, 4])
    })
  )

  it.effect("are never errors, answers to a tag, or what a key in the address asked for", () =>
    Effect.map(countedAnswers, ({ ask }) => {
      for (let times = 1; times <= 3; times++) {
        assert.strictEqual(ask("/error", {}, 400), 3 * times - 2)
        assert.strictEqual(ask("/tagged", { "if-none-match": '"x"' }), 3 * times - 1)
        assert.strictEqual(ask("/a?api_key=x"), 3 * times)
      }
    })
  )

  it.effect("are forgotten with their data set", () =>
    Effect.map(countedAnswers, ({ ask, dataSet }) => {
      ask("/a")
      ask("/a")
      assert.strictEqual(ask("/a", {}, 200, 1, { ...dataSet }), 3)
    })
  )

  it.effect("give way to newer ones when they are too long together", () =>
    Effect.map(countedAnswers, ({ ask }) => {
      for (const url of ["/old", "/new"]) for (const _ of [1, 2]) ask(url, {}, 200, 20_000_000)
      assert.strictEqual(ask("/new"), 4)
      assert.strictEqual(ask("/old"), 5)
    })
  )

  it.live("are the same bytes as what was made, and new ones after a record arrived", () =>
    Effect.gen(function* () {
      const { faults, fetch, url } = yield* ReferenceServer
      const page = (offset = 0) =>
        Effect.promise(() =>
          fetch(`${url}/v0/dnc-complaints?items_per_page=2&offset=${offset}`, {
            headers: { "x-api-key": "DEMO_KEY" }
          }).then((answer) => answer.text())
        )
      const first = yield* page()
      for (let times = 0; times < 3; times++) {
        assert.strictEqual(yield* page(), first)
        assert.notStrictEqual(yield* page(10 + times), first)
      }
      yield* faults.next({ do: "mutate" })
      assert.notStrictEqual(yield* page(), first)
    }).pipe(Effect.provide(ReferenceServer.layerInProcess({})))
  )
})
