import { report } from "./report.ts"
import { comparison, type Goal } from "./Row.ts"
import { sideBySide, type Task } from "./rounds.ts"
import { startWalkedService, walkedRecords, type WalkedService } from "./walkedService.ts"
import { byClientOverFetch, byClientOverUndici, byGot, byKy, byUndici, type Walker } from "./walkers.ts"

interface Pair {
  readonly what: string
  readonly ours: Walker
  readonly peer: Walker
  readonly goal: Goal
}

const pairs: Readonly<Record<string, Pair>> = {
  undici: { what: "over undici / bare undici", ours: byClientOverUndici, peer: byUndici, goal: { atLeast: 0.65 } },
  fetch: { what: "over fetch / bare undici", ours: byClientOverFetch, peer: byUndici, goal: { stated: true } },
  ky: { what: "over undici / bare ky", ours: byClientOverUndici, peer: byKy, goal: { atLeast: 1 } },
  got: { what: "over undici / bare got", ours: byClientOverUndici, peer: byGot, goal: { atLeast: 1 } }
}

const checked =
  (service: WalkedService, walker: Walker): Task =>
  async () => {
    const count = await walker(service)
    if (count !== walkedRecords) throw new Error(`A walk found ${count} records instead of ${walkedRecords}.`)
  }

const name = process.argv[2] ?? ""
const pair = pairs[name]
if (pair === undefined)
  throw new Error(`There is no pair "${name}" to walk; there are ${Object.keys(pairs).join(", ")}.`)

const service = await startWalkedService()
try {
  const tasks = { ours: checked(service, pair.ours), peer: checked(service, pair.peer) }
  const times = await sideBySide(tasks, { rounds: 15, warmUp: 20 })
  const speed = (task: string): string => `${Math.round(walkedRecords / times.of(task))} k/s`
  const figures = { ours: speed("ours"), peer: speed("peer"), ratio: times.ratio("peer", "ours") }
  report([comparison(`walk 10,000 records, ${pair.what}`, figures, pair.goal)])
} finally {
  await service.close()
}
