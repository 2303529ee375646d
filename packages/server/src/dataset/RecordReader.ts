/**
 * Reads the records of one form of file out of its bytes, as they come.
 *
 * `take` is given bytes, and tells how many of them it has read; those behind come again with more behind them. With
 * `isEnd` nothing more comes, and what is left is read or found broken.
 */
export interface RecordReader {
  readonly take: (bytes: Buffer, isEnd: boolean) => number
}

/** A record longer than this is none: without a bound, one quotation mark could take the memory of a whole file. */
export const maxRecordBytes = 1_048_576
