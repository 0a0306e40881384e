import type { PayoutProblemCode } from '../payout-problem.js';

/** The kinds of text fields, each with a description for people. A form chooses its control by the kind. */
export const FIELD_KINDS = {
  TEXT: 'Any printable text on one line.',
  EMAIL: 'An e-mail address.',
  PHONE: 'A mobile number in international format, with a leading plus.',
  DIGITS: 'A mobile number in international format, digits only.',
  UUID: 'A UUID.',
  CPF: "A Brazilian person's tax number.",
  CNPJ: "A Brazilian company's tax number.",
  IP: 'An IPv4 or IPv6 address.',
  BANK_ID: 'The id of a bank from `payoutBanks`.',
  CHOICE: 'One of the choices.',
  LOGIN: 'An account login.',
  CARD: 'A card number.',
} as const;

export type FieldKind = keyof typeof FIELD_KINDS;

export type FieldVerdict =
  | { readonly ok: true; /** In canonical form. */ readonly value: string }
  | {
      readonly ok: false;
      readonly code: PayoutProblemCode;
      /** Completes a sentence that starts with the field's label. */ readonly complaint: string;
    };

/** The format of a field: its description for forms and pages, and the function that validates values. */
export interface FieldFormat {
  readonly kind: FieldKind;
  /** Completes the sentence "It must be …". */
  readonly rule: string;
  /** A valid value in canonical form. */
  readonly example: string;
  /** The allowed values if the kind is `CHOICE`; empty otherwise. */
  readonly choices: readonly string[];
  readonly parse: (text: string) => FieldVerdict;
}

export interface FieldFormatParts extends Pick<FieldFormat, 'kind' | 'rule' | 'example'> {
  readonly choices?: readonly string[];
  readonly code: PayoutProblemCode;
  /** Returns the canonical text; null if the text breaks the rule. */
  readonly canonical: (text: string) => string | null;
}

/** Builds a format. Its error message is its rule, so the documentation always says what is validated. */
export function fieldFormat({ code, canonical, choices = [], ...words }: FieldFormatParts): FieldFormat {
  return {
    ...words,
    choices,
    parse: (text) => {
      const value = canonical(text);
      return value === null ? { ok: false, code, complaint: `must be ${words.rule}` } : { ok: true, value };
    },
  };
}
