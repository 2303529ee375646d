import { headerRefs, type Operation, type Response, schemaRef } from "./OpenApi.ts"
import { methodNotAllowed } from "./responses.ts"

const open = headerRefs("Access-Control-Allow-Origin")
const cached = { ...open, ...headerRefs("ETag", "Cache-Control") }
const unchanged: Response = { description: "`If-None-Match` names what is served.", headers: cached }

const own = (operation: Pick<Operation, "operationId" | "summary" | "description" | "responses">): Operation => ({
  ...operation,
  tags: ["This server"],
  security: [],
  responses: { ...operation.responses, "405": methodNotAllowed }
})

const health = own({
  operationId: "getHealth",
  summary: "Whether the server answers, and from what",
  description: "Needs no key, counts against no limit, and answers on plain HTTP too.",
  responses: {
    "200": {
      description: "The server answers.",
      headers: open,
      content: { "application/json": { schema: schemaRef("Health") } }
    }
  }
})

const metrics = own({
  operationId: "getMetrics",
  summary: "Counters for Prometheus",
  description: "In Prometheus' text format, without any key. Needs no key and answers on plain HTTP too.",
  responses: {
    "200": {
      description: "The counters.",
      headers: open,
      content: { "text/plain": { schema: { type: "string" } } }
    }
  }
})

const contract = own({
  operationId: "getContract",
  summary: "This contract",
  description: "The contract of the running server, in OpenAPI 3.1. Needs no key and answers on plain HTTP too.",
  responses: {
    "200": {
      description: "The contract.",
      headers: cached,
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["openapi", "info", "paths"],
            properties: { openapi: { const: "3.1.1" }, info: { type: "object" }, paths: { type: "object" } }
          }
        }
      }
    },
    "304": unchanged
  }
})

const docs = own({
  operationId: "getDocs",
  summary: "This contract as a page",
  description:
    "A page that shows the contract and tries requests. It loads nothing from elsewhere. Needs no key and answers on plain HTTP too.",
  responses: {
    "200": { description: "The page.", headers: cached, content: { "text/html": { schema: { type: "string" } } } },
    "304": unchanged
  }
})

/** The routes that are this server's own, by path. */
export const ownPaths: Readonly<Record<string, { readonly get: Operation }>> = {
  "/health": { get: health },
  "/metrics": { get: metrics },
  "/openapi.json": { get: contract },
  "/docs": { get: docs }
}
