/**
 * Runs user journeys visibly with the built executable: `pnpm journeys journalist`, or `pnpm journeys` for all of them.
 *
 * Prints the goal of each task, its steps, and its last screen. On a terminal it is slow enough to follow.
 */
import { Effect } from "effect"
import type { TestDesktop } from "./TestDesktop.ts"
import { runJourney, type JourneyObserver } from "./Journey.ts"
import { journeys } from "./journeys.ts"

const nameOf = (person: string): string => person.replaceAll(" ", "-")
const names = journeys.map(({ person }) => nameOf(person))
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !names.includes(name))
const isSlow = process.stdout.isTTY

const print = (text: string): Effect.Effect<void> => Effect.sync(() => void process.stdout.write(`${text}\n`))
const pause = isSlow ? Effect.sleep("800 millis") : Effect.void

const picture = (desktop: TestDesktop): string =>
  desktop
    .screen()
    .lines()
    .filter((line) => line !== "")
    .map((line) => `    ${line}\n`)
    .join("")

const observer: JourneyObserver = {
  onTask: (number, { goal }) => print(`\n${number}. ${goal}`),
  onStep: ({ description }) => Effect.andThen(print(`   ${description}`), pause),
  onTaskEnd: (_, desktop) => Effect.andThen(print(`${picture(desktop)}   done`), pause)
}

const watch = Effect.gen(function* () {
  for (const journey of journeys.filter(({ person }) => wanted.length === 0 || wanted.includes(nameOf(person)))) {
    yield* print(`\nThe ${journey.person}'s journey: ${journey.tasks.length} tasks`)
    yield* Effect.scoped(runJourney(journey, observer))
  }
})

if (unknown.length > 0) {
  process.stderr.write(`Unknown journey: ${unknown.join(", ")}. Journeys: ${names.join(", ")}.\n`)
  process.exitCode = 2
} else {
  const watched = watch.pipe(
    Effect.catchTag("TaskFailed", ({ message }) =>
      Effect.andThen(
        print(`\n${message}`),
        Effect.sync(() => void (process.exitCode = 1))
      )
    )
  )
  await Effect.runPromise(watched)
}
