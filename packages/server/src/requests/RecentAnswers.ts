import type { Answer, ServiceRequest } from "./Answer.ts"
import type { DataSet } from "../dataset/DataSet.ts"

const maxBytes = 33_554_432
const maxAskedOnce = 4_096

/** What an answer depends on, besides the data set; nothing where no other request is like this one. */
const questionOf = ({ headers, url }: ServiceRequest): string | undefined =>
  headers["if-none-match"] === undefined && !url.includes("api_key")
    ? `${headers["accept-encoding"] ?? ""} ${url}`
    : undefined

/**
 * Answers that were asked for more than once, kept as they were sent, compressed ones too, as long as the data is the same.
 *
 * **Gotchas** a question that comes once leaves nothing but itself: keeping a page costs more than sending it. The oldest
 * answers go when all together are longer than 32 MiB. A request with the key in its address is never kept.
 */
export class RecentAnswers {
  readonly #answers = new Map<string, Answer>()
  readonly #askedOnce = new Set<string>()
  #bytes = 0
  #dataSet: DataSet | undefined

  /** The answer to a request, made if it is not at hand. */
  to(request: ServiceRequest, dataSet: DataSet, make: () => Answer): Answer {
    if (dataSet !== this.#dataSet) this.#forget(dataSet)
    const question = questionOf(request)
    if (question === undefined) return make()
    const kept = this.#answers.get(question)
    if (kept !== undefined) return kept
    const made = make()
    if (made.status === 200) this.#consider(question, made)
    return made
  }

  #consider(question: string, answer: Answer): void {
    if (!this.#askedOnce.delete(question)) {
      if (this.#askedOnce.size === maxAskedOnce) this.#askedOnce.clear()
      this.#askedOnce.add(question)
      return
    }
    // The body is put together in memory that is used again.
    this.#answers.set(question, { ...answer, body: new Uint8Array(answer.body) })
    this.#bytes += answer.body.length
    for (const [oldest, { body }] of this.#answers) {
      if (this.#bytes <= maxBytes) return
      this.#answers.delete(oldest)
      this.#bytes -= body.length
    }
  }

  #forget(dataSet: DataSet): void {
    this.#answers.clear()
    this.#askedOnce.clear()
    this.#bytes = 0
    this.#dataSet = dataSet
  }
}
