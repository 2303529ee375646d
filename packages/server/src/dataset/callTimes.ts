const secondsInQuarterHour = 900
const shortMinutes = 60
const shortBin = 5
const longBin = 30

/** The quarter of an hour, 0 to 95, of a second of the day. */
export const quarterHourOf = (second: number): number => Math.floor(second / secondsInQuarterHour)

const binWidth = (minutes: number): number => (Math.abs(minutes) < shortMinutes ? shortBin : longBin)

/**
 * Where the stretch of minutes begins that a lag belongs to: five minutes within an hour, else half an hour.
 *
 * **Units** minutes; below 0 for a call that is dated later than its complaint.
 */
export const lagBinOf = (minutes: number): number => {
  const width = binWidth(minutes)
  return Math.floor(minutes / width) * width
}

/** How many minutes the stretch has that begins there. */
export const minutesInLagBin = (start: number): number =>
  start >= -shortMinutes && start < shortMinutes ? shortBin : longBin
