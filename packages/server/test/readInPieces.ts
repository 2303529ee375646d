import type { RecordReader } from "../src/dataset/RecordReader.ts"

/** Gives a reader bytes that come in pieces, as a file's do. */
export const readInPieces = (reader: RecordReader, bytes: Buffer, pieceBytes: number): void => {
  let start = 0
  for (let end = pieceBytes; end < bytes.length; end += pieceBytes) {
    start += reader.take(bytes.subarray(start, end), false)
  }
  reader.take(bytes.subarray(start), true)
}
