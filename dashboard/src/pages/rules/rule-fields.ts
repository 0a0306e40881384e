import type { KnownAccount } from '../../api/use-accounts.js';
import type { Choice } from '../../design/choices.js';

export interface RuleField {
  readonly name: string;
  readonly label: string;
  /** Whether a value is required. */
  readonly isNeeded?: true;
  /** The allowed values; a text input if absent. */
  readonly choices?: readonly Choice[];
}

/** Values by field name. A missing value is an empty string. */
export type RuleValues = Readonly<Record<string, string>>;

/** Converts a value to the API's input; null if it is empty. */
export function given(values: RuleValues, name: string): string | null {
  return values[name]?.trim() || null;
}

/** Returns the merchant accounts as choices, after the one for all accounts. */
export function accountChoices(all: string, accounts: readonly KnownAccount[]): readonly Choice[] {
  return [{ value: '', word: all }, ...accounts.map(({ id, name }) => ({ value: id, word: name }))];
}
