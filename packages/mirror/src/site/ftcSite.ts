/*
 * Everything that is assumed about the FTC's site. It was reported by authors of other programs, and never tried by this one.
 * **Source** docs/mirror.md, "If the site is not as expected".
 */

export const ftcUrl = "https://www.ftc.gov"

/** Both hosts have the same pages and files. */
export const ftcHosts: ReadonlyArray<string> = ["www.ftc.gov", "search.ftc.gov"]

export const isFtcHost = (hostname: string): boolean => /(?:^|\.)ftc\.gov\.?$/.test(hostname)

/** `Crawl-delay` of robots.txt. **Units** seconds. */
export const crawlDelay = 5

/** The page with links to the newest daily files, the newest first. */
export const indexPath = "/policy-notices/open-government/data-sets/do-not-call-data"

/** A link of the index, with its date, and the number of an edition after the first. */
export const linkedFile = /href="([^"]*dnc_complaint_numbers_(\d{4}-\d{2}-\d{2})(?:_\d+)?\.csv)"/gi

/** Returns the number of an edition by the name of its file. The first one has none, which is -1. */
export const editionOf = (name: string): number => Number(/_(\d+)\.csv$/.exec(name)?.[1] ?? -1)

/** The date of the first file at today's address. */
export const firstFile = "2022-05-27"

/** The addresses of files, without their numbers and `.csv`. */
export const fileAddress = (date: string): string =>
  date < firstFile
    ? `/system/files/attachments/do-not-call-dnc-reported-calls-data/dnc_complaint_numbers_${date}`
    : `/sites/default/files/DNC_Complaint_Numbers_${date}`

/** The names of files that the index does not list, in the order in which they are asked for. */
export const unlistedEndings = [".csv", "_0.csv"]

/** The number of 404s in a row after which no older file is asked for. */
export const maxMissing = 20

/** The first line of every file. */
export const fileHeader =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

/** The mean size of files. **Units** megabytes. */
export const meanMegabytes = 1.27

/** The time in which a file is received and stored, without the pause. */
export const secondsPerFile = 1.5

/** A file may come this many days late. */
export const maxDaysLate = 35

/** The newest linked files are asked for in each run, the other linked ones once a week. */
export const askedEachRun = 5
export const daysBetweenChecks = 7

/** The only figure about the time of day at which files come. */
export const usualTime = "at 17:25 Eastern a third of them are late"

/** The newest 20 notices, as RSS. */
export const feedPath = "/feeds/hsr-early-termination-notices.xml"

/** All notices, 20 a page, the newest first. */
export const browsePath = (page: number): string => `/legal-library/browse/early-termination-notices?page=${page}`

/** The rows of a browse page, and the title of each. */
export const rowClass = "views-row"
export const titleClass = "node-title"

/** The title of a notice begins with its transaction number. Rows with other titles are no notices. */
export const noticeTitle = /^\d/

/** The fields of a notice, in the feed and in browse pages. A field has its values in elements. */
export const noticeFields = {
  date: "field--name-field-date",
  transactionNumber: "field--name-field-unique-identifier",
  acquiringParty: "field--name-field-acquiring-party",
  acquiredParty: "field--name-field-acquired-party",
  acquiredEntities: "field--name-field-other-entities"
}
export const valueClass = "field__item"
