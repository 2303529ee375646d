import { readFileSync } from "node:fs"
import { Predicate } from "effect"
import { load } from "js-yaml"
import type { ServiceResponse, RouteResponse, ServiceRequest } from "../requests/Response.ts"
import { bundledFolder } from "../bundledFolder.ts"
import type { DocsFile } from "./docsFiles.ts"
import { etagOf, negotiateResponse } from "../requests/representation.ts"

/** The members of `openapi.yaml` that the server uses. All others are served unchanged. */
export interface Contract {
  /** The published key, which the page at `/docs` fills in. */
  readonly "x-default-key": string
}

const isContract = (document: unknown): document is Contract =>
  Predicate.hasProperty(document, "x-default-key") && Predicate.isString(document["x-default-key"])

// The page runs its own scripts, sends requests to its own server and loads nothing else.
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

/** The contract and the page at `/docs`. Each file is read on first use, so that it does not delay the start. */
export class DocsPage {
  readonly #folder: URL
  readonly #files = new Map<string, string>()
  #contract: Contract | undefined

  constructor(bundledData: URL = bundledFolder) {
    this.#folder = bundledData
  }

  /** The contract, parsed from `openapi.yaml`. */
  get contract(): Contract {
    if (this.#contract !== undefined) return this.#contract
    const document = load(this.#read("openapi.yaml"))
    if (!isContract(document)) throw new Error("The file openapi.yaml has no x-default-key.")
    this.#contract = document
    return document
  }

  /** Responds with one of `docsFiles`. */
  handle({ name, type }: DocsFile, request: ServiceRequest): ServiceResponse {
    const body = this.#read(`page/${name}`)
    const reply: RouteResponse = { status: 200, headers: { "Content-Type": type, ...headers }, body }
    return negotiateResponse(reply, request, etagOf(body))
  }

  #read(name: string): string {
    const text = this.#files.get(name) ?? readFileSync(new URL(name, this.#folder), "utf8")
    this.#files.set(name, text)
    return text
  }
}
