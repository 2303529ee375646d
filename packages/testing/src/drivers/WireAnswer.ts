import { Data, Effect, Predicate } from "effect"
import { type ExpectedJson, type WireAnswer } from "../Scenario.ts"

/** An answer as it came, its body as text. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** The first answer is not what the specification shows. */
class AnswerDiffers extends Data.TaggedError("AnswerDiffers")<{
  readonly differences: ReadonlyArray<string>
  readonly answer: Answer
}> {
  override get message(): string {
    return `The answer differs.\n${this.differences.join("\n")}\nIt was ${this.answer.status} ${this.answer.body.slice(0, 2000)}`
  }
}

const shown = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value))

/** Where a JSON value is not as expected, each place with what belongs there. */
const differencesOf = (expected: ExpectedJson | undefined, came: unknown, path: string): ReadonlyArray<string> => {
  const differs = [`${path}: expected ${shown(expected)}, came ${shown(came)?.slice(0, 200)}`]
  if (Array.isArray(expected)) {
    if (!Array.isArray(came) || came.length !== expected.length) return differs
    return expected.flatMap((one: ExpectedJson, place) => differencesOf(one, came[place], `${path}[${place}]`))
  }
  if (!Predicate.isObject(expected)) return expected === came ? [] : differs
  if (!Predicate.isObject(came) || Array.isArray(came)) return differs
  const members: { readonly [member: string]: unknown } = Object.assign({}, came)
  return Object.entries(expected).flatMap(([name, value]) => differencesOf(value, members[name], `${path}.${name}`))
}

/** Compares an answer with what is expected of it; the service's own address is `{base_url}` there, as in the specification. */
export const checkAnswer = (
  expected: WireAnswer,
  answer: Answer,
  serviceUrl: string
): Effect.Effect<void, AnswerDiffers> => {
  const body: unknown =
    expected.body === undefined ? undefined : JSON.parse(answer.body.replaceAll(serviceUrl, "{base_url}"))
  const differences = [
    ...(answer.status === expected.status ? [] : [`status: expected ${expected.status}, came ${answer.status}`]),
    ...Object.entries(expected.headers ?? {})
      .filter(([name, value]) => answer.headers[name] !== value)
      .map(([name, value]) => `${name}: expected ${shown(value)}, came ${shown(answer.headers[name])}`),
    ...(expected.body === undefined ? [] : differencesOf(expected.body, body, "body"))
  ]
  return differences.length === 0 ? Effect.void : Effect.fail(new AnswerDiffers({ differences, answer }))
}
