import { Field, ID, InputType, Int } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import { DomainRule } from '../../../graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../../graphql/validation/invalid-input.js';
import { Nested } from '../../../graphql/validation/nested.decorator.js';
import { Text } from '../../../graphql/validation/text.decorator.js';
import type { PayoutProblemCode } from '../../destinations/payout-problem.js';
import type { CreatePayoutRequest } from '../create-payout.service.js';
import type { RecipientInput } from '../../destinations/recipient.js';

const MAX_KEY_LENGTH = 200;
const MAX_EXTERNAL_ID_LENGTH = 128;
const MAX_NOTE_LENGTH = 500;

const TextOf = (max: number): PropertyDecorator => Text({ max, code: 'TEXT_INVALID' });

/** What the provider is told that a payout is for. */
export const NoteText = (): PropertyDecorator => TextOf(MAX_NOTE_LENGTH);

/** What a payout is of. */
export const AmountOfCurrency = (): PropertyDecorator =>
  DomainRule(
    'above zero, as the currency is paid out',
    'AMOUNT_NOT_POSITIVE',
    'AMOUNT_NOT_WHOLE',
    'AMOUNT_NOT_MULTIPLE_OF_5',
    'AMOUNT_TOO_PRECISE',
  );

const ByDestination = (...codes: PayoutProblemCode[]): PropertyDecorator =>
  DomainRule('as [the destination](payout-destinations.md) has it', 'FIELD_REQUIRED', 'FIELD_NOT_ALLOWED', ...codes);

@InputType('PayoutRecipientInput', {
  description: 'Who is paid. The destination decides which fields are needed and which are refused.',
})
export class PayoutRecipientInput implements RecipientInput {
  @Field(() => String, { nullable: true, description: "The recipient's name." })
  @ByDestination('TEXT_INVALID')
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The card number, phone number, PIX key or login to pay to.' })
  @ByDestination(
    'TEXT_INVALID',
    'CARD_INVALID',
    'PHONE_INVALID',
    'EMAIL_INVALID',
    'TAX_ID_INVALID',
    'PIX_KEY_INVALID',
    'PIX_KEY_MISMATCH',
  )
  requisites?: string | null;

  @Field(() => String, { nullable: true, description: "The recipient's id in the merchant's system." })
  @ByDestination('TEXT_INVALID')
  userId?: string | null;

  @Field(() => String, { nullable: true, description: 'The bank or wallet, as the destination names it.' })
  @ByDestination('TEXT_INVALID', 'CHOICE_INVALID')
  bankName?: string | null;

  @Field(() => String, { nullable: true, description: "The recipient's e-mail address." })
  @ByDestination('EMAIL_INVALID')
  userEmail?: string | null;

  @Field(() => String, { nullable: true, description: "The recipient's phone number." })
  @ByDestination('PHONE_INVALID')
  userPhone?: string | null;

  @Field(() => String, { nullable: true, description: "The recipient's IP address." })
  @ByDestination('IP_INVALID')
  userIp?: string | null;
}

@InputType('CreatePayoutInput', { description: 'The payout to create.' })
export class CreatePayoutInput extends InputWithProblems<'TEXT_INVALID'> {
  @Field(() => String, {
    description: 'Names this request: sent again with the same key, it returns the same payout and pays nothing.',
  })
  @TextOf(MAX_KEY_LENGTH)
  idempotencyKey: string;

  @Field(() => ID, { nullable: true, description: 'The merchant account to pay from; the first one when absent.' })
  @Id()
  accountId?: string | null;

  @Field(() => DecimalScalar, { description: 'Amount that the recipient gets, greater than zero.' })
  @AmountOfCurrency()
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { description: 'Currency of the amount.' })
  @DomainRule('one that a destination takes', 'CURRENCY_NOT_SUPPORTED')
  currency: CurrencyCode;

  @Field(() => String, { description: 'How the recipient is paid: a code from `payoutDestinations`.' })
  @DomainRule('a code that a destination has for the currency', 'PAYMENT_TYPE_NOT_SUPPORTED')
  paymentType: string;

  @Field(() => Int, {
    nullable: true,
    description: "The service that pays it, from `payoutServices`; the merchant's default one when absent.",
  })
  @DomainRule('left to the provider')
  serviceId?: number | null;

  @Field(() => PayoutRecipientInput, { description: 'Who is paid.' })
  @Nested(() => PayoutRecipientInput)
  recipient: PayoutRecipientInput;

  @Field(() => String, { nullable: true, description: 'Purpose of the payout, shown to the provider.' })
  @NoteText()
  note?: string | null;

  @Field(() => String, { nullable: true, description: "The payout's id in the merchant's system." })
  @TextOf(MAX_EXTERNAL_ID_LENGTH)
  externalId?: string | null;
}

/** @param createdBy the API key that asks */
export function toCreatePayoutRequest(input: CreatePayoutInput, createdBy: string): CreatePayoutRequest {
  return {
    idempotencyKey: input.idempotencyKey,
    accountId: input.accountId ?? null,
    amount: input.amount,
    currency: input.currency,
    paymentType: input.paymentType,
    serviceId: input.serviceId ?? null,
    recipient: input.recipient,
    note: input.note ?? null,
    externalId: input.externalId ?? null,
    createdBy,
  };
}
