/** Wording to avoid, and the kinds of text that are searched for it. */
export interface Pattern {
  readonly id: string
  readonly regex: RegExp
  readonly advice: string
  readonly on: ReadonlyArray<Kind>
}

/** Kinds of text. `opening` is the first sentence of a docblock, `doc` any other, and `code` a line of source. */
export type Kind = "opening" | "doc" | "comment" | "string" | "markdown" | "code"

const comments = ["opening", "doc", "comment"] as const
const prose = [...comments, "string", "markdown"] as const

const avoid = (id: string, regex: RegExp, advice: string, on: ReadonlyArray<Kind> = prose): Pattern => ({
  id,
  regex,
  advice,
  on
})

export const patterns: ReadonlyArray<Pattern> = [
  avoid("what", /^What\b/, "start with a noun (a type) or a verb (a function)", ["opening"]),
  avoid("person", /^(Who|Whose|Whoever|Those who|One who|Somebody|Nobody)\b/, "start with the noun: the caller", [
    "opening"
  ]),
  avoid("same", /^(So|As) (many|much|few)\b|^The same\b/, "say it again in full, or link to it", ["opening"]),
  avoid(
    "citation",
    /\b[dD]ecisions? \d|\*\*Source\*\* (?!RFC|docs\/)|interface\.md|\b(specification|observed|interface|decisions), ["A-Z]/,
    "cite docs/api.md, statement N"
  ),
  avoid(
    "nothing where",
    /\b(nothing|none) (where|for (?!it\b)|before|after|if|when|without|while|unless)\b|; (nothing|none)\b/,
    "returns undefined, None or an empty list if …",
    comments
  ),
  avoid(
    "where",
    /\bwhere (there (is|are|was|were)|none|nobody|nothing|one (is|was|has)|(it|they|that|this) (is|are|was|were|has|have|can|could|cannot|does|do|may|fails?|came|comes)|no |some |something|others? )/i,
    "if, when or unless"
  ),
  avoid("is none", /\b(is|are|was|were|be) none\b/, "is not one, is invalid, is missing"),
  avoid("anew", /\banew\b|\bmend(s|ed|ing)?\b|\bheed(s|ed)?\b/i, "again, from scratch; fix; respect"),
  avoid("so many", /\bso (many|much|often|long|early)\b(?! (as|that)\b)/i, "the number of …, every n-th"),
  avoid(
    "one",
    /(?<!\b(the|this|that|each|every|no|other|another|first|second|last|next) )\bone (gets|types|asks|sits|goes|moves|chooses|browses|likes|would|needs|knows|quotes|reads|writes|leaves|opens|presses|waits|begins)\b|\bone's\b|\bwhere one stands\b/i,
    "you, the user, the caller"
  ),
  avoid(
    "tells of",
    /\b(tells?|told|telling) (of|apart|from)\b|\b(is|are|was|were) told\b/,
    "reports, logs, distinguishes"
  ),
  avoid("as it has", /\bas [^.;,]{1,40} (has|have) it\b|\bhas the last word\b/, "as in X; X decides"),
  avoid(
    "spelling",
    /behaviour|colour|favour|neighbour|honour|licence|cancell(ed|ing|able)|labelled(?!by)|modell(ed|ing)|travell(ed|ing)|\bgrey|artefact|catalogue|defence|centre\b|(recogn|organ|serial|normal|initial|summar|minim|maxim|optim|author|synchron)is(e|ing|ation)|analyse\b|whilst|amongst|judgement/i,
    "American spelling",
    ["code", "markdown"]
  ),
  avoid("go on", /\b(go|goes|going|gone|went) on\b(?! to\b)/, "continue, resume, proceed"),
  avoid("under way", /\bunder way\b|\bon (its|their|the) way\b/, "in flight, pending, running"),
  avoid(
    "take up",
    /\b(taken?|takes|taking) (up|back|over|along)\b|\bput (back|up|in place)\b|\bleft alone\b|\blet be\b/i,
    "accept, resume, discard, pause"
  )
]
