import { Option } from "effect"
import { UrlParams } from "effect/http"
import { type Page } from "./records/Page.ts"

/** So many queries are remembered; the one that was asked longest ago goes first. */
const maxQueries = 100

/** A query, whatever its page. */
interface AnyPage<Self> {
  readonly toUrlParams: () => UrlParams.UrlParams
  readonly withOffset: (offset: number) => Self
  readonly withLimit: (limit: number) => Self
}

const nameOf = <Query extends AnyPage<Query>>(query: Query): string =>
  UrlParams.toString(query.withOffset(0).withLimit(1).toUrlParams())

/** What pages that were read said of how many records their queries match. */
export class Totals<Query extends AnyPage<Query>> {
  readonly #totals = new Map<string, Option.Option<number>>()

  /** Learns from a page of a query; one that is empty at the start of a list says 0. */
  note(query: Query, page: Page<unknown>): void {
    const name = nameOf(query)
    const isEmpty = page.offset === 0 && page.received === 0
    this.#totals.delete(name)
    this.#totals.set(name, isEmpty ? Option.some(0) : page.total)
    const [oldest] = this.#totals.keys()
    if (this.#totals.size > maxQueries && oldest !== undefined) this.#totals.delete(oldest)
  }

  /** The total of a query, itself unknown where the service claims none; nothing where no page of it was read. */
  get(query: Query): Option.Option<Option.Option<number>> {
    return Option.fromUndefinedOr(this.#totals.get(nameOf(query)))
  }
}
