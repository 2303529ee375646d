/** Sources that are mutated, and the tests that should notice. */
export interface Part {
  readonly package: string
  readonly sources: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

/** What is mutated, by name. */
export const parts: Readonly<Record<string, Part>> = {
  queries: {
    package: "packages/core",
    sources: ["src/queries/*.ts"],
    tests: ["ComplaintQuery", "NoticeQuery", "State", "PublicationCalendar", "promiseTypes", "promise", "dayWindows"]
  },
  walk: {
    package: "packages/core",
    sources: ["src/walk/*.ts"],
    tests: ["walk", "walkRequests", "movingLists", "Seen", "bookmarks"]
  },
  budget: {
    package: "packages/core",
    sources: ["src/budget/{Budget,Ledger,Line,OwnBudget,Quota}.ts"],
    tests: ["Ledger", "Line", "OwnBudget", "Quota", "calls", "PublicRecords", "RedisGuards", "telemetry"]
  },
  store: {
    package: "packages/server",
    sources: ["src/store/*.ts"],
    tests: [
      "CallOrder",
      "Combinations",
      "NoticeStore",
      "PageWriter",
      "Postings",
      "RecordTable",
      "Selection",
      "TextPool",
      "moment",
      "phoneNumber",
      "recordId",
      "rows",
      "sortedOrder",
      "store",
      "model",
      "noticeModel",
      "complaints",
      "notices",
      "dataset",
      "keptComplaints",
      "generated"
    ]
  }
}
