/** Wording to avoid. `on` names the kinds of text that are searched; an opening pattern looks at first sentences only. */
export interface Pattern {
  readonly id: string
  readonly advice: string
  readonly regex: RegExp
  readonly on: ReadonlyArray<Kind>
  /** Whether a hit fails the check. Other patterns have too many correct uses and are only counted. */
  readonly isError: boolean
  readonly isOpening: boolean
}

/** Kinds of text. `functionDoc` is the docblock of a function, `code` a line of source. */
export type Kind = "functionDoc" | "doc" | "comment" | "string" | "title" | "markdown" | "code"

const docs = ["functionDoc", "doc"] as const
const docsAndComments = [...docs, "comment"] as const
const prose = [...docsAndComments, "string", "title", "markdown"] as const

const error = (id: string, regex: RegExp, advice: string, on: ReadonlyArray<Kind> = prose): Pattern => ({
  id,
  advice,
  regex,
  on,
  isError: true,
  isOpening: false
})
const errorAtStart = (id: string, regex: RegExp, advice: string): Pattern => ({
  ...error(id, regex, advice, docs),
  isOpening: true
})
const counted = (id: string, regex: RegExp, advice: string, on: ReadonlyArray<Kind> = prose): Pattern => ({
  ...error(id, regex, advice, on),
  isError: false
})

export const patterns: ReadonlyArray<Pattern> = [
  errorAtStart("what", /^What\b/, "start with a noun (a type) or a verb (a function)"),
  errorAtStart("person", /^(Who|Whose|Whoever|Those who|One who|Somebody|Nobody)\b/, "start with the noun: the caller"),
  errorAtStart("same", /^(So|As) (many|much|few)\b|^The same\b/, "say it again in full, or link to it"),
  error(
    "citation",
    /\b[dD]ecisions? \d|\*\*Source\*\* (?!RFC|docs\/)|interface\.md|\b(specification|observed|interface|decisions), ["A-Z]/,
    "cite docs/api.md, statement N"
  ),
  error(
    "nothing where",
    /\b(nothing|none) (where|for (?!it\b)|before|after|if|when|without|while|unless)\b|; (nothing|none)\b/,
    "returns undefined, None or an empty list if …",
    docsAndComments
  ),
  error(
    "where",
    /\bwhere (there (is|are|was|were)|none|nobody|nothing|one (is|was|has)|(it|they|that|this) (is|are|was|were|has|have|can|could|cannot|does|do|may|fails?|came|comes)|no |some |something|others? )/i,
    "if, when or unless"
  ),
  error("is none", /\b(is|are|was|were|be) none\b/, "is not one, is invalid, is missing"),
  error("anew", /\banew\b|\bmend(s|ed|ing)?\b|\bheed(s|ed)?\b/i, "again, from scratch; fix; respect"),
  error("so many", /\bso (many|much|often|long|early)\b(?! (as|that)\b)/i, "the number of …, every n-th"),
  error(
    "one",
    /(?<!\b(the|this|that|each|every|no|other|another|first|second|last|next) )\bone (gets|types|asks|sits|goes|moves|chooses|browses|likes|would|needs|knows|quotes|reads|writes|leaves|opens|presses|waits|begins)\b|\bone's\b|\bwhere one stands\b/i,
    "you, the user, the caller"
  ),
  error(
    "tells of",
    /\b(tells?|told|telling) (of|apart|from)\b|\b(is|are|was|were) told\b/,
    "reports, logs, distinguishes"
  ),
  error("as it has", /\bas [^.;,]{1,40} (has|have) it\b|\bhas the last word\b/, "as in X; X decides"),
  error(
    "spelling",
    /behaviour|colour|favour|neighbour|honour|licence|cancell(ed|ing|able)|labelled(?!by)|modell(ed|ing)|travell(ed|ing)|\bgrey|artefact|catalogue|defence|centre\b|(recogn|organ|serial|normal|initial|summar|minim|maxim|optim|author|synchron)is(e|ing|ation)|analyse\b|whilst|amongst|judgement/i,
    "American spelling",
    ["code", "markdown"]
  ),

  {
    ...counted("verb", /^(?![A-Z][a-z]+s\b|Whether|\*\*|@|`)./, "Returns, Writes, Waits, Fails", ["functionDoc"]),
    isOpening: true
  },
  { ...counted("chained", /^[^.]*;|^[^.]*:[^.]*: /, "two sentences", docs), isOpening: true },
  {
    ...counted(
      "predicate",
      /^(of|that|where|whose|nor|and|by|with|as|because|from|on|in|when)\b/,
      "a verb in the present tense",
      ["title"]
    ),
    isOpening: true
  },
  counted(
    "is no",
    /(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|fewer\b|less\b|later\b|earlier\b)[a-z]+/i,
    "is not a"
  ),
  counted("go on", /\b(go|goes|going|gone|went) on\b(?! to\b)/, "continue, resume, proceed"),
  counted(
    "nobody",
    /\b(nobody|somebody|anybody|whoever)\b|\bwho (asks|leaves|waits|comes|types)\b/i,
    "the caller, the user"
  ),
  counted("by itself", /\bby (itself|themselves)\b/, "alone, separately, automatically"),
  counted("stands", /\b(stands?|stood)\b(?! (alone|still)\b)/, "is, appears, represents"),
  counted("of its own", /\bof (its|their|one's|our|your) own\b/, "own, separate, custom"),
  counted("under way", /\bunder way\b|\bon (its|their|the) way\b/, "in flight, pending, running"),
  counted("beside", /\bbesides?\b/i, "next to, alongside; also"),
  counted("a text", /\b(a|the|each|every|any|other|this) texts?\b(?! (editor|file|format))/i, "a string"),
  counted("at once", /\bat once\b/, "immediately; at the same time"),
  counted(
    "take up",
    /\b(taken?|takes|taking) (up|back|over|along)\b|\bput (back|up|in place)\b|\bleft alone\b|\blet be\b/i,
    "accept, resume, discard, pause"
  ),
  counted("says so", /\bsays? (nothing|so|how|what|why|where|which|whether|until|no)\b/, "contains, reports, states"),
  counted(
    "what is",
    /\bwhat (is|was|are|were|it|they|comes?|came|a|an|the|one|has|had|does)\b/,
    "the noun: the response"
  ),
  counted("ask", /\bask(s|ed|ing)?\b/i, "request, query, prompt, send"),
  counted("answer", /\banswer(s|ed|ing)?\b/i, "response; respond, return"),
  counted("cut off", /\bcut (off|short)\b|\btorn\b/, "interrupted, truncated"),
  counted("whole", /\bwhole\b/i, "complete, entire, full"),
  counted("kept", /\b(kept|keeps?)\b/i, "store, cache, retain, save"),
  counted(
    "met",
    /\bhow far\b|\b(was|were|not|had|has|records|it|what) met\b|\bmet (before|by|last)\b/i,
    "progress; seen"
  )
]
