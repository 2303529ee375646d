import { Data, Effect, Predicate } from "effect"
import { type ExpectedJson, type ExpectedResponse } from "../Scenario.ts"

/** Received response with its body as a string. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** The first response is not as documented. */
class ResponseMismatch extends Data.TaggedError("ResponseMismatch")<{
  readonly differences: ReadonlyArray<string>
  readonly response: ReceivedResponse
}> {
  override get message(): string {
    return `The response differs.\n${this.differences.join("\n")}\nIt was ${this.response.status} ${this.response.body.slice(0, 2000)}`
  }
}

const format = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value))

/** Returns a message for each path at which a JSON value is not as expected. */
const findDifferences = (expected: ExpectedJson | undefined, actual: unknown, path: string): ReadonlyArray<string> => {
  const differs = [`${path}: expected ${format(expected)}, got ${format(actual)?.slice(0, 200)}`]
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs
    return expected.flatMap((one: ExpectedJson, index) => findDifferences(one, actual[index], `${path}[${index}]`))
  }
  if (!Predicate.isObject(expected)) return expected === actual ? [] : differs
  if (!Predicate.isObject(actual) || Array.isArray(actual)) return differs
  const members: { readonly [member: string]: unknown } = Object.assign({}, actual)
  return Object.entries(expected).flatMap(([name, value]) => findDifferences(value, members[name], `${path}.${name}`))
}

/** Compares a response with the expected one, in which `{base_url}` represents the URL of the service. */
export const checkResponse = (
  expected: ExpectedResponse,
  response: ReceivedResponse,
  serviceUrl: string
): Effect.Effect<void, ResponseMismatch> => {
  const body: unknown =
    expected.body === undefined ? undefined : JSON.parse(response.body.replaceAll(serviceUrl, "{base_url}"))
  const differences = [
    ...(response.status === expected.status ? [] : [`status: expected ${expected.status}, got ${response.status}`]),
    ...Object.entries(expected.headers ?? {})
      .filter(([name, value]) => response.headers[name] !== value)
      .map(([name, value]) => `${name}: expected ${format(value)}, got ${format(response.headers[name])}`),
    ...(expected.body === undefined ? [] : findDifferences(expected.body, body, "body"))
  ]
  return differences.length === 0 ? Effect.void : Effect.fail(new ResponseMismatch({ differences, response }))
}
