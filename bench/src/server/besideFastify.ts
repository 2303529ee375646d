import { type Table } from "../Table.ts"
import { comparisonTable } from "./comparison.ts"
import { sampleIds } from "./ComplaintSample.ts"
import { drawn } from "./drawing.ts"
import { checkEqualAnswers } from "./equalAnswers.ts"
import { type MillionComplaints } from "./MillionComplaints.ts"
import { type Question, type QuestionClass } from "./Question.ts"
import { serviceUrl } from "./serviceUrl.ts"

// What takes the peer long takes it as long on fewer connections, and a round ends sooner.
const rounds = { connections: 8, milliseconds: 100, rounds: 3 }

/** The reference server beside Fastify with `node:sqlite`, with the same records. */
export const besideFastify = async (million: MillionComplaints): Promise<Table> => {
  const ours = await million.reference()
  const fastify = await million.fastify()
  await checkEqualAnswers(ours, fastify, await million.classes())
  const ids = await sampleIds(fastify)
  // A row of the file has no id, so each server gave it one of its own.
  const asPeerKnows = ({ next }: QuestionClass): Question => {
    const question = next()
    return question.about === "complaint" ? { about: "complaint", id: drawn(ids) } : question
  }
  return comparisonTable({
    title: "1,000,000 complaints: the reference server / Fastify with node:sqlite",
    classes: await million.classes(),
    pairOf: (asked) => ({
      ours: { server: ours, path: () => serviceUrl(asked.next()) },
      peer: () => ({ server: fastify, path: () => serviceUrl(asPeerKnows(asked)) })
    }),
    atLeast: 10,
    rounds
  })
}
