interface Actor {
  readonly name: string;
  readonly keyPrefix: string | null;
}

/** Formats a key or person. The first characters of a key distinguish it from keys with similar names. */
export function actorWords({ name, keyPrefix }: Actor): string {
  return keyPrefix === null ? name : `${name} (${keyPrefix})`;
}
