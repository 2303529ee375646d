import { createHash } from "node:crypto"

/** The tag of a body: it changes when the body does. */
export const bodyTag = (body: string): string => `W/"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`
