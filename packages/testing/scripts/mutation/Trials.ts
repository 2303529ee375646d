import { type TryPlan } from "./TryPlan.ts"

/** What quick tries have shown of mutants, from the notes of the runs. */
export class Trials {
  readonly noticed = new Set<number>()
  readonly endless = new Set<number>()
  /** Those whose place a test reached while they were chosen. */
  readonly asked = new Set<number>()
  /** Tests that cannot be run twice. */
  readonly once = new Set<string>()
  readonly #done = new Set<string>()

  /** What is left to try, of the mutants that each test reaches. */
  left(reached: ReadonlyMap<string, ReadonlyArray<number>>): TryPlan["tries"] {
    const isOpen = (test: string, mutant: number): boolean =>
      !this.noticed.has(mutant) && !this.endless.has(mutant) && !this.#done.has(`${mutant} ${test}`)
    return Object.fromEntries(
      [...reached]
        .filter(([test]) => !this.once.has(test))
        .map(([test, mutants]) => [test, mutants.filter((mutant) => isOpen(test, mutant))] as const)
        .filter(([, mutants]) => mutants.length > 0)
    )
  }

  /** Takes the notes of a run; one that did not come to its end was held up by the mutant that it tried last. */
  learn(notes: ReadonlyArray<string>, isWhole: boolean): void {
    for (const note of notes) {
      const [word, mutant, test] = note.split(" ")
      if (word === "once" && mutant !== undefined) this.once.add(mutant)
      if (word === "noticed") this.noticed.add(Number(mutant))
      if (word === "survived") this.asked.add(Number(mutant))
      if (word === "survived" || word === "unasked") this.#done.add(`${mutant} ${test}`)
    }
    const [word, mutant] = notes.at(-1)?.split(" ") ?? []
    if (!isWhole && word === "try") this.endless.add(Number(mutant))
  }
}
