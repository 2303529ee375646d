import type { OddRequest } from "./oddRequest.ts"

/** A request whose answer was wrong. */
export interface WrongAnswer {
  readonly request: OddRequest
  readonly problems: ReadonlyArray<string>
}

/** What many requests came to. */
export class FuzzReport {
  readonly statuses = new Map<number, number>()
  readonly wrong: Array<WrongAnswer> = []
  slowest = { milliseconds: 0, seed: 0 }

  add(request: OddRequest, status: number, milliseconds: number, problems: ReadonlyArray<string>): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (milliseconds > this.slowest.milliseconds) this.slowest = { milliseconds, seed: request.seed }
    if (problems.length > 0) this.wrong.push({ request, problems })
  }

  /** How often each status came, the most frequent first. */
  tally(): string {
    const counted = [...this.statuses].toSorted(([, a], [, b]) => b - a)
    return counted.map(([status, times]) => `${times} × ${status}`).join(", ")
  }
}

/** A wrong answer as a person reads it, with the command that asks again. */
export const toldWrong = ({ problems, request }: WrongAnswer, part: string): string => {
  const { headers, method, seed, url } = request
  const shown = JSON.stringify({ method, url: url.slice(0, 500), headers })
  return `Seed ${seed}: ${problems.join("; ")}\n  ${shown}\n  again: pnpm soak --only ${part} --seed ${seed} --count 1`
}
