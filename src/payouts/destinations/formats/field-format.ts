import type { PayoutProblemCode } from '../payout-problem.js';

/** The kinds of text that a field takes, with one sentence for people; a form picks its control by them. */
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

/** The form of a field's text: for forms and pages in words, for validating as a function. */
export interface FieldFormat {
  readonly kind: FieldKind;
  /** Completes the sentence "It must be …". */
  readonly rule: string;
  /** Passes the rule, and is canonical. */
  readonly example: string;
  /** For the kind `CHOICE`; empty for every other. */
  readonly choices: readonly string[];
  readonly parse: (text: string) => FieldVerdict;
}

export interface FieldFormatParts extends Pick<FieldFormat, 'kind' | 'rule' | 'example'> {
  readonly choices?: readonly string[];
  /** The code of the problem when the text breaks the rule. */
  readonly code: PayoutProblemCode;
  /** The text in canonical form, or null when it breaks the rule. */
  readonly canonical: (text: string) => string | null;
}

/** A format whose one complaint is its rule, so that what is promised and what is validated cannot drift apart. */
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
