import { keyTable } from "@public-records/tui/keyTable"
import { Option } from "effect"
import { type HelpDoc } from "effect/cli"
import { type CommandDoc } from "./commandDocs.ts"
import { exitCodesText } from "../exitCodes.ts"
import { withoutChoices } from "./helpText.ts"

/** Escapes text for roff, so that no line is read as a request. */
const roff = (text: string): string =>
  text
    .replaceAll("\\", "\\(rs")
    .replaceAll("-", "\\-")
    .replaceAll(/^(?=[.'])/gm, "\\&")
    .replaceAll(
      /[^\n -~]/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`
    )

const tagged = (tag: string, text: string): string => `.TP\n.B ${tag}\n${roff(text)}`

const flagTag = ({ aliases, name, type }: HelpDoc.FlagDoc): string => {
  const value = type === "boolean" ? "" : ` \\fI${roff(type)}\\fR`
  return `${roff([`--${name}`, ...aliases].join(", "))}${value}`
}

const flagParagraph = (flag: HelpDoc.FlagDoc): string =>
  tagged(flagTag(flag), Option.match(flag.description, { onNone: () => "", onSome: withoutChoices }))

const example = ({ command, description }: HelpDoc.ExampleDoc): string =>
  `${description === undefined ? "" : `.PP\n${roff(description)}\n`}.PP\n.EX\n  ${roff(command)}\n.EE`

const sectionOf = ({ help, path }: CommandDoc, everywhere: ReadonlySet<string>): string => {
  const own = help.flags.filter(({ name }) => !everywhere.has(name))
  const others = own.length < help.flags.length ? [".PP", "Also the source flags above."] : []
  return [
    `.SS "${roff(path.slice(1).join(" "))}"`,
    roff(help.description),
    ".PP",
    `.B ${roff(help.usage)}`,
    ...(help.args ?? []).map((arg) => tagged(roff(arg.name), Option.getOrUndefined(arg.description) ?? arg.type)),
    ...own.map(flagParagraph),
    ...others,
    ...(help.examples ?? []).map(example)
  ].join("\n")
}

const keyParagraph = ({ keys, label, name, on }: (typeof keyTable)[number]): string =>
  tagged(roff(keys.join(" ")), `${label} (${name}; ${on})`)

/** Generates the man page `public-records(1)` in roff from the help of each command. */
export const manPage = (docs: ReadonlyArray<CommandDoc>, version: string): string => {
  const [root, ...commands] = docs
  if (root === undefined) return ""
  const { help } = root
  const everywhere = new Set(help.flags.map(({ name }) => name))
  const leaves = commands.filter((command) => (command.help.subcommands ?? []).length === 0)
  return `${[
    `.TH PUBLIC\\-RECORDS 1 "" "public\\-records ${roff(version)}" "User Commands"`,
    ".SH NAME",
    "public\\-records \\- complaints about unwanted calls, and notices of mergers, of the US Federal Trade Commission",
    ".SH SYNOPSIS",
    ...leaves.flatMap((command) => [`.B ${roff(command.help.usage)}`, ".br"]),
    ".SH DESCRIPTION",
    roff(help.description),
    ".SH SOURCE FLAGS",
    "For every command except serve and completions:",
    ...help.flags.map(flagParagraph),
    ".SH COMMANDS",
    ...leaves.map((command) => sectionOf(command, everywhere)),
    ".SH KEYS OF THE TERMINAL UI",
    ...keyTable.filter(({ keys }) => keys.length > 0).map(keyParagraph),
    ".SH EXIT STATUS",
    ...exitCodesText.map(([code, means]) => tagged(roff(code), means)),
    ".PP",
    "An error is one line on standard error. With \\fB\\-\\-format json\\fR or \\fBndjson\\fR it is JSON.",
    ".SH FILES",
    tagged(
      "$XDG_CONFIG_HOME/public\\-records/config.json",
      "Settings, such as apiKey or baseUrl. The default of XDG_CONFIG_HOME is ~/.config. Relative paths in it count from its folder, and ~/ is the home folder. A flag overrides the environment, which overrides this file. If it contains the key, give it mode 0600."
    ),
    ".SH EXAMPLES",
    ...(help.examples ?? []).map(example)
  ].join("\n")}\n`
}
