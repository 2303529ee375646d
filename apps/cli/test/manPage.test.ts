import { assert, describe, it } from "@effect/vitest"
import { Context, Option } from "effect"
import { type CommandDoc } from "../src/help/commandDocs.ts"
import { manPage } from "../src/help/manPage.ts"

type Help = CommandDoc["help"]
type Flag = Help["flags"][number]

const flag = (name: string, description: string, more: Partial<Flag> = {}): Flag => ({
  name,
  aliases: [],
  type: "string",
  required: false,
  description: Option.some(description),
  ...more
})

const demo = flag("demo", "The sample", { type: "boolean" })

const doc = (path: string, help: Partial<Help> = {}): CommandDoc => ({
  path: ["tool", ...path.split(" ").filter((word) => word !== "")],
  help: { description: "A command", usage: `tool ${path}`.trim(), flags: [demo], annotations: Context.empty(), ...help }
})

const root = doc("")

/** Returns the section of the commands. */
const commandsOf = (...docs: ReadonlyArray<CommandDoc>): string =>
  manPage([root, ...docs], "1.2.3")
    .split(".SH COMMANDS\n")[1]
    ?.split("\n.SH ")[0] ?? ""

describe("the man page", () => {
  it("has no text that roff reads as a request, and only ASCII", () => {
    const description = ".TH is not a request\n'nor is this, a\\b\nnaïve – 😀 a-b"
    assert.include(
      commandsOf(doc("list", { description })),
      "\\&.TH is not a request\n\\&'nor is this, a\\(rsb\nna\\[u00EF]ve \\[u2013] \\[u1F600] a\\-b\n"
    )
  })

  it("has the flags of a command with their other names and values, but those of every command only once", () => {
    const page = manPage(
      [
        root,
        doc("list", { flags: [demo, flag("format", "The format", { aliases: ["-f"], type: "a|b" })] }),
        doc("serve", { flags: [flag("port", "The port")] })
      ],
      "1.2.3"
    )
    assert.include(page, ".TP\n.B \\-\\-format, \\-f \\fIa|b\\fR\nThe format\n.PP\nAlso the source flags above.\n")
    assert.include(page, ".TP\n.B \\-\\-port \\fIstring\\fR\nThe port\n.SH")
    assert.strictEqual(page.split(".B \\-\\-demo\n").length, 2)
    assert.include(
      page,
      ".SH SOURCE FLAGS\nFor every command except serve and completions:\n.TP\n.B \\-\\-demo\nThe sample\n"
    )
  })

  it("has sections of commands, but not of groups of commands", () => {
    const inner = { name: "inner", alias: undefined, shortDescription: undefined, description: "Inner" }
    const subcommands: Help["subcommands"] = [{ group: undefined, commands: [inner] }]
    const text = commandsOf(doc("group", { subcommands }), doc("group inner"))
    assert.deepStrictEqual(
      Array.from(text.matchAll(/^\.SS .*$/gm), ([line]) => line),
      ['.SS "group inner"']
    )
  })

  it("has the arguments and the examples of a command", () => {
    const args: Help["args"] = [
      { name: "id", type: "string", description: Option.some("The id"), required: true, variadic: false },
      { name: "shell", type: "bash|zsh", description: Option.none(), required: true, variadic: false }
    ]
    const examples: Help["examples"] = [
      { command: "tool get -x", description: undefined },
      { command: "tool get '.y'", description: ".y is special" }
    ]
    const text = commandsOf(doc("get", { args, examples }))
    assert.include(text, ".TP\n.B id\nThe id\n.TP\n.B shell\nbash|zsh\n")
    assert.include(text, ".PP\n.EX\n  tool get \\-x\n.EE\n.PP\n\\&.y is special\n.PP\n.EX\n  tool get '.y'\n.EE")
  })

  it("has the version, and is empty without commands", () => {
    assert.include(manPage([root], "1.2-3"), '.TH PUBLIC\\-RECORDS 1 "" "public\\-records 1.2\\-3" "User Commands"\n')
    assert.strictEqual(manPage([], "1.2.3"), "")
  })
})
