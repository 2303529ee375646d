import { maxRecordsPerPage, SortOrder } from "@public-records/core"
import { collectionResponses, recordResponse } from "./responses.ts"
import { ifNoneMatch } from "./headers.ts"
import type { ContractSubject, ExampleRequest, JsonSchema, Operation, Parameter } from "./OpenApi.ts"
import { noticeFields } from "../store/noticeFields.ts"
import type { Profile } from "../Profile.ts"

const query = (group: string, name: string, description: string, schema: JsonSchema, example: string): Parameter => ({
  name,
  in: "query",
  description,
  schema,
  example: schema["type"] === "integer" ? Number(example) : example,
  "x-group": group
})

const text: JsonSchema = { type: "string" }
const date: JsonSchema = { type: "string", format: "date" }
const sortPath: JsonSchema = { type: "string", enum: ["created", "changed"] }
const direction: JsonSchema = { type: "string", enum: SortOrder.literals }
const limit: JsonSchema = { type: "integer", minimum: 1, maximum: maxRecordsPerPage, default: maxRecordsPerPage }
const offset: JsonSchema = { type: "integer", minimum: 0, default: 0 }

const filters: ReadonlyArray<Parameter> = [
  query(
    "Title",
    "filter[title][value]",
    "Words that must all occur in the title as whole words, case aside. A phrase in double quotes must occur as it stands.",
    text,
    '"Blockbuster Inc." icahn'
  ),
  query(
    "Title",
    "filter[title][operator]",
    "With `CONTAINS` the text of `filter[title][value]` may occur anywhere in the title, as a part of a word too.",
    { type: "string", enum: ["CONTAINS"] },
    "CONTAINS"
  ),
  query("Number and id", "filter[transaction-number][value]", "The transaction number.", text, "20110718"),
  query(
    "Number and id",
    "filter[id][value]",
    "The id of a notice, a UUID. An unknown one is answered with an empty list.",
    text,
    "0254a428-d492-4d98-8bc6-e704bad804b7"
  ),
  query(
    "Date",
    "filter[date][condition][value]",
    "The date of the transaction, `YYYY-MM-DD`. Needs the two members below.",
    date,
    "2011-04-11"
  ),
  query(
    "Date",
    "filter[date][condition][path]",
    "The field that is compared: `date`.",
    { type: "string", enum: ["date"] },
    "date"
  ),
  query(
    "Date",
    "filter[date][condition][operator]",
    "How it is compared: `=`, in a URL `…[operator]==`.",
    { type: "string", enum: ["="], default: "=" },
    "="
  )
]

const fieldExamples: Readonly<Record<string, string>> = {
  id: "0254a428-d492-4d98-8bc6-e704bad804b7",
  title: "20110718: Carl C. Icahn; Blockbuster Inc. - Debtor-in-Possession",
  "transaction-number": "20110718",
  "acquiring-party": "Carl C. Icahn",
  "acquired-party": "Blockbuster Inc. - Debtor-in-Possession",
  "acquired-entities": "Blockbuster Inc. - Debtor-in-Possession",
  date: "2011-04-11",
  created: "2013-09-24T20:05:39+00:00",
  updated: "2013-09-24T22:22:27+00:00",
  changed: "2013-09-24T22:22:27+00:00"
}

const equalities: ReadonlyArray<Parameter> = Array.from(noticeFields.keys(), (field) => {
  const example = fieldExamples[field]
  return {
    name: `filter[${field}]`,
    in: "query",
    description: `\`${field}\` is this, case aside.`,
    schema: text,
    ...(example === undefined ? {} : { example }),
    "x-group": "Any field by its whole value"
  }
})

const pages = ({ defaultNoticeDirection }: Profile): ReadonlyArray<Parameter> => [
  query(
    "Order and page",
    "sort[by][path]",
    "`created`: by the time the record was made. `changed`: by its last change. The name `by` is free.",
    sortPath,
    "changed"
  ),
  query(
    "Order and page",
    "sort[by][direction]",
    `\`DESC\`: newest first. \`ASC\`: oldest first. A sort that names none is ${defaultNoticeDirection} here; name one, because the documentation and the live service disagree. Needs \`sort[by][path]\`.`,
    { ...direction, default: defaultNoticeDirection },
    "ASC"
  ),
  query(
    "Order and page",
    "page[limit]",
    `How many records at most. Above ${maxRecordsPerPage} it counts as ${maxRecordsPerPage}; below 1 it is refused.`,
    limit,
    "5"
  ),
  query("Order and page", "page[offset]", "How many records to skip.", offset, "10")
]

