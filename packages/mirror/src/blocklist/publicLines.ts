/** The numbers of an owner that one source names. */
interface PublicLine {
  readonly owner: string
  readonly numbers: string
  /** The page on which the numbers were found, or `publicFiles`. */
  readonly source: string
}

/** Several files of unrelated public repositories that name the numbers together with their owner. */
const publicFiles = "public files"

/**
 * Telephone numbers of authorities, help lines, banks and companies. Swindlers show such numbers as their own, so consumers report them
 * although the owner did not call. A list with one of them would cut people off from help.
 *
 * Each number was looked up in November 2026, in stored public pages and files. To add one, find it on a page of its owner or on
 * another credible page, and name that page.
 * **Gotchas** some of these pages were years old, so a number may have a new owner.
 */
const lines: ReadonlyArray<PublicLine> = [
  // Authorities
  { owner: "National Do Not Call Registry", numbers: "8883821222 8662904236", source: "iub.iowa.gov" },
  { owner: "Federal Trade Commission", numbers: "8773824357", source: "idtheftcenter.org" },
  { owner: "Federal Trade Commission", numbers: "8774384338", source: "truist.com" },
  { owner: "Federal Trade Commission", numbers: "8666534261", source: publicFiles },
  { owner: "Federal Communications Commission", numbers: "8882255322 8888355322", source: "turn.org" },
  { owner: "Social Security Administration", numbers: "8007721213 8003250778", source: "wiserwomen.org" },
  { owner: "Social Security Administration", numbers: "8002690271 8665012101", source: "ssa.gov" },
  { owner: "Internal Revenue Service", numbers: "8008291040 8008294933", source: "legalclarity.org" },
  { owner: "Internal Revenue Service", numbers: "8008291954 8008294059", source: "legalunitedstates.com" },
  { owner: "Internal Revenue Service", numbers: "8009084490 8777774778 8003664484", source: "idtheftcenter.org" },
  { owner: "Internal Revenue Service", numbers: "8008297650 8008293903 8008298374 8009089946", source: publicFiles },
  { owner: "Medicare", numbers: "8006334227 8774862048", source: "wiserwomen.org" },
  { owner: "HealthCare.gov", numbers: "8003182596", source: "preferredsenioradvisors.com" },
  { owner: "Department of Health and Human Services", numbers: "8004478477", source: "oig.hhs.gov" },
  { owner: "Department of Health and Human Services", numbers: "8776966775", source: publicFiles },
  { owner: "Department of Veterans Affairs", numbers: "8772228387 8774243838 8006698477", source: "va.gov/getstarted" },
  { owner: "Department of Veterans Affairs", numbers: "8008271000 8884424551", source: "va.gov/getstarted" },
  { owner: "Department of Veterans Affairs", numbers: "8006982411", source: "abc15.com" },
  { owner: "Federal Emergency Management Agency", numbers: "8006213362", source: "legalclarity.org" },
  { owner: "Citizenship and Immigration Services", numbers: "8003755283 8007671833", source: "uscis.gov" },
  { owner: "Customs and Border Protection", numbers: "8772275511", source: publicFiles },
  { owner: "Immigration and Customs Enforcement", numbers: "8663472423", source: "ice.gov" },
  { owner: "Homeland Security Investigations", numbers: "8774474847", source: "dhs.gov" },
  { owner: "Federal Bureau of Investigation", numbers: "8002255324 2023243000", source: publicFiles },
  { owner: "Consumer Financial Protection Bureau", numbers: "8554112372 8557292372", source: "legalclarity.org" },
  { owner: "Federal Student Aid", numbers: "8004333243", source: publicFiles },
  { owner: "Department of State, passports", numbers: "8774872778 8888747793", source: "travel.state.gov" },
  { owner: "USAGov", numbers: "8448724681", source: publicFiles },
  { owner: "United States Postal Service", numbers: "8002758777", source: publicFiles },
  { owner: "United States Postal Inspection Service", numbers: "8778762455", source: publicFiles },

  // Help lines
  { owner: "Poison Control", numbers: "8002221222", source: "poisonhelp.hrsa.gov" },
  { owner: "Suicide and Crisis Lifeline", numbers: "8002738255", source: "ci.grapevine.tx.us" },
  { owner: "National Domestic Violence Hotline", numbers: "8007997233", source: "areachbeyondthesurface.org" },
  { owner: "National Sexual Assault Hotline", numbers: "8006564673", source: "rainn.org" },
  { owner: "Childhelp", numbers: "8004224453", source: "thehopeline.com" },
  { owner: "The Trevor Project", numbers: "8664887386", source: publicFiles },
  { owner: "SAMHSA National Helpline", numbers: "8006624357", source: publicFiles },
  { owner: "National Human Trafficking Hotline", numbers: "8883737888", source: "freewaync.org" },
  { owner: "Center for Missing and Exploited Children", numbers: "8008435678", source: publicFiles },
  { owner: "Disaster Distress Helpline", numbers: "8009855990", source: publicFiles },

  // Credit bureaus, banks and cards
  { owner: "AnnualCreditReport", numbers: "8773228228", source: "truist.com" },
  { owner: "Equifax", numbers: "8005256285", source: "ohio.edu" },
  { owner: "Equifax", numbers: "8887660008", source: "unitedway.org" },
  { owner: "Equifax", numbers: "8883784329 8006851111", source: publicFiles },
  { owner: "Experian", numbers: "8883973742", source: "ohio.edu" },
  { owner: "TransUnion", numbers: "8006807289", source: "unitedway.org" },
  { owner: "TransUnion", numbers: "8889098872", source: "lifelock.norton.com" },
  { owner: "TransUnion", numbers: "8009168800", source: publicFiles },
  { owner: "Ally Bank", numbers: "8772472559", source: publicFiles },
  { owner: "American Express", numbers: "8005284800", source: "ptmoney.com" },
  { owner: "American Express", numbers: "8009923404", source: "efraudprevention.net" },
  { owner: "Bank of America", numbers: "8004727970 8773661121 8008923219", source: "bankofamerica.com" },
  { owner: "Bank of America", numbers: "8773378357 8006696607 8009345626 8002156195", source: "bankofamerica.com" },
  { owner: "Bank of America", numbers: "8004321000 8004212110", source: "bankprofits.net" },
  { owner: "Bank of America", numbers: "8007329194", source: "efraudprevention.net" },
  { owner: "Barclays", numbers: "8775230478", source: "efraudprevention.net" },
  { owner: "Capital One", numbers: "8002274825 8004279428", source: "efraudprevention.net" },
  { owner: "Chase", numbers: "8009359935 8665642262", source: "chase.com" },
  { owner: "Chase", numbers: "8004323117 8882698690", source: "efraudprevention.net" },
  { owner: "Chase", numbers: "8009559060 8009452000", source: publicFiles },
  { owner: "Citi", numbers: "8009505114", source: "efraudprevention.net" },
  { owner: "Citi", numbers: "8003749700", source: publicFiles },
  { owner: "Citizens", numbers: "8009229999", source: publicFiles },
  { owner: "Discover", numbers: "8003472683", source: "efraudprevention.net" },
  { owner: "Fifth Third Bank", numbers: "8007820279 8778336197", source: "53.com" },
  { owner: "Fifth Third Bank", numbers: "8009723030", source: publicFiles },
  { owner: "Huntington", numbers: "8004802265", source: publicFiles },
  { owner: "KeyBank", numbers: "8005392968", source: publicFiles },
  { owner: "Mastercard", numbers: "8006278372", source: "efraudprevention.net" },
  { owner: "M&T Bank", numbers: "8007242440", source: publicFiles },
  { owner: "Navy Federal Credit Union", numbers: "8888426328", source: publicFiles },
  { owner: "PayPal", numbers: "8882211161", source: "eatsip365.com" },
  { owner: "PNC Bank", numbers: "8887622265", source: "angolatransparency.blog" },
  { owner: "Regions Bank", numbers: "8007344667", source: publicFiles },
  { owner: "TD Bank", numbers: "8887519000", source: publicFiles },
  { owner: "Truist", numbers: "8444878478", source: "truist.com" },
  { owner: "U.S. Bank", numbers: "8008722657 8002858585", source: "contactsforcustomer.com" },
  { owner: "USAA", numbers: "8005318722", source: "efraudprevention.net" },
  { owner: "Visa", numbers: "8008472911", source: "efraudprevention.net" },
  { owner: "Wells Fargo", numbers: "8008693557 8002255935 8668675568 8006424720", source: "wellsfargo.com" },
  { owner: "Wells Fargo", numbers: "8002893557", source: "wellsfargo.com" },

  // Companies
  { owner: "Amazon", numbers: "8882804331", source: "whnt.com" },
  { owner: "Apple", numbers: "8002752273 8006927753", source: publicFiles },
  { owner: "Microsoft", numbers: "8006427676", source: publicFiles }
]

/** The owners of the public lines, by number. */
export const publicLines: ReadonlyMap<string, string> = new Map(
  lines.flatMap(({ numbers, owner }) => numbers.split(" ").map((number) => [number, owner] as const))
)

/** Returns the owner that publishes a number, or `undefined`. */
export const ownerOf = (number: string): string | undefined => publicLines.get(number)
