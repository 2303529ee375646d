import { type ComplaintInput, type NoticeInput } from "@public-records/core"
import { type SampleComplaint, type SampleNotice, titleOf } from "../Samples.ts"
import { records } from "../Scenario.ts"
import { draft, type Draft } from "./Draft.ts"
import { lastFirst, newestFirst } from "./expectedRecords.ts"
import { allComplaints, allNotices } from "./requests.ts"

const complaints = (
  name: string,
  input: ComplaintInput,
  wire: string,
  passes: (complaint: SampleComplaint) => boolean,
  statements: ReadonlyArray<number> = [15]
): Draft => draft(`filters complaints by ${name}`, statements, allComplaints(input, wire), records(newestFirst(passes)))

const notices = (
  name: string,
  input: NoticeInput,
  wire: string,
  passes: (notice: SampleNotice) => boolean,
  statements: ReadonlyArray<number> = [23]
): Draft =>
  draft(`filters notices by ${name}`, statements, allNotices(input, wire), records(lastFirst("created", passes)))

const isWithin = (moment: string, from: string, to: string): boolean => moment >= from && moment <= to
const wordsOf = (notice: SampleNotice): ReadonlyArray<string> =>
  titleOf(notice)
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const createdRange = { createdFrom: "2021-07-05", createdTo: "2021-07-06" }
const wireRange = 'created_date_from="2021-07-05"&created_date_to="2021-07-06"'
const isInRange = ({ createdDate }: SampleComplaint): boolean =>
  isWithin(createdDate, "2021-07-05 00:00:00", "2021-07-06 23:59:59")

/** Every documented filter of both lists, and every allowed combination of filters for complaints. */
export const filters: ReadonlyArray<Draft> = [
  complaints(
    "created date",
    { createdDate: "2021-07-06" },
    'created_date="2021-07-06"',
    ({ createdDate }) => createdDate.startsWith("2021-07-06"),
    [15, 17]
  ),
  complaints("a range of days, both whole", createdRange, wireRange, isInRange, [15, 17]),
  complaints(
    "a range of created date-times",
    { createdFrom: "2021-07-05 06:06:00", createdTo: "2021-07-06 10:10:00" },
    'created_date_from="2021-07-05 06:06:00"&created_date_to="2021-07-06 10:10:00"',
    ({ createdDate }) => isWithin(createdDate, "2021-07-05 06:06:00", "2021-07-06 10:10:00")
  ),
  complaints("violation date", { violationDate: "2021-07-03" }, 'violation_date="2021-07-03"', ({ violationDate }) =>
    violationDate.startsWith("2021-07-03")
  ),
  complaints(
    "a range of violation dates",
    { violationFrom: "2021-07-02", violationTo: "2021-07-03" },
    'violation_date_from="2021-07-02"&violation_date_to="2021-07-03"',
    ({ violationDate }) => isWithin(violationDate, "2021-07-02 00:00:00", "2021-07-03 23:59:59"),
    [15, 17]
  ),
  complaints("state", { state: "Ohio" }, "state=Ohio", ({ state }) => state === "Ohio"),
  complaints(
    "a state with two words",
    { state: "New York" },
    'state="New York"',
    ({ state }) => state === "New York",
    [15, 16]
  ),
  complaints(
    "state and city",
    { state: "Ohio", city: "Akron" },
    "state=Ohio&city=Akron",
    ({ city }) => city === "Akron"
  ),
  complaints(
    "state and a city with two words",
    { state: "Texas", city: "Fort Worth" },
    'state=Texas&city="Fort Worth"',
    ({ city }) => city === "Fort Worth",
    [15, 16]
  ),
  complaints("area code", { areaCode: "614" }, "area_code=614", ({ areaCode }) => areaCode === "614"),
  complaints("robocalls", { robocall: "true" }, "is_robocall=true", ({ robocall }) => robocall === "Y", [10, 15]),
  complaints(
    "calls that are not robocalls",
    { robocall: "false" },
    "is_robocall=false",
    ({ robocall }) => robocall === "N",
    [10, 15]
  ),
  complaints(
    "a range of dates and a state",
    { ...createdRange, state: "Ohio" },
    `${wireRange}&state=Ohio`,
    (complaint) => isInRange(complaint) && complaint.state === "Ohio",
    [15, 18]
  ),
  complaints(
    "a range of dates, a state and a city",
    { ...createdRange, state: "Ohio", city: "Akron" },
    `${wireRange}&state=Ohio&city=Akron`,
    (complaint) => isInRange(complaint) && complaint.city === "Akron",
    [15, 18]
  ),
  complaints(
    "a range of dates and an area code",
    { ...createdRange, areaCode: "614" },
    `${wireRange}&area_code=614`,
    (complaint) => isInRange(complaint) && complaint.areaCode === "614",
    [15, 18]
  ),
  complaints(
    "a range of dates and robocalls",
    { ...createdRange, robocall: "true" },
    `${wireRange}&is_robocall=true`,
    (complaint) => isInRange(complaint) && complaint.robocall === "Y",
    [15, 18]
  ),
  complaints(
    "a date without complaints",
    { createdDate: "2020-01-01" },
    'created_date="2020-01-01"',
    () => false,
    [8, 15]
  ),
  notices(
    "a word of the title",
    { title: "blockbuster" },
    "filter[title][value]=blockbuster",
    (notice) => wordsOf(notice).includes("blockbuster"),
    [23, 24]
  ),
  notices(
    "several words of the title",
    { title: "media broadcasting" },
    "filter[title][value]=media broadcasting",
    (notice) => wordsOf(notice).includes("media") && wordsOf(notice).includes("broadcasting"),
    [23, 24]
  ),
  notices(
    "a phrase of the title",
    { title: '"media holdings"' },
    'filter[title][value]="media holdings"',
    (notice) => titleOf(notice).toLowerCase().includes("media holdings"),
    [23, 24]
  ),
  notices(
    "a part of the title",
    { titleContains: "oadcas" },
    "filter[title][operator]=CONTAINS&filter[title][value]=oadcas",
    (notice) => titleOf(notice).includes("oadcas"),
    [23, 24]
  ),
  notices(
    "transaction number",
    { transactionNumber: "20111017" },
    "filter[transaction-number][value]=20111017",
    ({ transactionNumber }) => transactionNumber === "20111017"
  ),
  notices(
    "date",
    { date: "2011-04-03" },
    "filter[date][condition][value]=2011-04-03&filter[date][condition][path]=date&filter[date][condition][operator]==",
    ({ date }) => date === "2011-04-03"
  ),
  notices(
    "title and date together",
    { title: "steel", date: "2011-04-03" },
    "filter[title][value]=steel&filter[date][condition][value]=2011-04-03&filter[date][condition][path]=date&filter[date][condition][operator]==",
    (notice) => notice.date === "2011-04-03" && wordsOf(notice).includes("steel")
  )
]
