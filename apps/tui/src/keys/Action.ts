/** The two collections, as the rest of the program names them. */
export type CollectionName = "complaints" | "notices"

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
