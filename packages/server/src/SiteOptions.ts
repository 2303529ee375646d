/** An upload of a daily file to the site. */
export interface SiteUpload {
  /**
   * The file, such as `DNC_Complaint_Numbers_2026-11-25_0.csv`. Files with the same date are editions of one file. The latest of
   * several uploads under one name replaces the earlier ones.
   */
  readonly file: string
  /** When the file appears, in ISO 8601 with a time zone, such as `2026-11-25T20:06:00Z`. */
  readonly at: string
  /**
   * The share of each day's complaints that the file has: 0.9 lacks the last tenth.
   * @default 1
   */
  readonly share?: number | undefined
  /**
   * The first created day in the file, for a file that makes up for missing ones.
   * @default the first day that the publication calendar assigns to its date
   */
  readonly from?: string | undefined
}

/** A range of file dates, both ends included. */
export interface SiteGap {
  readonly from: string
  readonly to: string
}

/** The files on the FTC's web site, and their times. By default each publication day has one file, uploaded at 15:06 Eastern time. */
export interface SiteOptions {
  /**
   * Uploads that replace the default one of their file dates.
   * @default none
   */
  readonly uploads?: ReadonlyArray<SiteUpload> | undefined
  /**
   * File dates without a file, unless `uploads` names one.
   * @default none
   */
  readonly gaps?: ReadonlyArray<SiteGap> | undefined
  /**
   * Whether responses have an `ETag` and a `Last-Modified`, and a conditional request may get a 304.
   * @default true
   */
  readonly validators?: boolean | undefined
  /**
   * Number of file dates that the index links.
   * @default 25
   */
  readonly linked?: number | undefined
}
