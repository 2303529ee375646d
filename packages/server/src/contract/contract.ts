import { version } from "@public-records/core"
import { complaintAlone, complaintList } from "./complaintOperations.ts"
import { noticeAlone, noticeList } from "./noticeOperations.ts"
import { otherSchemas, recordSchemas } from "./recordSchemas.ts"
import type { ContractSubject } from "./OpenApi.ts"
import { examples } from "./examples.ts"
import { headers } from "./headers.ts"
import { ownPaths } from "./ownOperations.ts"
import type { ProfileName } from "../Profile.ts"

const about = `Two read-only data sets of the US Federal Trade Commission: consumers' complaints about unwanted calls, and notices of mergers whose waiting period ended early. Complaints are reported by consumers and not verified.

This is the reference server's own contract: what it answers, errors included. It is not run by the Commission.

- Every request to a data set needs HTTPS and a key, in the header \`X-Api-Key\` or the parameter \`api_key\`. The header counts, unless it is empty.
- Order of checks: the route (404), the method (405), HTTPS (400), the key (403), the limit (429), then the data set. What passed the limit counts against it, whatever its answer.
- \`HEAD\` is answered as \`GET\` without a body. \`OPTIONS\` is answered with 204, and needs no key.
- Bodies are compressed where the request accepts \`gzip\`.`

const profileNotes: Readonly<Record<ProfileName, string>> = {
  documented: `The server runs the profile \`documented\`: the service's documentation to the letter. The profile \`live\` plays the service as it was seen, and differs:

- The list of complaints has \`record-total\` with a stray object; that of notices has \`count\`, a number, the total, and \`links.next\`.
- Links point at www.ftc.gov. Notices and their errors have the type \`application/vnd.api+json\`.
- Notices have \`feeds_item\`, and neither \`meta\` nor \`tags\`.
- Rules of combination are not enforced, and a sort of notices without a direction is ascending.
- The documentation's table names of notices' parameters, such as \`sort_by\`, are ignored.`,
  live: `The server runs the profile \`live\`: the service as it was seen in the wild. The profile \`documented\` plays its documentation to the letter; this contract tells only what is so here.`
}

const demoKey = { "x-default-key": "DEMO_KEY" }

const securitySchemes = ({ takesDemoKey }: ContractSubject) => ({
  KeyInHeader: {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
    description: "The better place: it stays out of logs and histories.",
    ...(takesDemoKey ? demoKey : {})
  },
  KeyInQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description: "Counts where the header is absent or empty. Links in answers leave it out.",
    ...(takesDemoKey ? demoKey : {})
  }
})

/**
 * The contract of a running server: every route, parameter, answer and error.
 *
 * **Wire** an OpenAPI 3.1 document. Of its own it has `x-group` (a parameter's heading), `x-example-requests` (requests that
 * work) and `x-default-key` (the published key, where the server takes it).
 *
 * **Source** specification; decisions 1 to 37.
 */
export const contractOf = (subject: ContractSubject) => ({
  openapi: "3.1.1",
  info: {
    title: "Public records service",
    version,
    summary: "Unwanted calls, and mergers with early termination",
    license: { name: "Public domain: the records are a work of the US government" },
    description: `${about}\n\n${profileNotes[subject.profile.name]}`
  },
  servers: [{ url: subject.baseUrl, description: `This server, in the profile \`${subject.profile.name}\`.` }],
  tags: [
    {
      name: "Complaints",
      description: "Complaints about unwanted calls (Do Not Call): new ones on weekdays, about noon Eastern time."
    },
    { name: "Notices", description: "Early termination notices (Hart-Scott-Rodino): new ones daily." },
    { name: "This server", description: "What the reference server answers besides, without a key." }
  ],
  security: [{ KeyInHeader: [] }, { KeyInQuery: [] }],
  paths: {
    "/v0/dnc-complaints": { get: complaintList(subject) },
    "/v0/dnc-complaints/{id}": { get: complaintAlone },
    "/v0/hsr-early-termination-notices": { get: noticeList(subject) },
    "/v0/hsr-early-termination-notices/{id}": { get: noticeAlone(subject) },
    ...ownPaths
  },
  components: {
    securitySchemes: securitySchemes(subject),
    schemas: { ...recordSchemas(subject.profile), ...otherSchemas },
    headers,
    examples: examples(subject)
  }
})