const tableNames = "By the names of the documentation's table"

/** The documentation lists its parameters by names that its own requests do not use. */
const namesOfTheTable: ReadonlyArray<Parameter> = [
  query(tableNames, "title", "The same as `filter[title][value]`.", text, "blockbuster"),
  query(
    tableNames,
    "transaction_number",
    "The same as `filter[transaction-number][value]`.",
    { type: "integer" },
    "20110718"
  ),
  query(tableNames, "date", "The same as the filter on `date`, `YYYY-MM-DD`.", date, "2011-04-11"),
  query(tableNames, "sort_by", "The same as `sort[…][path]`.", sortPath, "changed"),
  query(tableNames, "sort_order", "The same as `sort[…][direction]`.", { ...direction, default: "DESC" }, "ASC"),
  query(tableNames, "items_per_page", "The same as `page[limit]`.", limit, "5"),
  query(tableNames, "offset", "The same as `page[offset]`.", offset, "10")
]

const exampleRequests: ReadonlyArray<ExampleRequest> = [
  {
    summary: "A phrase and a word of the title",
    parameters: { "filter[title][value]": '"Blockbuster Inc." icahn' }
  },
  {
    summary: "A part of the title",
    parameters: { "filter[title][operator]": "CONTAINS", "filter[title][value]": "blockb" }
  },
  {
    summary: "Transactions of one date",
    parameters: {
      "filter[date][condition][value]": "2011-04-11",
      "filter[date][condition][path]": "date",
      "filter[date][condition][operator]": "="
    }
  },
  { summary: "By transaction number", parameters: { "filter[transaction-number][value]": "20110718" } },
  { summary: "By id", parameters: { "filter[id][value]": "0254a428-d492-4d98-8bc6-e704bad804b7" } },
  {
    summary: "The ten that changed last, from the eleventh on",
    parameters: {
      "sort[by][path]": "changed",
      "sort[by][direction]": "DESC",
      "page[limit]": "10",
      "page[offset]": "10"
    }
  }
]

/** `GET /v0/hsr-early-termination-notices`. **Source** specification, "Filtering syntax of the HSR list"; decisions 7, 12, 15 and 16. */
export const noticeList = (subject: ContractSubject): Operation => ({
  operationId: "listNotices",
  tags: ["Notices"],
  summary: "A list of early termination notices",
  description: `A page of the notices that match, the last made first. Filters may be combined, and all of them must match; so may several on one field. A filter on a field, or with an operator, that does not exist is answered with 400 by the notices' back end, in its own form.

Brackets in a parameter's name may be percent-encoded. Walk through a long list with \`page[offset]\`: advance by the number of records received, until a page is empty.`,
  parameters: [
    ...filters,
    ...pages(subject.profile),
    ...equalities,
    ...(subject.profile.takesTableNames ? namesOfTheTable : []),
    ifNoneMatch
  ],
  "x-example-requests": exampleRequests,
  responses: {
    "200": recordResponse("A page of notices", subject.profile.noticeContentType, "NoticeList"),
    ...collectionResponses({
      refusals: ["UnknownNoticeField", "InvalidNoticePage"],
      unknown: [],
      drupalType: subject.profile.noticeContentType
    })
  }
})

/** `GET /v0/hsr-early-termination-notices/{id}`. **Source** specification, the same section; decisions 13 and 14. */
export const noticeAlone = (subject: ContractSubject): Operation => ({
  operationId: "getNotice",
  tags: ["Notices"],
  summary: "One notice",
  description:
    "The notice with this id, in the envelope of a list. The documented way to one notice is the list with `filter[id][value]`, which answers an unknown id with an empty list and not with 404.",
  parameters: [
    {
      name: "id",
      in: "path",
      required: true,
      description: "The id of a notice: a UUID.",
      schema: { type: "string", minLength: 1 },
      example: "0254a428-d492-4d98-8bc6-e704bad804b7",
      "x-group": "Which one"
    },
    ifNoneMatch
  ],
  "x-example-requests": [
    { summary: "Icahn and Blockbuster, 2011", parameters: { id: "0254a428-d492-4d98-8bc6-e704bad804b7" } },
    { summary: "An id that is none: 404", parameters: { id: "unknown" } }
  ],
  responses: {
    "200": recordResponse("The notice", subject.profile.noticeContentType, "NoticeAlone"),
    ...collectionResponses({ refusals: [], unknown: ["UnknownNotice"], drupalType: subject.profile.noticeContentType })
  }
})
