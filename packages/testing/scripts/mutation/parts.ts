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
    sources: ["src/budget/{Budget,Ledger,Quota}.ts"],
    tests: ["Ledger", "WaitQueue", "Quota", "calls", "PublicRecords", "telemetry"]
  },
  store: {
    package: "packages/server",
    sources: ["src/store/*.ts"],
    tests: ["NoticeStore", "store", "model", "noticeModel", "complaints", "notices"]
  }
}
