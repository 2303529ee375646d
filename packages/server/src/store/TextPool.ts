const bytesOfChunk = 1_048_576

const lengthBytes = 4

/**
 * Texts that fit into no column: bytes one after the other, found again by their position.
 *
 * **Gotchas** a position is a whole number below 2^53 and grows with the bytes, not with the texts.
 */
export class TextPool {
  readonly #chunks: Array<Buffer>
  #used = bytesOfChunk

  /** With the chunks of another pool, the texts that it keeps, at their positions. */
  constructor(chunks: ReadonlyArray<Buffer> = []) {
    this.#chunks = [...chunks]
  }

  /** All bytes, as the constructor takes them. */
  get chunks(): ReadonlyArray<Buffer> {
    const full = this.#chunks.length - 1
    return this.#chunks.map((chunk, place) => (place < full ? chunk : chunk.subarray(0, this.#used)))
  }

  /** Keeps a text; its position is what finds it again. */
  add(text: string): number {
    const bytes = Buffer.from(text, "utf16le")
    const needed = lengthBytes + bytes.length
    if (this.#used + needed > bytesOfChunk) {
      this.#chunks.push(Buffer.alloc(Math.max(bytesOfChunk, needed)))
      this.#used = 0
    }
    const position = (this.#chunks.length - 1) * bytesOfChunk + this.#used
    const chunk = this.#chunks.at(-1)
    chunk?.writeUInt32LE(bytes.length, this.#used)
    chunk?.set(bytes, this.#used + lengthBytes)
    this.#used += needed
    return position
  }

  text(position: number): string {
    const chunk = this.#chunks[Math.floor(position / bytesOfChunk)]
    if (chunk === undefined) return ""
    const at = position % bytesOfChunk
    const start = at + lengthBytes
    return chunk.toString("utf16le", start, start + chunk.readUInt32LE(at))
  }
}
