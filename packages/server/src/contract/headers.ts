import type { Header, Parameter } from "./OpenApi.ts"

/** The headers of responses, by the names they are sent by. */
export const headers: Readonly<Record<string, Header>> = {
  "X-RateLimit-Limit": {
    description:
      "How many requests the key may send within the sliding window. On every counted answer; absent where the limit is off, and on what was refused before the request counted.",
    schema: { type: "integer", minimum: 0 },
    example: 1000
  },
  "X-RateLimit-Remaining": {
    description: "How many of them are left. 0 on a 429. There is no header that says when the window moves on.",
    schema: { type: "integer", minimum: 0 },
    example: 999
  },
  "Retry-After": {
    description: "Whole seconds until the next request of this key is answered. Sent only when the limit is exceeded.",
    required: true,
    schema: { type: "integer", minimum: 1 },
    example: 30
  },
  ETag: {
    description:
      "The version of what was answered: for records that of the data set. Sent back in `If-None-Match`, it is answered with 304.",
    required: true,
    schema: { type: "string", pattern: '^(W/)?".+"$' },
    example: 'W/"7a68a5d9bd96e016"'
  },
  "Cache-Control": {
    description: "Keep it, but ask before each use whether it is still so.",
    required: true,
    schema: { type: "string", const: "no-cache" }
  },
  Allow: {
    description: "The methods that this path takes.",
    required: true,
    schema: { type: "string", const: "GET, HEAD, OPTIONS" }
  },
  "Access-Control-Allow-Origin": {
    description: "Any web page may read every answer, errors too.",
    required: true,
    schema: { type: "string", const: "*" }
  }
}

/** What a client may send along to get 304 in place of what it has. */
export const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of an earlier answer: 304 where that is still so.",
  schema: { type: "string" },
  "x-group": "Caching"
}
