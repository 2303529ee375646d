import { Option } from "effect"
import type { AtomRegistry } from "effect/reactivity"
import { originAtom } from "../AppLayer.ts"
import { grouped } from "@public-records/text/counts"
import { clockOf, loadedLabel } from "../chrome/counts.ts"
import type { Action } from "../keys/Action.ts"
import { openMenu } from "../overlays/menu.ts"
import { quotaAtom } from "../quotaAtom.ts"
import { activeCollection } from "../session.ts"

type Registry = AtomRegistry.AtomRegistry

const unknown = "the service has not told"

const returnText = (nextRequestAt: Option.Option<number>): string =>
  Option.match(nextRequestAt, {
    onNone: () => "there is a place for a request now",
    onSome: (at) => `the next request may go at ${clockOf(at)}`
  })

/** Where the reader stands with the service: the facts that the last lines have no room for, and what may be done. */
export const openStanding = (registry: Registry, perform: (action: Action) => void): void => {
  const origin = registry.get(originAtom)
  const quota = registry.get(quotaAtom)
  const collection = activeCollection(registry)
  const count = (value: Option.Option<number>): string =>
    Option.match(value, { onNone: () => unknown, onSome: grouped })
  const limit = origin.hasLimit
    ? [
        `left        ${count(quota.remaining)}`,
        `limit       ${count(quota.limit)}`,
        `return      ${returnText(quota.nextRequestAt)}`
      ]
    : ["limit       none"]
  const kind = origin.isSample ? ` (${origin.sampleNote})` : ""
  openMenu(registry, {
    title: "WHERE YOU STAND",
    intro: [
      `records     ${origin.baseUrl}${kind}`,
      `key         ${origin.keySource}`,
      `spent       ${grouped(quota.requestsThisHour)} request${quota.requestsThisHour === 1 ? "" : "s"} in the last hour`,
      ...limit,
      `on screen   ${loadedLabel(registry.get(collection.summary), false)}`
    ],
    offers: [
      {
        label: "enter a key",
        remark: "shown as dots, kept nowhere",
        take: () => perform({ _tag: "Task", name: "enter-key" })
      },
      { label: "reload", remark: "asks again for what is shown", take: () => perform({ _tag: "Reload" }) }
    ]
  })
}
