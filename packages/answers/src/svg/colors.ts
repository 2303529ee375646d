/** The colors of a picture. They are attributes, so that a page may override them by class. A test computes their contrast. */
export const colors = {
  paper: "#ffffff",
  ink: "#1b1f24",
  faint: "#57606a",
  grid: "#d0d7de",
  bar: "#4a8ac9",
  part: "#0b3d6e"
}

/** The fill of each shade of the map, and the color of its text. */
export const shadeColors: ReadonlyArray<{ readonly fill: string; readonly ink: string }> = [
  { fill: "#f0f2f4", ink: colors.ink },
  { fill: "#cfe2f6", ink: colors.ink },
  { fill: "#8fbfec", ink: colors.ink },
  { fill: "#1f66a8", ink: colors.paper },
  { fill: "#0b3d6e", ink: colors.paper }
]
