/** Formats a share of a total: `32 %`, `<1 %` if it is less but not 0, `>99 %` if it is not all, `—` if the total is 0. */
export const shareText = (count: number, total: number): string => {
  if (total === 0) return "—"
  const percent = (100 * count) / total
  if (percent > 0 && percent < 1) return "<1 %"
  return percent < 100 && Math.round(percent) === 100 ? ">99 %" : `${Math.round(percent)} %`
}
