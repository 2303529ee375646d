import { assert, describe, it } from "@effect/vitest"
import { createClient } from "../src/promise.ts"
import { redisBudget } from "../src/redis.ts"
import { fakeFetch } from "./FakeFetch.ts"
import { pageOfIds } from "./FakeService.ts"

describe("redisBudget", () => {
  it("is opened once for all of its clients, and again after they were closed", async () => {
    const { fetch } = fakeFetch(() => pageOfIds(["a"]))
    const warnings: Array<string> = []
    const nothing = () => {}
    const warn = (message: string) => void warnings.push(message)
    const logger = { error: nothing, warn, info: nothing, debug: nothing }
    const budget = redisBudget({ call: () => Promise.reject(new Error("ECONNREFUSED")) })
    const newClient = () => createClient({ apiKey: "canary-key-0123456789", fetch, budget, logger })
    for (const opened of [1, 2]) {
      const clients = [newClient(), newClient()]
      for (const { complaints } of clients) assert.strictEqual((await complaints.page()).records.length, 1)
      // Each connection warns once that it does not work.
      assert.strictEqual(warnings.length, opened)
      for (const client of clients) await client.close()
    }
    assert.match(warnings[0] ?? "", /^Redis is not responding correctly \(ECONNREFUSED\)/)
  })

  it("writes keys with its prefix, and no API key", async () => {
    const apiKey = "canary-key-0123456789"
    for (const [options, prefix] of [
      [undefined, "public-records:"],
      [{}, "public-records:"],
      [{ prefix: "elsewhere:" }, "elsewhere:"]
    ] as const) {
      const sent: Array<string> = []
      const call = async (...args: ReadonlyArray<string>) => {
        sent.push(...args)
        if (args[0] === "SCRIPT") return "0"
        throw new Error("ECONNREFUSED")
      }
      const { fetch } = fakeFetch(() => pageOfIds(["a"]))
      const client = createClient({ apiKey, fetch, budget: redisBudget({ call }, options), logLevel: "off" })
      await client.complaints.page()
      await client.close()
      const keys = sent.filter((text) => /^[\w-]+:/.test(text))
      assert.isNotEmpty(keys)
      assert.isTrue(keys.every((key) => key.startsWith(prefix)))
      assert.notInclude(sent.join(" "), "canary")
    }
  })

  it("never closes a connection of the caller", async () => {
    const closed: Array<string> = []
    const closing = (name: string) => () => void closed.push(name)
    const closings = Object.fromEntries(
      ["close", "destroy", "disconnect", "quit", "end"].map((name) => [name, closing(name)])
    )
    const replies = { call: (command: string) => Promise.resolve(command === "SCRIPT" ? "0" : [1, 1, 0, 0]) }
    const fails = { call: () => Promise.reject(new Error("ECONNREFUSED")) }
    for (const connection of [replies, fails]) {
      const { fetch } = fakeFetch(() => pageOfIds(["a"]))
      const budget = redisBudget({ ...connection, ...closings })
      const client = createClient({ apiKey: "canary-key-0123456789", fetch, budget, logLevel: "off" })
      assert.strictEqual((await client.complaints.page()).records.length, 1)
      await client.close()
    }
    assert.deepStrictEqual(closed, [])
  })
})
