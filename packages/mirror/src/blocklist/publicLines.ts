/**
 * Telephone numbers of authorities, help lines, banks and companies, compiled in November 2026. Swindlers show such
 * numbers as their own, so consumers report them although the owner did not call. A list with one of them would cut people off from
 * help.
 * **Gotchas** most numbers have not been checked against the contact pages of their owners.
 */
const lines: Readonly<Record<string, string>> = {
  "National Do Not Call Registry": "8883821222 8662904236",
  "Federal Trade Commission": "8773824357 8774384338 8666534261 2023262222",
  "Federal Communications Commission": "8882255322",
  "Social Security Administration": "8007721213 8003250778 8002690271",
  "Internal Revenue Service":
    "8008291040 8008294933 8008291954 8008294059 8008297650 8008293903 8008298374 8009084490 8009089946 8777774778 8003664484",
  Medicare: "8006334227 8774862048",
  "HealthCare.gov": "8003182596",
  "Department of Health and Human Services": "8004478477 8776966775",
  "Department of Veterans Affairs": "8008271000 8772228387",
  "Federal Emergency Management Agency": "8006213362",
  "Citizenship and Immigration Services": "8003755283",
  "Customs and Border Protection": "8772275511",
  "Department of Homeland Security": "8663472423",
  "Federal Bureau of Investigation": "8002255324 2023243000",
  "Consumer Financial Protection Bureau": "8554112372",
  "Federal Student Aid": "8004333243",
  "Department of State, passports": "8774872778",
  USAGov: "8448724681",
  "United States Postal Service": "8002758777 8778762455",
  "Poison Control": "8002221222",
  "Suicide and Crisis Lifeline": "8002738255",
  "National Domestic Violence Hotline": "8007997233",
  "National Sexual Assault Hotline": "8006564673",
  Childhelp: "8004224453",
  "The Trevor Project": "8664887386",
  "SAMHSA National Helpline": "8006624357",
  "National Human Trafficking Hotline": "8883737888",
  "Center for Missing and Exploited Children": "8008435678",
  "Disaster Distress Helpline": "8009855990",
  AnnualCreditReport: "8773228228",
  Equifax: "8883784329 8006851111",
  Experian: "8883973742",
  TransUnion: "8009168800 8006807289",
  "American Express": "8005284800",
  "Ally Bank": "8772472559",
  "Bank of America": "8004321000 8007329194 8004727970 8773661121",
  "Capital One": "8002274825 8004279428",
  Chase: "8009359935 8009559060 8009452000",
  Citi: "8009505114 8003749700",
  Citizens: "8009229999",
  Discover: "8003472683",
  "Fifth Third Bank": "8009723030",
  Huntington: "8004802265",
  KeyBank: "8005392968",
  Mastercard: "8006278372",
  "M&T Bank": "8007242440",
  "Navy Federal Credit Union": "8888426328",
  PayPal: "8882211161",
  "PNC Bank": "8887622265",
  "Regions Bank": "8007344667",
  "TD Bank": "8887519000",
  Truist: "8444878478",
  "U.S. Bank": "8008722657 8775956256",
  USAA: "8005318722",
  Visa: "8008472911",
  "Wells Fargo": "8008693557 8002893557",
  Amazon: "8882804331",
  Apple: "8002752273 8006927753",
  Microsoft: "8006427676"
}

/** The owners of the public lines, by number. */
export const publicLines: ReadonlyMap<string, string> = new Map(
  Object.entries(lines).flatMap(([owner, numbers]) => numbers.split(" ").map((number) => [number, owner] as const))
)
