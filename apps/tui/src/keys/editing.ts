/** A change to the text that has the caret, or to the choice that has the focus. */
export type Edit =
  | { readonly _tag: "Insert"; readonly text: string }
  | { readonly _tag: "DeleteBefore" }
  | { readonly _tag: "DeleteAfter" }
  | { readonly _tag: "DeleteAllBefore" }
  | { readonly _tag: "DeleteWordBefore" }
  | { readonly _tag: "CaretBy"; readonly by: number }
  | { readonly _tag: "CaretToStart" }
  | { readonly _tag: "CaretToEnd" }

/** Keys that edit text, on every panel that takes text. */
export const editKeys: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  ["backspace", { _tag: "DeleteBefore" }],
  ["delete", { _tag: "DeleteAfter" }],
  ["left", { _tag: "CaretBy", by: -1 }],
  ["right", { _tag: "CaretBy", by: 1 }],
  ["home", { _tag: "CaretToStart" }],
  ["ctrl-a", { _tag: "CaretToStart" }],
  ["end", { _tag: "CaretToEnd" }],
  ["ctrl-e", { _tag: "CaretToEnd" }],
  ["ctrl-u", { _tag: "DeleteAllBefore" }],
  ["ctrl-w", { _tag: "DeleteWordBefore" }]
])
