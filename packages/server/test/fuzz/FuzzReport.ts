import type { OddRequest } from "./oddRequest.ts"

/** A request with an incorrect response. */
export interface WrongResponse {
  readonly request: OddRequest
  readonly problems: ReadonlyArray<string>
}

/** The results of many requests. */
export class FuzzReport {
  readonly statuses = new Map<number, number>()
  readonly wrong: Array<WrongResponse> = []
  slowest = { milliseconds: 0, seed: 0 }

  add(request: OddRequest, status: number, milliseconds: number, problems: ReadonlyArray<string>): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (milliseconds > this.slowest.milliseconds) this.slowest = { milliseconds, seed: request.seed }
    if (problems.length > 0) this.wrong.push({ request, problems })
  }

  /** Returns the number of responses with each status, the most frequent first. */
  tally(): string {
    const counted = [...this.statuses].toSorted(([, a], [, b]) => b - a)
    return counted.map(([status, times]) => `${times} × ${status}`).join(", ")
  }
}

/** Describes an incorrect response, with the command that repeats its request. */
export const formatWrongResponse = ({ problems, request }: WrongResponse, part: string): string => {
  const { headers, method, seed, url } = request
  const shown = JSON.stringify({ method, url: url.slice(0, 500), headers })
  return `Seed ${seed}: ${problems.join("; ")}\n  ${shown}\n  again: pnpm soak --only ${part} --seed ${seed} --count 1`
}
