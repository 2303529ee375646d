import type { AtomRegistry } from "effect/reactivity"
import { openForm } from "../form/FormModel.ts"
import type { Action } from "../keys/Action.ts"
import { activeCollection } from "../session.ts"
import { openMenu } from "./menu.ts"

/** Offers what to ask where nothing matches. */
export const offerWidenings = (registry: AtomRegistry.AtomRegistry, perform: (action: Action) => void): void => {
  const collection = activeCollection(registry)
  const { filter } = registry.get(collection.summary)
  openMenu(registry, {
    title: `NO ${collection.noun.toUpperCase()} MATCH`,
    intro: [filter],
    offers: [
      ...registry.get(collection.widenings).map(({ label, values }) => ({
        label,
        remark: "",
        take: () => {
          registry.set(collection.form, openForm(collection.fields, values))
          collection.applyForm(registry)
        }
      })),
      { label: "change the filter", remark: "", take: () => perform({ _tag: "OpenForm" }) },
      { label: "the filter before", remark: "", take: () => perform({ _tag: "FilterBy", by: -1 }) },
      { label: "no filter", remark: "", take: () => perform({ _tag: "ClearFilter" }) }
    ]
  })
}
