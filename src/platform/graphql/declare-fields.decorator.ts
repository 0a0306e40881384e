/** Applies decorators to a property for each name, as if the class declared these properties. */
export function DeclareFields<Name extends string>(
  names: readonly Name[],
  decoratorsOf: (name: Name) => readonly PropertyDecorator[],
): ClassDecorator {
  return ({ prototype }) => {
    for (const name of names) for (const decorate of decoratorsOf(name)) decorate(prototype as object, name);
  };
}
