import { Effect } from "effect"
import { cannedService, json, wireComplaint } from "./cannedService.ts"

/** The number of complaints of each day. */
type Days = Readonly<Record<string, number>>

const idOf = (day: string, index: number): string => `${day}-${index}`

/** Generates complaints, newest day first. */
const complaintsOf = (days: Days) =>
  Object.entries(days)
    .toSorted(([one], [other]) => other.localeCompare(one))
    .flatMap(([day, count]) =>
      Array.from({ length: count }, (_, index) =>
        wireComplaint(idOf(day, index), { "created-date": `${day} 12:00:00` })
      )
    )

const unquoted = (text: string | null): string | undefined => text?.replaceAll('"', "")

/** The responses of a service. */
interface Responses {
  /** @default none */
  readonly headers?: Readonly<Record<string, string>>
  /** Number of the first request to refuse. All later ones are refused until `recover` is called. @default none */
  readonly refusesFrom?: number
}

/** Starts a service on plain HTTP with a number of complaints for each day, which records its requests. */
export const listedService = (days: Days, { headers = {}, refusesFrom }: Responses = {}) => {
  const all = complaintsOf(days)
  let received = 0
  let lastAnswered = refusesFrom === undefined ? Number.POSITIVE_INFINITY : refusesFrom - 1
  return Effect.map(
    cannedService((request, response) => {
      if (++received > lastAnswered) return json(400, {})(request, response)
      const { searchParams } = new URL(request.url ?? "", "http://service.test")
      const day = unquoted(searchParams.get("created_date"))
      const from = day ?? unquoted(searchParams.get("created_date_from")) ?? "0001-01-01"
      const to = day ?? unquoted(searchParams.get("created_date_to")) ?? "9999-12-31"
      const matching = all.filter(({ attributes }) => {
        const created = attributes["created-date"].slice(0, 10)
        return from <= created && created <= to
      })
      const offset = Number(searchParams.get("offset"))
      const data = matching.slice(offset, offset + Number(searchParams.get("items_per_page")))
      json(200, { data, meta: { "records-total": matching.length } }, headers)(request, response)
    }),
    ({ requests, url }) => ({
      requests,
      flags: ["--base-url", url, "--allow-http"],
      recover: () => {
        lastAnswered = Number.POSITIVE_INFINITY
      }
    })
  )
}
