/** A keyed hash of each field of a request, by field name; absent fields are left out. */
export type FieldFingerprint = Readonly<Record<string, string>>;

/**
 * Hashes fields, so that two requests can be compared later without storing them.
 * @param fields equal values must be equal texts; null means absent
 */
export function fingerprintFields(
  fields: Readonly<Record<string, string | number | null>>,
  hash: (value: string) => string,
): FieldFingerprint {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === null ? [] : [[field, hash(`${field}=${value}`)]])),
  );
}

export function differingFields(left: FieldFingerprint, right: FieldFingerprint): string[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter((name) => left[name] !== right[name]).sort();
}
