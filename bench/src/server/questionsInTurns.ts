import { type Question, type QuestionClass } from "./Question.ts"

/** As many as are asked again and again where answers may be kept. */
export const fewQuestions = 16

/** A few questions of a class, one after the other, again and again. */
export const inTurns = ({ next }: Pick<QuestionClass, "next">): (() => Question) => {
  const questions = Array.from({ length: fewQuestions }, next)
  let asked = 0
  return () => questions[asked++ % fewQuestions] ?? next()
}
