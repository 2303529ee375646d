/** The two collections, as the rest of the program names them. */
export type CollectionName = "complaints" | "notices"

/** What has the keys. */
export type Mode = "table" | "detail" | "insights" | "form" | "find" | "help" | "menu" | "prompt"

/** Work beside browsing, each with a module of its own; see `runTask`. */
export type TaskName =
  | "palette"
  | "go-to-row"
  | "copy-field"
  | "copy-record"
  | "copy-request"
  | "browse-record"
  | "export"
  | "enter-key"
  | "standing"
  | "save-view"
  | "views"
  | "theme"
  | "redraw"
  | "suspend"

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

/** What a key asks for. What it does depends on the state of the session; see `act`. */
export type Action =
  | { readonly _tag: "MoveBy"; readonly rows: number }
  | { readonly _tag: "PageBy"; readonly pages: number }
  | { readonly _tag: "GoFirst" }
  | { readonly _tag: "GoLast" }
  | { readonly _tag: "GoToRow"; readonly row: number }
  | { readonly _tag: "OpenDetail" }
  | { readonly _tag: "TogglePane" }
  | { readonly _tag: "Back" }
  | { readonly _tag: "OpenForm" }
  | { readonly _tag: "ClearFilter" }
  | { readonly _tag: "FilterBy"; readonly by: 1 | -1 }
  | { readonly _tag: "ColumnBy"; readonly by: 1 | -1 }
  | { readonly _tag: "SortHere" }
  | { readonly _tag: "LoadAll" }
  | { readonly _tag: "OfferLoadAll" }
  | { readonly _tag: "RecordBy"; readonly by: 1 | -1 }
  | { readonly _tag: "ShowInsights" }
  | { readonly _tag: "ChartBy"; readonly by: 1 | -1 }
  | { readonly _tag: "ToggleAlone" }
  | { readonly _tag: "DrillDown" }
  | { readonly _tag: "AskForSlice" }
  | { readonly _tag: "OpenFind" }
  | { readonly _tag: "AcceptFind" }
  | { readonly _tag: "CompleteFind" }
  | { readonly _tag: "FindBy"; readonly by: 1 | -1 }
  | { readonly _tag: "SameNumber" }
  | { readonly _tag: "Reload" }
  | { readonly _tag: "Show"; readonly collection: CollectionName }
  | { readonly _tag: "ReturnFromShow" }
  | { readonly _tag: "OpenHelp" }
  | { readonly _tag: "FieldBy"; readonly by: 1 | -1 }
  | { readonly _tag: "ApplyForm" }
  | { readonly _tag: "ResetForm" }
  | { readonly _tag: "Edit"; readonly edit: Edit }
  | { readonly _tag: "ChooseBy"; readonly by: 1 | -1 }
  | { readonly _tag: "Choose" }
  | { readonly _tag: "AcceptPrompt" }
  | { readonly _tag: "Task"; readonly name: TaskName }
  | { readonly _tag: "Interrupt" }
  | { readonly _tag: "Quit" }
