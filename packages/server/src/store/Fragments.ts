const wordBytes = 8

/**
 * Pieces of JSON, encoded once, that answers are put together from.
 *
 * **Gotchas** `bytes` goes on for a word behind the last piece, so that whoever copies may copy whole words.
 */
export class Fragments {
  readonly bytes: DataView<ArrayBuffer>
  /** Where each piece begins, and at last where the last one ends. */
  readonly starts: Uint32Array
  /** Length of the longest piece. */
  readonly longest: number

  constructor(texts: ReadonlyArray<string>) {
    const encoded = Buffer.from(texts.join(""), "utf8")
    const isAscii = encoded.length === texts.reduce((length, text) => length + text.length, 0)
    const starts = new Uint32Array(texts.length + 1)
    let end = 0
    let longest = 0
    for (const [place, text] of texts.entries()) {
      const length = isAscii ? text.length : Buffer.byteLength(text, "utf8")
      end += length
      starts[place + 1] = end
      longest = Math.max(longest, length)
    }
    const bytes = new Uint8Array(end + wordBytes)
    bytes.set(encoded)
    this.bytes = new DataView(bytes.buffer)
    this.starts = starts
    this.longest = longest
  }
}
