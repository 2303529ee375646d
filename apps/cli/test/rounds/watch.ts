/**
 * Does rounds before one's eyes, with the built executable: `pnpm rounds journalist`, or `pnpm rounds` for all of them.
 *
 * Each task is told in its person's words, with the keys, what was looked for, and the screen that it ended on. On a
 * terminal it is done slowly enough to be watched.
 */
import { Effect } from "effect"
import type { Desk } from "./Desk.ts"
import { doRound, type Onlooker } from "./Round.ts"
import { rounds } from "./rounds.ts"

const nameOf = (person: string): string => person.replaceAll(" ", "-")
const names = rounds.map(({ person }) => nameOf(person))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))
const isSlow = process.stdout.isTTY

const tell = (text: string): Effect.Effect<void> => Effect.sync(() => void process.stdout.write(`${text}\n`))
const pause = isSlow ? Effect.sleep("800 millis") : Effect.void

const picture = (desk: Desk): string =>
  desk
    .screen()
    .lines()
    .filter((line) => line !== "")
    .map((line) => `    ${line}\n`)
    .join("")

const onlooker: Onlooker = {
  begins: (number, { asks }) => tell(`\n${number}. ${asks}`),
  took: ({ says }) => Effect.andThen(tell(`   ${says}`), pause),
  done: (_, desk) => Effect.andThen(tell(`${picture(desk)}   done`), pause)
}

const watch = Effect.gen(function* () {
  for (const round of rounds.filter(({ person }) => wanted.length === 0 || wanted.includes(nameOf(person)))) {
    yield* tell(`\nThe ${round.person}'s round: ${round.tasks.length} tasks`)
    yield* Effect.scoped(doRound(round, onlooker))
  }
})

if (unknown.length > 0) {
  process.stderr.write(`There is no round of ${unknown.join(", ")}. There are: ${names.join(", ")}.\n`)
  process.exitCode = 2
} else {
  const told = watch.pipe(
    Effect.catchTag("NotDone", ({ message }) =>
      Effect.andThen(
        tell(`\n${message}`),
        Effect.sync(() => void (process.exitCode = 1))
      )
    )
  )
  await Effect.runPromise(told)
}
