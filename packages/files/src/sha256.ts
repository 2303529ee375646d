/**
 * Returns the SHA-256 of a text or of bytes. Loads `node:crypto` when it is first used, because that takes as long as a short question to a mirror,
 * and most questions need no digest.
 */
export const sha256 = (text: string | Uint8Array): Buffer =>
  process.getBuiltinModule("node:crypto").hash("sha256", text, "buffer")
