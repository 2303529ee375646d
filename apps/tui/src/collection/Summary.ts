import type { Option } from "effect"

/** The size, order and filter of a result. */
export interface Summary {
  readonly loaded: number
  /** The number of rows, as far as it is known. */
  readonly rowCount: number
  /** The number of rows to move over: all of them, or those that are arranged. */
  readonly navigableRows: number
  /** The arrangement of loaded rows as an unsafe text; empty for the service's order. */
  readonly arranged: string
  readonly isRowCountKnown: boolean
  /** The service's order, in words. */
  readonly order: string
  /** The filter in words; empty for no filter. */
  readonly filter: string
  /** The time of the newest record, if the first row shows it. */
  readonly newest: Option.Option<string>
}
