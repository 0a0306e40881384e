/** One statement of the provider's document. */
export interface InterfaceRow {
  readonly says: string;
  /** The file that holds it. For a silence of the document: the page that names the assumption. */
  readonly heldIn: string;
  /** The spec that proves it, and a part of the test's name. */
  readonly proof: readonly [file: string, test: string];
}

/** A statement, the file that holds it, and the spec and the test that prove it. */
export function row(says: string, heldIn: string, ...proof: readonly [file: string, test: string]): InterfaceRow {
  return { says, heldIn, proof };
}

/** A silence of the document, the assumption about it and the test that proves it. */
export function silence(says: string, ...proof: readonly [file: string, test: string]): InterfaceRow {
  return row(says, 'docs/provider.md', ...proof);
}
