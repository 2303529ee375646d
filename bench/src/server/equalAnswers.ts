import { deepStrictEqual } from "node:assert"
import { type Question, type QuestionClass } from "./Question.ts"
import { complaintPage, noticePage } from "./readPages.ts"
import { type ServerProcess } from "./ServerProcess.ts"

/** What two servers with the same records have to say alike; each gives ids of its own to rows of a file. */
const said = async (server: ServerProcess, question: Question): Promise<unknown> => {
  if (question.about === "notices") return (await noticePage(server, question)).records.map(({ id }) => id)
  const { records, total } = await complaintPage(server, question)
  return { total, moments: records.map(({ createdDate }) => createdDate) }
}

/**
 * Nobody wins by doing less: a question of each class is answered alike by both.
 *
 * **Fails with** a rejection that shows what differs.
 */
export const checkEqualAnswers = async (
  ours: ServerProcess,
  peer: ServerProcess,
  classes: ReadonlyArray<QuestionClass>
): Promise<void> => {
  for (const { next } of classes) {
    const question = next()
    if (question.about !== "complaint") deepStrictEqual(await said(peer, question), await said(ours, question))
  }
}
