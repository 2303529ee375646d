import { grouped } from "@public-records/text/counts"
import { countOf } from "@public-records/core"
import { type Settings } from "../source/settings.ts"
import { type Finding } from "./Finding.ts"
import { type LastAnswer } from "./LastAnswer.ts"

const defaultRequestsPerHour = 1000
/** Fewer than this share of a limit are few. */
const fewShare = 0.1

/** What is left of the key's limit, and whether the budget of the settings fits it. */
export const quotaFinding = ({ headers }: LastAnswer, { requestsPerHour }: Settings): Finding => {
  const budget = requestsPerHour?.value ?? defaultRequestsPerHour
  const count = countOf(headers)
  if (count === undefined) {
    const found = `The service names no limit; ${grouped(budget)} requests an hour are kept to.`
    return { of: "quota", verdict: "unknown", found }
  }
  const found = `${grouped(count.remaining)} of ${grouped(count.limit)} requests are left.`
  if (requestsPerHour !== undefined && budget > count.limit) {
    const todo = `The budget of ${grouped(budget)} (${requestsPerHour.from}) is more than that; the smaller counts.`
    return { of: "quota", verdict: "advice", found, todo }
  }
  return count.remaining < count.limit * fewShare
    ? { of: "quota", verdict: "advice", found, todo: "Commands wait, or end with 4, when they are used up." }
    : { of: "quota", verdict: "ok", found }
}
