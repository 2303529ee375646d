import { PublicRecords, type PublicRecordsError } from "@public-records/core"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { afterEach } from "vitest"
import type { Service } from "../src/Source.ts"

const scopes: Set<Scope.Closeable> = new Set()

afterEach(async () => {
  for (const scope of scopes) await Effect.runPromise(Scope.close(scope, Exit.void))
  scopes.clear()
})

/** Builds a client until the test ends. */
export const serviceOver = async (client: Layer.Layer<PublicRecords, PublicRecordsError>): Promise<Service> => {
  const scope = Scope.makeUnsafe()
  scopes.add(scope)
  const context = await Effect.runPromise(Scope.provide(Layer.build(client), scope))
  return {
    _tag: "Service",
    records: Context.get(context, PublicRecords),
    baseUrl: "https://records.example",
    keySource: "environment",
    keyAdvice: ""
  }
}
