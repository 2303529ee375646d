import { type Application, Converter, type DeclarationReflection, ReflectionKind } from "typedoc"

/** Names modules by their import path: "@public-records/core/promise" instead of "core/src/promise". */
export const load = ({ converter }: Application): void => {
  converter.on(Converter.EVENT_CREATE_DECLARATION, (_, declaration: DeclarationReflection) => {
    if (declaration.kindOf(ReflectionKind.Module))
      declaration.name = `@public-records/${declaration.name.replace("/src", "")}`
  })
}
