import { assert } from "@effect/vitest"
import { type Statement } from "../src/Probe.ts"
import { type ProbeResponse } from "../src/ProbeResponse.ts"
import { type Verdict } from "../src/Verdict.ts"

export const origin = "https://service.invalid"

/** Creates a response with a JSON body. */
export const responseOf = (body: unknown, more: Partial<ProbeResponse> = {}): ProbeResponse => ({
  request: "GET /v0/things",
  status: 200,
  headers: { "content-type": "application/json" },
  text: JSON.stringify(body) ?? "",
  body,
  ...more
})

/** Creates a response with a list of records. */
export const listOf = (data: ReadonlyArray<unknown>, more: object = {}): ProbeResponse =>
  responseOf({ data, meta: {}, links: { self: `${origin}/v0/things` }, ...more })

/** Creates an error of the gateway. */
export const errorOf = (status: number, code?: string): ProbeResponse =>
  responseOf(code === undefined ? {} : { error: { code, message: "a message" } }, { status })

/** Returns a function that evaluates a statement by its name. It takes the response of its probe, and the other responses by probe. */
export const evaluatorOf =
  (statements: ReadonlyArray<Statement>) =>
  (name: string, response: ProbeResponse, others: Readonly<Record<string, ProbeResponse>> = {}): Verdict => {
    const statement = statements.find((one) => one.name === name) ?? assert.fail(`no statement "${name}"`)
    return statement.evaluate(response, new Map([[statement.probe, response], ...Object.entries(others)]))
  }
