/** Returns a subject with single spaces. */
export const subjectLabel = (subject: string): string => subject.replaceAll(/\s+/g, " ").trim()

/** The observed subjects, as the service spells them and as labels. **Source** docs/api.md, statement 11. */
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
