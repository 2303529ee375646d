import { deepStrictEqual } from "node:assert"
import { Schema } from "effect"
import { request } from "undici"
import { list, type Question, type QuestionClass } from "./Question.ts"
import { type ServerProcess } from "./ServerProcess.ts"
import { benchKey, serviceUrl } from "./urls.ts"

const Envelope = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ id: Schema.String, attributes: Schema.Struct({ "created-date": Schema.String }) })
  ),
  meta: Schema.Struct({ "records-total": Schema.Number })
})

const envelope = async ({ url }: ServerProcess, question: Question): Promise<typeof Envelope.Type> => {
  const { body } = await request(url + serviceUrl(question), { headers: { "x-api-key": benchKey } })
  return Schema.decodeUnknownSync(Envelope)(await body.json())
}

const pages = 80

/** Reads the ids of complaints from all over the list. */
export const sampleIds = async (server: ServerProcess): Promise<ReadonlyArray<string>> => {
  const { meta } = await envelope(server, list({}))
  const offsets = Array.from({ length: pages }, (_, page) => (page / pages) * meta["records-total"])
  const read = await Promise.all(offsets.map((offset) => envelope(server, list({}, offset))))
  return read.flatMap(({ data }) => data.map(({ id }) => id))
}

/**
 * Checks that a peer gives the same response to a question of each class, so that it is not faster by doing less.
 *
 * **Fails with** a rejection that shows the difference.
 */
export const assertSameResponses = async (
  ours: ServerProcess,
  peer: ServerProcess,
  classes: ReadonlyArray<QuestionClass>
): Promise<void> => {
  const summary = async (server: ServerProcess, question: Question) => {
    const { data, meta } = await envelope(server, question)
    return { total: meta["records-total"], created: data.map(({ attributes }) => attributes["created-date"]) }
  }
  for (const { draw } of classes) {
    const question = draw(["any"])
    if ("list" in question) deepStrictEqual(await summary(peer, question), await summary(ours, question))
  }
}
