/** Who did something, as the API names them. */
interface Actor {
  readonly name: string;
  readonly keyPrefix: string | null;
}

/** The name of a key or person. The first characters of a key tell it from one with a similar name. */
export function actorWords({ name, keyPrefix }: Actor): string {
  return keyPrefix === null ? name : `${name} (${keyPrefix})`;
}
