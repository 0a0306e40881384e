import type { PayoutProblemCode } from '../payout-problem.js';

/** Kinds of text fields, each with a sentence for people. A form picks its control by the kind. */
export const FIELD_KINDS = {
  TEXT: 'Any printable text on one line.',
  EMAIL: 'An e-mail address.',
  PHONE: 'A mobile number in international form, with a leading plus.',
  DIGITS: 'A mobile number in international form, digits only.',
  UUID: 'A UUID.',
  CPF: "A Brazilian person's tax number.",
  CNPJ: "A Brazilian company's tax number.",
  IP: 'An IPv4 or IPv6 address.',
  BANK_ID: 'The id of a bank from the bank list.',
  CHOICE: 'One of the choices.',
  LOGIN: 'The login of an account.',
  CARD: 'A card number.',
} as const;

export type FieldKind = keyof typeof FIELD_KINDS;

export type FieldVerdict =
  | { readonly ok: true; /** In canonical form. */ readonly value: string }
  | {
      readonly ok: false;
      readonly code: PayoutProblemCode;
      /** Follows the field's label. */ readonly complaint: string;
    };

/** The format of a field: described for forms and pages, and as a function that validates. */
export interface FieldFormat {
  readonly kind: FieldKind;
  /** Completes the sentence "It must be …". */
  readonly rule: string;
  /** Valid and canonical. */
  readonly example: string;
  /** Empty unless the kind is `CHOICE`. */
  readonly choices: readonly string[];
  readonly parse: (text: string) => FieldVerdict;
}

export interface FieldFormatParts extends Pick<FieldFormat, 'kind' | 'rule' | 'example'> {
  readonly choices?: readonly string[];
  readonly code: PayoutProblemCode;
  /** The canonical text, or null if the text breaks the rule. */
  readonly canonical: (text: string) => string | null;
}

/** Builds a format whose error message is its rule, so documentation and validation cannot drift apart. */
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
