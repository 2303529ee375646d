// The package has no types.
declare module "parse-prometheus-text-format" {
  /** A family of metrics. */
  export interface Family {
    readonly name: string
    readonly help: string
    readonly type: string
    readonly metrics: ReadonlyArray<{
      readonly labels?: Readonly<Record<string, string>>
      readonly value?: string
      readonly buckets?: Readonly<Record<string, string>>
      readonly count?: string
      readonly sum?: string
    }>
  }
  export default function parse(text: string): ReadonlyArray<Family>
}
