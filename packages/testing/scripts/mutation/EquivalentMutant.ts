/** A mutant that no test can notice, because nothing that the code does is another. */
export interface EquivalentMutant {
  readonly file: string
  /** The line as the mistake leaves it; where lines are alike, the line before it too. */
  readonly code: string
  readonly after?: string
  readonly why: string
}
