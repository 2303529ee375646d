import type { Field } from "./FormModel.ts"

/** The line of a form that chooses the order of the list, the service's own. */
export const orderField: Field = {
  name: "sort",
  label: "Order",
  choices: [
    { value: "DESC", label: "newest first" },
    { value: "ASC", label: "oldest first" }
  ],
  isShown: () => true,
  hint: () => ""
}
