import { readFileSync } from "node:fs"
import type { Answer, Reply, ServiceRequest } from "../requests/Answer.ts"
import { bodyTag } from "./bodyTag.ts"
import { bundledFolder } from "../bundledFolder.ts"
import type { DocsFile } from "./docsFiles.ts"
import { represent } from "../requests/representation.ts"

// The page runs its own script, asks its own server, and nothing else.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const headers = {
  "Content-Security-Policy": policy,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff"
}

/** The page of `/docs`. A file is read when it is first asked for, so that no start of a server waits for it. */
export class DocsPage {
  readonly #folder: URL
  readonly #texts = new Map<string, string>()

  constructor(bundledData: URL = bundledFolder) {
    this.#folder = new URL("page/", bundledData)
  }

  /** Answers one of `docsFiles`. */
  answer({ name, type }: DocsFile, request: ServiceRequest): Answer {
    const text = this.#texts.get(name) ?? readFileSync(new URL(name, this.#folder), "utf8")
    this.#texts.set(name, text)
    const reply: Reply = { status: 200, headers: { "Content-Type": type, ...headers }, body: text }
    return represent(reply, request, bodyTag(text))
  }
}
