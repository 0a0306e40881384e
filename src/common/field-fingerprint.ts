/** A keyed hash of each field of a request, by field name; absent fields are left out. */
export type FieldFingerprint = Readonly<Record<string, string>>;

/**
 * Hashes the fields of a request, so that a later request can be compared with it without storing it.
 * @param fields equal values must have equal texts; null means absent
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
