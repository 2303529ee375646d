/** Names the FTC as the source of records, in the words of its website policy. */
export const credit = "Source: United States Federal Trade Commission, www.ftc.gov"
