import { emailFormat } from './formats/email-format.js';
import { ipFormat } from './formats/ip-format.js';
import { nameFormat, verbatimFormat } from './formats/text-format.js';
import type { PayoutProblemCode } from './payout-problem.js';
import { isBaseField, type RecipientFieldName } from './recipient.js';
import { maskIp, maskName } from './recipient-mask.js';
import { maskIdentifier } from '../../common/text/identifier-mask.js';
import type { DestinationField } from './table/destination.js';

interface RecipientField extends Pick<DestinationField, 'label' | 'format'> {
  /** The field's description in the API. */
  readonly about: string;
  /** A note for callers who fill in the field. */
  readonly note?: string;
  /** The description in the API where the value is masked. */
  readonly aboutMask: string;
  /** Masks a value for people who may not see it in full. */
  readonly mask: (value: string) => string;
  /** Masks a value where the provider's texts contain it. If absent, `mask` is used. */
  readonly maskInTexts?: (value: string) => string;
  /** The problem codes that a destination may report for a value. */
  readonly codes: readonly PayoutProblemCode[];
}

const whole = (value: string): string => value;

/**
 * Every field of a recipient, with everything that does not depend on the destination. The names are those in the
 * provider's interface. A destination may use another label and format.
 */
export const RECIPIENT_TABLE: Readonly<Record<RecipientFieldName, RecipientField>> = {
  name: {
    label: 'Recipient name',
    format: nameFormat,
    about: "The recipient's name.",
    aboutMask: "The first letter of each word of the recipient's name; null once purged.",
    mask: maskName,
    codes: ['TEXT_INVALID'],
  },
  requisites: {
    label: 'Requisites',
    format: verbatimFormat({ kind: 'TEXT', example: 'account-17' }),
    about: 'The card number, phone number, PIX key or login to pay to.',
    aboutMask: 'First and last characters of the card number, phone number, PIX key or login to pay to.',
    mask: maskIdentifier,
    codes: [
      'TEXT_INVALID',
      'CARD_INVALID',
      'PHONE_INVALID',
      'EMAIL_INVALID',
      'TAX_ID_INVALID',
      'PIX_KEY_INVALID',
      'PIX_KEY_MISMATCH',
    ],
  },
  userId: {
    label: 'User id in your system',
    format: verbatimFormat({ kind: 'TEXT', example: 'user-1042' }),
    about: "The recipient's id in the merchant's system.",
    note: 'An id whose digits could be a card number is refused.',
    aboutMask: "The recipient's id in the merchant's system; null once purged.",
    mask: whole,
    maskInTexts: () => '***',
    codes: ['TEXT_INVALID'],
  },
  bankName: {
    label: 'Bank',
    format: verbatimFormat({ kind: 'TEXT', example: '100000000111' }),
    about: 'The bank or wallet, under the name that the destination uses.',
    aboutMask: 'The bank or wallet, under the name that the destination uses.',
    mask: whole,
    codes: ['TEXT_INVALID', 'CHOICE_INVALID'],
  },
  userEmail: {
    label: 'User e-mail',
    format: emailFormat,
    about: "The recipient's e-mail address.",
    aboutMask: "The first letters of the recipient's e-mail address.",
    mask: maskIdentifier,
    codes: ['EMAIL_INVALID'],
  },
  userPhone: {
    label: 'User phone number',
    // Sent unchanged, because the country is known only from the destination.
    format: verbatimFormat({ kind: 'TEXT', example: '+79123456789' }),
    about: "The recipient's phone number.",
    aboutMask: "The last digits of the recipient's phone number.",
    mask: maskIdentifier,
    codes: ['PHONE_INVALID'],
  },
  userIp: {
    label: 'User IP address',
    format: ipFormat,
    about: "The recipient's IP address.",
    aboutMask: "The network of the recipient's IP address.",
    mask: maskIp,
    codes: ['IP_INVALID'],
  },
};

/**
 * Declares a field of a destination. Unless `own` says otherwise, its label and format come from the table, and it is
 * required only if every destination requires it.
 */
export function recipientField(
  name: RecipientFieldName,
  own: Partial<Omit<DestinationField, 'name'>> = {},
): DestinationField {
  const { label, format } = RECIPIENT_TABLE[name];
  return { name, label, format, presence: isBaseField(name) ? 'REQUIRED' : 'OPTIONAL', ...own };
}
