import type { Option } from "effect"

/** What the screen says about a result. */
export interface Summary {
  readonly loaded: number
  /** How many rows the result has, as far as that is known. */
  readonly extent: number
  /** How many rows there are to move over: the extent, or those that are arranged. */
  readonly reach: number
  /** How loaded rows are arranged here, in words, unfiltered; empty where they are shown as the service gave them. */
  readonly arranged: string
  readonly isExtentKnown: boolean
  /** The service's order, in words. */
  readonly order: string
  /** What is asked for, in words; empty for everything. */
  readonly filter: string
  /** The time of the newest record, where the first row shows it. */
  readonly newest: Option.Option<string>
}
