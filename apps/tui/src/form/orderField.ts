import type { Field } from "./FormModel.ts"

/** The field for the service's order of a list. */
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
