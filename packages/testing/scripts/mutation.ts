/**
 * Makes small mistakes in the sources, one at a time, and shows which of them no test notices.
 *
 * `pnpm --filter @public-records/testing mutation` tries a sample of each part, drawn from a seed; `mutation walk --seed 7 --count 30`
 * thirty of one part, `--count all` every one, `--jobs 2` two at the same time, `--only Seen,walk.ts:40` those
 * of a file and of a line. Ends with the score of each part and the mistakes that survived. It is slow, and no part of `test`.
 *
 * All mistakes are tried in one run of the quick tests that reach their places; one that those do not see is tried alone with
 * the slow ones. Those listed in `mutation/equivalentMutants.ts` are told apart and do not count.
 */
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { SeededChoices } from "../../../tools/soak/SeededChoices.ts"
import { equivalentMutants } from "./mutation/equivalentMutants.ts"
import { MutatedPart, type Outcome, type Placed } from "./mutation/MutatedPart.ts"
import { parts } from "./mutation/parts.ts"
import { refuse } from "./refuse.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const { positionals, values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    jobs: { type: "string", default: "1" },
    only: { type: "string", default: "" }
  }
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const isAsked = (place: string): boolean => values.only.split(",").some((one) => place.includes(one))

const sampleOf = (all: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  const choices = new SeededChoices(Number(values.seed))
  return all
    .map((mutant) => ({ mutant, draw: choices.fraction() }))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, values.count === "all" ? all.length : Number(values.count))
    .map(({ mutant }) => mutant)
}

const tryAll = async (part: MutatedPart, sample: ReadonlyArray<Placed>): Promise<ReadonlyArray<Outcome>> => {
  const jobs = Number(values.jobs)
  const outcomes: Array<Outcome> = []
  const work = async (job: number): Promise<void> => {
    const tests = part.process()
    const own = sample.filter((_, place) => place % jobs === job)
    const trials = await part.tryQuickly(own, tests)
    for (const mutant of own) {
      const outcome = await part.try(mutant, trials, tests)
      outcomes.push(outcome)
      if (outcome !== "noticed") say(`${outcome}: ${part.told(mutant)}`)
    }
    tests.end()
  }
  await Promise.all(Array.from({ length: jobs }, (_, job) => work(job)))
  return outcomes
}

for (const name of positionals) {
  if (!Object.hasOwn(parts, name)) refuse(`There is no part "${name}": the parts are ${Object.keys(parts).join(", ")}.`)
}
for (const flag of ["seed", "count", "jobs"] as const) {
  const isAll = flag === "count" && values.count === "all"
  if (!isAll && !/^[1-9]\d*$/.test(values[flag])) {
    refuse(`--${flag} is "${values[flag]}"; it must be a whole number above 0${flag === "count" ? ', or "all"' : ""}.`)
  }
}
for (const [name, described] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const part = new MutatedPart(root, described)
  const equivalents = part.equivalents(equivalentMutants)
  const learner = part.process()
  await part.learn(learner)
  learner.end()
  const mutants = part.mutants.filter((mutant) => !equivalents.has(mutant) && isAsked(part.placeOf(mutant)))
  const outcomes = await tryAll(part, sampleOf(mutants))
  for (const [mutant, why] of equivalents) say(`equivalent: ${part.told(mutant)}   ${why}`)
  const survived = outcomes.filter((outcome) => outcome === "survived" || outcome === "not reached").length
  const noticed = outcomes.length - survived
  const endless = outcomes.filter((outcome) => outcome === "without end").length
  say(
    `${name}: ${noticed} of ${outcomes.length} noticed, ${((100 * noticed) / outcomes.length).toFixed(1)}%` +
      ` (${endless} by never ending; of ${mutants.length} mutants, ${equivalents.size} equivalent ones left out, seed ${values.seed})`
  )
}
