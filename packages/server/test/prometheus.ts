import parse, { type Family } from "parse-prometheus-text-format"

/** Parses Prometheus' text format with an independent parser. Throws if a line is invalid. */
export const families = (text: string): ReadonlyArray<Family> => parse(text)

const labeled = (name: string, labels: Readonly<Record<string, string>> = {}): string => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`
}

/** Returns the values of all counters and gauges, by name with labels. */
export const samples = (text: string): ReadonlyMap<string, number> =>
  new Map(
    families(text).flatMap(({ metrics, name }) =>
      metrics.flatMap(({ labels, value }) =>
        value === undefined ? [] : [[labeled(name, labels), Number(value)] as const]
      )
    )
  )
