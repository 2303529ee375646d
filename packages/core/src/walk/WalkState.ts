import { Option, Schema } from "effect"

/** Where a page is asked for, and how many records of it. */
export const Ask = Schema.Struct({ offset: Schema.Int, limit: Schema.Int })
export interface Ask extends Schema.Schema.Type<typeof Ask> {}

/** What tells a page from others, without its records. */
export const PageOutline = Schema.Struct({
  offset: Schema.Int,
  received: Schema.Int,
  firstId: Schema.optional(Schema.String),
  lastId: Schema.optional(Schema.String)
})
export interface PageOutline extends Schema.Schema.Type<typeof PageOutline> {}

const Total = Schema.OptionFromNullOr(Schema.Int)
const Count = Schema.mutableKey(Schema.Int)
const Flag = Schema.mutableKey(Schema.Boolean)

/** All that a walk knows but for the records that it met. It survives JSON, so that a walk can be left and taken up again. */
export const WalkState = Schema.Struct({
  records: Count,
  requests: Count,
  duplicates: Count,
  rejected: Count,
  /** Known records that a growing total explains. */
  arrived: Count,
  claimedTotal: Schema.mutableKey(Total),
  isClaimRefuted: Flag,
  /** The page read last: where it ended, as far as the walk knows, and what it claimed. */
  last: Schema.mutableKey(Schema.Struct({ end: Schema.Int, total: Total })),
  /** The page that brought the last news. */
  lastNews: Schema.mutableKey(Schema.optional(PageOutline)),
  largestPage: Count,
  isWatchful: Flag,
  /** How many known records the page that was asked for should begin with. */
  again: Count,
  /** Whether nothing can follow where the page was asked for, if it comes empty. */
  isEmptyTheEnd: Flag,
  /** By how many records a page last began too early. */
  overlap: Count,
  /** Where a page was put back since the last news. */
  putBackAt: Schema.mutableKey(Schema.optional(Schema.Int)),
  pagesPutBack: Count,
  pagesWithoutNews: Count,
  pagesAtTheEnd: Count,
  pagesOfArrivals: Count,
  isFinished: Flag
})
export interface WalkState extends Schema.Schema.Type<typeof WalkState> {}

/** What a walk knows before its first page. */
export const beforeFirstPage = ({ offset }: Ask): WalkState => ({
  records: 0,
  requests: 0,
  duplicates: 0,
  rejected: 0,
  arrived: 0,
  claimedTotal: Option.none(),
  isClaimRefuted: false,
  last: { end: offset, total: Option.none() },
  lastNews: undefined,
  largestPage: 0,
  isWatchful: false,
  again: 0,
  isEmptyTheEnd: true,
  overlap: 0,
  putBackAt: undefined,
  pagesPutBack: 0,
  pagesWithoutNews: 0,
  pagesAtTheEnd: 0,
  pagesOfArrivals: 0,
  isFinished: false
})
