/** One statement of the provider's document. */
export interface InterfaceRow {
  readonly says: string;
  /** The file that implements the statement. If the document is silent, the page that names our assumption. */
  readonly heldIn: string;
  /** The spec that proves the statement, and a part of the test's name. */
  readonly proof: readonly [file: string, test: string];
}

/** A statement, the file that implements it, and the spec and test that prove it. */
export function row(says: string, heldIn: string, ...proof: readonly [file: string, test: string]): InterfaceRow {
  return { says, heldIn, proof };
}

/** Something that the document does not say, and the test that proves our assumption about it. */
export function silence(says: string, ...proof: readonly [file: string, test: string]): InterfaceRow {
  return row(says, 'docs/provider.md', ...proof);
}
