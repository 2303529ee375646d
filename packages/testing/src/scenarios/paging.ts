import { records } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"
import { complaintsPage, everyComplaint, everyNotice, noticesPage } from "./requests.ts"

/** Pages of lists. All pages together contain each record once. */
export const paging: ReadonlyArray<Draft> = [
  draft("returns every complaint once, over all pages", [38], everyComplaint, records(newestFirst())),
  draft("returns every notice once, over all pages", [38], everyNotice, records(lastFirst("created"))),
  draft(
    "returns one page of the requested size",
    [15, 20],
    complaintsPage({ limit: "7" }, "items_per_page=7"),
    records(newestFirst().slice(0, 7))
  ),
  draft("returns 50 complaints by default", [20], complaintsPage({}, ""), records(newestFirst().slice(0, 50))),
  draft(
    "skips the number of complaints given by the offset",
    [15],
    complaintsPage({ offset: "120", limit: "20" }, "items_per_page=20&offset=120"),
    records(newestFirst().slice(120))
  ),
  draft(
    "skips the number of notices given by the offset",
    [26],
    noticesPage({ offset: "55", limit: "3" }, "page[limit]=3&page[offset]=55"),
    records(lastFirst("created").slice(55, 58))
  ),
  draft("returns an empty page after the end", [8], complaintsPage({ offset: "130" }, "offset=130"), records([]))
]
