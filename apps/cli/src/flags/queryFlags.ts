import { switchFlag, textFlag } from "./flag.ts"

const day = "YYYY-MM-DD, yesterday or latest (the last published day, or that of local data), Eastern time"

const pagingFlags = {
  sort: textFlag("sort", "asc|desc", "Oldest or newest first (desc)"),
  limit: textFlag("limit", "N", "The page size, 1 to 50 (50)"),
  offset: textFlag("offset", "N", "How many records to skip (0)")
}

/** How much of a list to print. */
export const amountFlags = {
  all: switchFlag("all", "Every page; without it exactly one request is sent"),
  max: textFlag("max", "N", "Stop after N records; above the page size it needs --all")
}

/** The members of `ComplaintInput` as flags; core decides what they mean and what goes together. */
export const complaintQueryFlags = {
  createdDate: textFlag("created-date", "D", `Complaints of one day: ${day}`),
  createdFrom: textFlag(
    "created-from",
    "D",
    "Complaints from then on, with --created-to; also YYYY-MM-DD HH:MM or HH:MM:SS"
  ),
  createdTo: textFlag("created-to", "D", "Complaints up to then, that day included, with --created-from"),
  violationDate: textFlag("violation-date", "D", "Calls of one day"),
  violationFrom: textFlag("violation-from", "D", "Calls from then on, with --violation-to"),
  violationTo: textFlag("violation-to", "D", "Calls up to then, that day included, with --violation-from"),
  state: textFlag("state", "NAME", "The consumer's state: full name or postal code"),
  city: textFlag("city", "NAME", "The consumer's city, with --state"),
  areaCode: textFlag("area-code", "N", "The area code, three digits"),
  robocall: textFlag("robocall", "true|false", "Robocalls and recorded messages, or the others"),
  ...pagingFlags
}

/** The members of `NoticeInput` as flags; core decides what they mean and what goes together. */
export const noticeQueryFlags = {
  title: textFlag("title", "WORDS", `Titles with these words; a phrase keeps its double quotes: '"media holdings"'`),
  titleContains: textFlag("title-contains", "TEXT", "Titles that contain this text"),
  transactionNumber: textFlag("transaction-number", "N", "The notice of that transaction"),
  date: textFlag("date", "D", `Notices of one day: ${day}`),
  sortBy: textFlag("sort-by", "created|changed", "Order by when a notice was made or last changed (created)"),
  ...pagingFlags
}
