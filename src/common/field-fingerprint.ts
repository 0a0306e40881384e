/** A keyed hash of each field of a request, by the field's name; a field that was not given is left out. */
export type FieldFingerprint = Readonly<Record<string, string>>;

/**
 * Lets two requests be compared field by field later without keeping what was asked.
 *
 * @param fields by name, each in a form in which equal values are equal texts; null is not given
 */
export function fingerprintFields(
  fields: Readonly<Record<string, string | number | null>>,
  hash: (value: string) => string,
): FieldFingerprint {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === null ? [] : [[field, hash(`${field}=${value}`)]])),
  );
}

/** The fields in which two requests differ, by name. */
export function differingFields(left: FieldFingerprint, right: FieldFingerprint): string[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter((name) => left[name] !== right[name]).sort();
}
