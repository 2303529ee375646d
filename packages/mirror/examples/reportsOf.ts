import { createMirror } from "@public-records/mirror/promise"

/** Imports daily files, and returns how often a number was reported, and on how many complete days that is based. */
export const reportsOf = async (file: string, dailyFiles: string, number: string) => {
  const mirror = await createMirror({ file, access: "write" })
  try {
    for await (const event of mirror.importFiles([dailyFiles])) {
      if (event._tag === "Refused") process.stderr.write(`${event.message}\n`)
    }
    const { coverage, value } = await mirror.number(number)
    return { reports: value.reports, days: coverage.complete }
  } finally {
    await mirror.close()
  }
}
