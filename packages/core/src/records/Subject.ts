/** Shows a subject as people write it: one space where the service has two. */
export const subjectLabel = (subject: string): string => subject.replaceAll(/\s+/g, " ").trim()

/**
 * The subjects in use, with the service's own spelling (`wire`, often two spaces before the ampersand) and a label for people.
 *
 * **Gotchas** the list is open: records may carry others.
 *
 * **Source** observed, "Complaints"; decision 2.
 */
export const subjects: ReadonlyArray<{ readonly wire: string; readonly label: string }> = [
  "Other",
  "Dropped call or no message",
  "Calls pretending to be government, businesses, or family and friends",
  "No Subject Provided",
  "Warranties  & protection plans",
  "Reducing your debt (credit cards, mortgage, student loans)",
  "Medical  & prescriptions",
  "Energy, solar,  & utilities",
  "Computer  & technical support",
  "Vacation  & timeshares",
  "Charities",
  "Lotteries, prizes  & sweepstakes",
  "Home improvement  & cleaning",
  "Work from home  & other ways to make money",
  "Home security  & alarms"
].map((wire) => ({ wire, label: subjectLabel(wire) }))
