import { type Table } from "../Table.ts"
import { comparisonTable } from "./comparison.ts"
import { sampleIds } from "./ComplaintSample.ts"
import { drawn } from "./drawing.ts"
import { checkEqualAnswers } from "./equalAnswers.ts"
import { type MillionComplaints } from "./MillionComplaints.ts"
import { type Question, type QuestionClass } from "./Question.ts"
import { fewQuestions, inTurns } from "./questionsInTurns.ts"
import { serviceUrl } from "./serviceUrl.ts"

// What takes the peer long takes it as long on fewer connections, and a round ends sooner.
const rounds = { connections: 8, milliseconds: 100, rounds: 3 }

const fastifyTable = async (
  million: MillionComplaints,
  title: string,
  questionsOf: (asked: Pick<QuestionClass, "next">) => () => Question,
  mayKeep: boolean
): Promise<Table> => {
  const ours = await million.reference()
  const fastify = await million.fastify()
  await checkEqualAnswers(ours, fastify, await million.classes())
  const ids = await sampleIds(fastify)
  // A row of the file has no id, so each server gave it one of its own.
  const asPeerKnows = (question: Question): Question =>
    question.about === "complaint" ? { about: "complaint", id: drawn(ids) } : question
  return comparisonTable({
    title: `1,000,000 complaints: the reference server / Fastify with node:sqlite; ${title}`,
    classes: await million.classes(),
    pairOf: ({ next }) => {
      const nextOfOurs = questionsOf({ next })
      const nextOfPeer = questionsOf({ next: () => asPeerKnows(next()) })
      return {
        ours: { server: ours, path: () => serviceUrl(nextOfOurs()), mayKeep },
        peer: () => ({ server: fastify, path: () => serviceUrl(nextOfPeer()) })
      }
    },
    atLeast: 10,
    rounds
  })
}

/** The reference server beside Fastify with `node:sqlite`, with the same records; every answer is made anew. */
export const besideFastify = (million: MillionComplaints): Promise<Table> =>
  fastifyTable(million, "every answer made anew", ({ next }) => next, false)

/** The same, asked a few questions of each class again and again. */
export const besideFastifyAgain = (million: MillionComplaints): Promise<Table> =>
  fastifyTable(million, `${fewQuestions} questions in turns`, inTurns, true)
