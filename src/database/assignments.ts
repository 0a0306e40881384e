/** Adds a value to the parameters of a statement and returns its placeholder. */
export type Given = (value: unknown) => string;

/** The assignments of the columns that a patch gives; one that it leaves out stays as it is. */
export function assignmentsOf<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  patch: Readonly<Partial<Record<NoInfer<Name>, unknown>>>,
  given: Given,
): string[] {
  const names = Object.keys(columns) as Name[];
  return names.flatMap((name) => (patch[name] === undefined ? [] : [`${columns[name]} = ${given(patch[name])}`]));
}
