import { exampleRefs, headerRefs, type Response, schemaRef } from "./OpenApi.ts"

const json = "application/json"
const counted = headerRefs("X-RateLimit-Limit", "X-RateLimit-Remaining", "Access-Control-Allow-Origin")
const cached = headerRefs("ETag", "Cache-Control")
const open = headerRefs("Access-Control-Allow-Origin")

const gateway = (...examples: ReadonlyArray<string>): NonNullable<Response["content"]> => ({
  [json]: { schema: schemaRef("GatewayError"), examples: exampleRefs(...examples) }
})

/** Both envelopes under one status: apart by content type, or together where both have the same. */
const eitherError = (
  type: string,
  gatewayExamples: ReadonlyArray<string>,
  drupalExamples: ReadonlyArray<string>
): NonNullable<Response["content"]> =>
  type === json
    ? {
        [json]: {
          schema: { oneOf: [schemaRef("GatewayError"), schemaRef("DrupalError")] },
          examples: exampleRefs(...gatewayExamples, ...drupalExamples)
        }
      }
    : {
        ...gateway(...gatewayExamples),
        [type]: { schema: schemaRef("DrupalError"), examples: exampleRefs(...drupalExamples) }
      }

/** A 200 with records; its example has the schema's name. */
export const recordResponse = (description: string, type: string, schema: string): Response => ({
  description: `${description}.`,
  headers: { ...counted, ...cached },
  content: { [type]: { schema: schemaRef(schema), examples: exampleRefs(schema) } }
})

/** What every path answers to other methods. */
export const methodNotAllowed: Response = {
  description: "Another method than GET, HEAD and OPTIONS was used.",
  headers: { ...open, ...headerRefs("Allow") },
  content: gateway("MethodNotAllowed")
}

/** What every operation of a collection may answer alike. */
const alike: Readonly<Record<string, Response>> = {
  "304": {
    description: "`If-None-Match` names the version that is served: what you have is still so. It counts.",
    headers: { ...counted, ...cached }
  },
  "403": {
    description: "The key is missing (an empty one counts as missing) or invalid. It does not count.",
    headers: open,
    content: gateway("ApiKeyMissing", "ApiKeyInvalid")
  },
  "405": methodNotAllowed,
  "414": { description: "The URL is too long.", headers: open, content: gateway("UriTooLong") },
  "429": {
    description:
      "The key has no requests left in its window. Wait as long as `Retry-After` says. What is refused does not count.",
    headers: { ...counted, ...headerRefs("Retry-After") },
    content: gateway("OverRateLimit")
  },
  "500": { description: "A mistake of the server.", headers: counted, content: gateway("InternalServerError") },
  "503": {
    description:
      "The service is not available. This server answers so only where its schedule of faults says so, which may use any status.",
    headers: counted,
    content: gateway("ScheduledFault")
  }
}

/** Which examples an operation has of its own, beside those that all have. */
interface OwnRefusals {
  /** Of 400: in the gateway's form for complaints, in Drupal's for notices. */
  readonly refusals: ReadonlyArray<string>
  /** Of 404, for an id that is none. */
  readonly unknown: ReadonlyArray<string>
  /** The content type of Drupal's form; nothing where Drupal does not answer. */
  readonly drupalType?: string
}

/** The gateway's own example, and those of what stands behind it, in its form. */
const errors = (
  own: string,
  others: ReadonlyArray<string>,
  drupalType: string | undefined
): NonNullable<Response["content"]> =>
  drupalType === undefined || others.length === 0 ? gateway(own, ...others) : eitherError(drupalType, [own], others)

/**
 * Everything but 200 that an operation of a collection may answer.
 *
 * **Source** specification, "Errors"; decisions 14, 20 to 22 and 25.
 */
export const collectionResponses = ({
  drupalType,
  refusals,
  unknown
}: OwnRefusals): Readonly<Record<string, Response>> => ({
  ...alike,
  "400": {
    description:
      refusals.length > 0
        ? "The request did not use HTTPS, which is refused before the key is looked at and does not count; or a parameter cannot be used, which counts."
        : "The request did not use HTTPS. It is refused before the key is looked at, and does not count.",
    headers: refusals.length > 0 ? counted : open,
    content: errors("HttpsRequired", refusals, drupalType)
  },
  "404": {
    description:
      unknown.length > 0
        ? "There is no record with this id, which counts; or no such route, such as with one more slash, which is found before anything else."
        : "There is no such route, such as with a slash at its end: found before anything else is looked at.",
    headers: unknown.length > 0 ? counted : open,
    content: errors("UnknownRoute", unknown, drupalType)
  }
})
