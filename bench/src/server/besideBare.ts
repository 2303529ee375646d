import { type Table } from "../Table.ts"
import { comparisonTable } from "./comparison.ts"
import { type MillionComplaints } from "./MillionComplaints.ts"
import { type Question, type QuestionClass } from "./Question.ts"
import { fewQuestions, inTurns } from "./questionsInTurns.ts"
import { serviceUrl } from "./serviceUrl.ts"

const rounds = { connections: 32, milliseconds: 100, rounds: 5 }

const bareTable = async (
  million: MillionComplaints,
  title: string,
  questionsOf: (asked: QuestionClass) => () => Question,
  mayKeep: boolean
): Promise<Table> => {
  const ours = await million.reference()
  const bare = await million.bare()
  return comparisonTable({
    title: `1,000,000 complaints: the reference server / a bare node:http server with a body of the same size; ${title}`,
    classes: await million.classes(),
    pairOf: (asked) => {
      const next = questionsOf(asked)
      return {
        ours: { server: ours, path: () => serviceUrl(next()), mayKeep },
        peer: ({ bytes }) => ({ server: bare, path: () => `/${Math.round(bytes)}` })
      }
    },
    atLeast: 0.7,
    rounds
  })
}

/** The reference server beside one that writes a ready-made body of the same size, which makes every answer anew. */
export const besideBare = (million: MillionComplaints): Promise<Table> =>
  bareTable(million, "every answer made anew", ({ next }) => next, false)

/** The same, asked a few questions of each class again and again. */
export const besideBareAgain = (million: MillionComplaints): Promise<Table> =>
  bareTable(million, `${fewQuestions} questions in turns`, inTurns, true)
