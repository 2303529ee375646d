import type { SiteUpload } from "@public-records/server"
import { sampleComplaints } from "./Samples.ts"
import type { SiteRun, SiteScenario } from "./SiteScenario.ts"

const [monday, tuesday, wednesday] = ["2021-07-05", "2021-07-06", "2021-07-07"] as const
/** The file of each day. The one of Tuesday has the days since Friday, because Monday was a holiday. */
const [ofMonday, ofTuesday, ofWednesday] = ["2021-07-06", "2021-07-07", "2021-07-08"] as const

const countOn = (day: string): number =>
  sampleComplaints.filter(({ createdDate }) => createdDate.startsWith(day)).length

const complete = (day: string, share = 1): string => `${day} complete ${Math.round(countOn(day) * share)}`

/** The days before Monday that are in its file. */
const weekend = ["2021-07-02", "2021-07-03", "2021-07-04"].map((day) => complete(day))
const everyDay = [...weekend, ...[monday, tuesday, wednesday].map((day) => complete(day))]

/** The upload of a file by the date and suffix in its name, at 15:06 Eastern time. */
const upload = (name: string, on: string, share = 1): SiteUpload => ({
  file: `DNC_Complaint_Numbers_${name}.csv`,
  at: `${on}T19:06:00Z`,
  share
})

/** A run at 17:00 Eastern time. `answers` are those after the one of the index. */
const runOn = (day: string, ...answers: ReadonlyArray<string>): SiteRun => ({
  at: `${day}T21:00:00Z`,
  requests: ["200 index", ...answers]
})

const all = [ofWednesday, ofTuesday, ofMonday].map((date) => `200 ${date}`)
const unchanged = all.map((request) => request.replace("200", "304"))

/** Nothing is published after the file of Wednesday. */
const noMore = { from: "2021-07-09", to: "2021-07-31" }

const files = "/system/*"
const defaults = { site: { gaps: [noMore] }, from: monday, days: everyDay } as const

/** Every scenario of the site. */
export const siteScenarios: ReadonlyArray<SiteScenario> = [
  {
    ...defaults,
    name: "reads the daily files once, the newest first",
    runs: [runOn(ofWednesday, ...all), runOn("2021-07-09", ...unchanged)]
  },
  {
    ...defaults,
    name: "reads a file again that has changed, if the site has no validators",
    site: {
      gaps: [noMore],
      validators: false,
      uploads: [upload(ofWednesday, ofWednesday, 0.5), upload(ofWednesday, "2021-07-09")]
    },
    runs: [runOn(ofWednesday, ...all), runOn("2021-07-09", ...all)]
  },
  {
    ...defaults,
    name: "replaces an edition by the one with the highest suffix, and adds nothing twice",
    site: {
      gaps: [noMore],
      uploads: [
        upload(ofWednesday, ofWednesday, 0.5),
        upload(`${ofWednesday}_0`, ofWednesday, 0.8),
        upload(`${ofWednesday}_1`, "2021-07-09")
      ]
    },
    runs: [
      runOn(ofWednesday, `200 ${ofWednesday}_0`, ...all.slice(1)),
      runOn("2021-07-09", `200 ${ofWednesday}_1`, ...unchanged.slice(1))
    ]
  },
  {
    ...defaults,
    name: "reads a file that comes late, whose days were partial",
    site: { gaps: [noMore], uploads: [upload(ofTuesday, "2021-07-09")] },
    runs: [
      runOn(ofWednesday, all[0] ?? "", `404 ${ofTuesday}`, `404 ${ofTuesday}_0`, all[2] ?? ""),
      runOn("2021-07-09", unchanged[0] ?? "", `200 ${ofTuesday}`, unchanged[2] ?? "")
    ]
  },
  {
    ...defaults,
    name: "marks days as partial whose file may still come",
    site: { gaps: [noMore, { from: ofTuesday, to: ofTuesday }] },
    runs: [runOn(ofWednesday, all[0] ?? "", `404 ${ofTuesday}`, `404 ${ofTuesday}_0`, all[2] ?? "")],
    days: [...weekend, complete(monday), `${tuesday} partial 0`, complete(wednesday)]
  },
  {
    ...defaults,
    name: "keeps the records of a day if a new edition lacks many of them",
    site: {
      gaps: [noMore],
      uploads: [upload(ofWednesday, ofWednesday), upload(`${ofWednesday}_0`, "2021-07-09", 0.5)]
    },
    runs: [
      runOn(ofWednesday, ...all),
      runOn("2021-07-09", `200 ${ofWednesday}_0`, ...unchanged.slice(1)),
      runOn("2021-07-10", `304 ${ofWednesday}_0`, ...unchanged.slice(1))
    ]
  },
  {
    ...defaults,
    name: "asks for a file that is not in the index by its plain name, and then by `_0`",
    site: { gaps: [noMore], linked: 1, uploads: [upload(`${ofMonday}_0`, ofMonday)] },
    runs: [runOn(ofWednesday, ...all.slice(0, 2), `404 ${ofMonday}`, `200 ${ofMonday}_0`)]
  },
  {
    ...defaults,
    name: "does not store a web page, a redirect or a part of a file",
    runs: [
      {
        ...runOn(ofWednesday, `200 ${ofWednesday}`, `302 ${ofTuesday}`, `200 ${ofMonday}`),
        faults: [
          { on: { path: files, requests: [1] }, do: "html", status: 200 },
          { on: { path: files, requests: [2] }, do: "status", status: 302, headers: { Location: "/docs" }, body: "" },
          { on: { path: files, requests: [3] }, do: "half" }
        ]
      },
      runOn(ofWednesday, ...all)
    ]
  },
  {
    ...defaults,
    name: "ends after two refusals, and goes on in the next run",
    runs: [
      {
        ...runOn(ofWednesday, `403 ${ofWednesday}`, `403 ${ofTuesday}`),
        faults: [{ on: { path: files }, do: "html", status: 403 }],
        fails: true
      },
      runOn(ofWednesday, ...all)
    ]
  },
  {
    ...defaults,
    name: "stores nothing if the index has no link",
    runs: [
      { ...runOn(ofWednesday), faults: [{ on: { path: "/policy-notices/*" }, do: "html", status: 200 }], fails: true }
    ],
    days: []
  }
]
