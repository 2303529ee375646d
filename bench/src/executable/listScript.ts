/** A minimal script that prints every complaint as NDJSON, with fetch, `JSON.parse` and `JSON.stringify`. */
interface Page {
  readonly data: ReadonlyArray<{ readonly id: string; readonly attributes: Readonly<Record<string, string>> }>
}

const [, , url = "", key = ""] = process.argv
const headers = { "x-api-key": key }
const robocalls = new Map([
  ["Y", true],
  ["N", false]
])

let offset = 0
for (;;) {
  const response = await fetch(`${url}/v0/dnc-complaints?sort_order=DESC&items_per_page=50&offset=${offset}`, {
    headers
  })
  const { data }: Page = JSON.parse(await response.text())
  if (data.length === 0) break
  let lines = ""
  for (const { attributes, id } of data) {
    const record = {
      id,
      companyPhoneNumber: attributes["company-phone-number"] || null,
      createdDate: attributes["created-date"],
      violationDate: attributes["violation-date"],
      consumerCity: attributes["consumer-city"] || null,
      consumerState: attributes["consumer-state"] || null,
      consumerAreaCode: attributes["consumer-area-code"] || null,
      subject: attributes["subject"] || null,
      isRobocall: robocalls.get(attributes["recorded-message-or-robocall"] ?? "") ?? null
    }
    lines += `${JSON.stringify(record)}\n`
  }
  process.stdout.write(lines)
  offset += data.length
}
