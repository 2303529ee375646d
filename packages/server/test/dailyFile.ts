export const header =
  "Company_Phone_Number,Created_Date,Violation_Date,Consumer_City,Consumer_State,Consumer_Area_Code,Subject,Recorded_Message_Or_Robocall"

/** Returns rows of a daily file, all from one city and each with a different phone number. */
export const rowsOf = (city: string, count: number): ReadonlyArray<string> =>
  Array.from(
    { length: count },
    (_, row) => `216555${row},2021-07-07 10:00:00,2021-07-06 09:00:00,${city},Ohio,216,"Energy, solar,  & utilities",Y`
  )

/** Returns the content of a daily file with these rows. */
export const dailyFile = (city: string, count: number): string => [header, ...rowsOf(city, count), ""].join("\r\n")
