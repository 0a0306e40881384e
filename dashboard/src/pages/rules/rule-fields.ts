import type { KnownAccount } from '../../api/use-accounts.js';
import type { Choice } from '../../design/choices.js';

/** A field of a dialog that proposes a rule. */
export interface RuleField {
  readonly name: string;
  readonly label: string;
  /** Whether it must not be empty. */
  readonly isNeeded?: true;
  /** The values that there are; typed when absent. */
  readonly choices?: readonly Choice[];
}

/** Values by the names of their fields; one that is not given is empty. */
export type RuleValues = Readonly<Record<string, string>>;

/** A value as the API takes it: null when it is not given. */
export function given(values: RuleValues, name: string): string | null {
  return values[name]?.trim() || null;
}

/** The merchant accounts to choose from, after the word for all of them. */
export function accountChoices(all: string, accounts: readonly KnownAccount[]): readonly Choice[] {
  return [{ value: '', word: all }, ...accounts.map(({ id, name }) => ({ value: id, word: name }))];
}
