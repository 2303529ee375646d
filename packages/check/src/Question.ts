import { type Answer } from "./Answer.ts"
import { type Verdict } from "./Verdict.ts"

/** Which key goes with a question. The real one travels in the header, and nowhere else. */
type QuestionKey = "theirs" | "none" | "wrong" | "wrongInQuery"

/** What is asked of the service. **Wire** `path` with its query, as it is sent. */
export interface Asked {
  readonly method?: "GET" | "HEAD" | "OPTIONS"
  readonly path: string
  readonly key?: QuestionKey
}

/** The answers so far, by the name of their question. */
export type Answers = ReadonlyMap<string, Answer>

/**
 * One request of a check. It may be built from what was answered before; nothing where the service's data does not let it be
 * asked.
 */
export interface Question {
  readonly name: string
  readonly ask: (answers: Answers) => Asked | undefined
  /** What the data lacks where the question cannot be asked. */
  readonly needs: string
}

/** What the service should do, by which rule, and how its answer to a question shows it. */
export interface Statement {
  readonly family: string
  /** The behaviour as a sentence: "it …". */
  readonly name: string
  /** A section of the specification, or a decision. */
  readonly rule: string
  /** The name of the question whose answer is judged. */
  readonly question: string
  readonly judge: (answer: Answer, answers: Answers) => Verdict
}

/** Returns what makes the statements of a family, each by one rule. */
export const statementsBy =
  (family: string, rule: string) =>
  (question: string, name: string, judge: Statement["judge"]): Statement => ({ family, name, rule, question, judge })

/** Returns what makes the statements of a family, each by a rule of its own. */
export const statementsOf =
  (family: string) =>
  (question: string, name: string, rule: string, judge: Statement["judge"]): Statement =>
    statementsBy(family, rule)(question, name, judge)

/** A wrong key: it is nobody's, and so may stand in a URL. */
export const wrongKey = "public-records-check-a-key-of-nobody-000"

/** A question that can always be asked. */
export const always = (name: string, asked: Asked): Question => ({ name, ask: () => asked, needs: "" })

/** A value in the query of a URL. */
export const encoded = encodeURIComponent
