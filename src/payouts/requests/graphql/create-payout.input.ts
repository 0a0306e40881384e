import { Field, ID, InputType, Int } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { findUnsoundText } from '../../../common/text/sound-text.js';
import { findUnstorableText } from '../../../common/text/stored-text.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { ruleDecorator } from '../../../platform/graphql/validation/field-rule.js';
import { type AskedFor, type NotGiven } from '../../../platform/graphql/validation/asked-for.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../../platform/graphql/validation/invalid-input.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';
import { Text } from '../../../platform/graphql/validation/text.decorator.js';
import { RecipientFields } from '../../destinations/graphql/recipient-fields.decorator.js';
import type { RecipientInput } from '../../destinations/recipient.js';

const MAX_KEY_LENGTH = 200;
const MAX_EXTERNAL_ID_LENGTH = 128;
const MAX_NOTE_LENGTH = 500;
const MAX_REFERENCE_LENGTH = 128;

/**
 * The merchant's own id. One in 25 numeric ids with sixteen digits looks like a card number. Such an id is refused only
 * if the payout goes to a card (`findCardReferences`).
 */
const Reference = (max: number): PropertyDecorator =>
  ruleDecorator<string>(
    {
      name: 'reference',
      about: `1 to ${max} printable characters, no space at either end, no card number beside other text`,
      findProblem: (text) => (/^\d+$/.test(text) ? findUnsoundText(text, max) : findUnstorableText(text, max)),
    },
    'TEXT_INVALID',
  );

/** Identifies a request of the merchant. */
export const IdempotencyKey = (): PropertyDecorator => Reference(MAX_KEY_LENGTH);

const TextOf = (max: number): PropertyDecorator => Text({ max, code: 'TEXT_INVALID' });

/** The purpose of a payout. The provider receives it. */
export const NoteText = (): PropertyDecorator => TextOf(MAX_NOTE_LENGTH);

export const AmountOfCurrency = (): PropertyDecorator =>
  DomainRule(
    'above zero, with the decimals that [its currency](payout-destinations.md) is paid out with',
    'AMOUNT_NOT_POSITIVE',
    'AMOUNT_NOT_WHOLE',
    'AMOUNT_NOT_MULTIPLE_OF_5',
    'AMOUNT_TOO_PRECISE',
  );

@InputType('PayoutRecipientInput', {
  description: 'The recipient. The destination determines which fields are required and which are refused.',
})
@RecipientFields(
  ({ about, note }) => ({ nullable: true, description: [about, note].join(' ').trim() }),
  ({ codes }) =>
    DomainRule(
      'as [the destination](payout-destinations.md) requires',
      'FIELD_REQUIRED',
      'FIELD_NOT_ALLOWED',
      ...codes,
    ),
)
export class PayoutRecipientInput extends (Object as unknown as new () => RecipientInput) {}

@InputType('CreatePayoutInput', { description: 'The payout to create.' })
export class CreatePayoutInput extends InputWithProblems<'TEXT_INVALID'> {
  @Field(() => String, {
    description:
      'Identifies the request. Repeating a request with the same key returns the existing payout and pays nothing.',
  })
  @IdempotencyKey()
  idempotencyKey: string;

  @Field(() => ID, { nullable: true, description: 'The merchant account to pay from; by default the first.' })
  @Id()
  accountId?: string | null;

  @Field(() => DecimalScalar, { description: 'Amount that the recipient receives, greater than zero.' })
  @AmountOfCurrency()
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { description: 'Currency of the amount.' })
  @DomainRule('a currency of a destination', 'CURRENCY_NOT_SUPPORTED')
  currency: CurrencyCode;

  @Field(() => String, { description: 'How the recipient is paid: a code from `payoutDestinations`.' })
  @DomainRule(
    'a payment type of a destination in this currency',
    'PAYMENT_TYPE_NOT_SUPPORTED',
    'PAYMENT_TYPE_NOT_CONFIGURED',
  )
  paymentType: string;

  @Field(() => Int, {
    nullable: true,
    description:
      "The provider's service to pay with, from `payoutServices`; by default the merchant's default service.",
  })
  @DomainRule('one of `payoutServices` where that list can be read', 'SERVICE_UNKNOWN', 'FIELD_REQUIRED')
  serviceId?: number | null;

  @Field(() => PayoutRecipientInput, { description: 'The recipient.' })
  @Nested(() => PayoutRecipientInput)
  recipient: PayoutRecipientInput;

  @Field(() => String, { nullable: true, description: 'Purpose of the payout, shown to the provider.' })
  @NoteText()
  note?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The merchant's own reference, such as a contract number; several payouts may share it. Sent to the provider after the note.",
  })
  @Reference(MAX_REFERENCE_LENGTH)
  reference?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The payout's id in the merchant's system, unique in the account, such as the number of an invoice.",
  })
  @Reference(MAX_EXTERNAL_ID_LENGTH)
  externalId?: string | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether other payouts from the account may have the same external id, for instance because an invoice is paid in parts.',
  })
  allowsSharedExternalId: boolean;
}

export interface CreatePayoutRequest extends AskedFor<CreatePayoutInput> {
  readonly createdBy: string;
}

const NOT_GIVEN: NotGiven<CreatePayoutInput> = {
  accountId: null,
  serviceId: null,
  note: null,
  reference: null,
  externalId: null,
};

export function toCreatePayoutRequest(
  { problems: _problems, ...given }: CreatePayoutInput,
  createdBy: string,
): CreatePayoutRequest {
  return { ...NOT_GIVEN, ...given, createdBy };
}
