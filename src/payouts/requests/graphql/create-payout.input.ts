import { Field, ID, InputType, Int } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { parseUuidInput } from '../../../graphql/errors/parse-uuid-input.js';
import { CurrencyCodeScalar } from '../../../graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import type { CreatePayoutRequest } from '../create-payout.service.js';
import type { RecipientInput } from '../../destinations/recipient.js';

@InputType('PayoutRecipientInput', {
  description: 'Who is paid. The destination decides which fields are needed and which are refused.',
})
export class PayoutRecipientInput implements RecipientInput {
  @Field(() => String, { nullable: true, description: "The recipient's name." })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The card number, phone number, PIX key or login to pay to.' })
  requisites?: string | null;

  @Field(() => String, { nullable: true, description: "The recipient's id in the merchant's system." })
  userId?: string | null;

  @Field(() => String, { nullable: true, description: 'The bank or wallet, as the destination names it.' })
  bankName?: string | null;

  @Field(() => String, { nullable: true, description: "The recipient's e-mail address." })
  userEmail?: string | null;

  @Field(() => String, { nullable: true, description: "The recipient's phone number." })
  userPhone?: string | null;

  @Field(() => String, { nullable: true, description: "The recipient's IP address." })
  userIp?: string | null;
}

@InputType('CreatePayoutInput', { description: 'The payout to create.' })
export class CreatePayoutInput {
  @Field(() => String, {
    description: 'Names this request: sent again with the same key, it returns the same payout and pays nothing.',
  })
  idempotencyKey: string;

  @Field(() => ID, { nullable: true, description: 'The merchant account to pay from; the first one when absent.' })
  accountId?: string | null;

  @Field(() => DecimalScalar, { description: 'What the recipient gets, greater than zero.' })
  amount: DecimalString;

  @Field(() => CurrencyCodeScalar, { description: 'Currency of the amount.' })
  currency: CurrencyCode;

  @Field(() => String, { description: 'How the recipient is paid: a code from `payoutDestinations`.' })
  paymentType: string;

  @Field(() => Int, {
    nullable: true,
    description: "The service that pays it, from `payoutServices`; the merchant's default one when absent.",
  })
  serviceId?: number | null;

  @Field(() => PayoutRecipientInput, { description: 'Who is paid.' })
  recipient: PayoutRecipientInput;

  @Field(() => String, { nullable: true, description: 'What the payment service is told it is for.' })
  note?: string | null;

  @Field(() => String, { nullable: true, description: "The payout's id in the merchant's system." })
  externalId?: string | null;
}

/**
 * @param createdBy the API key that asks
 * @throws GraphQLError BAD_USER_INPUT naming the field of the input
 */
export function toCreatePayoutRequest(input: CreatePayoutInput, createdBy: string): CreatePayoutRequest {
  return {
    idempotencyKey: input.idempotencyKey,
    accountId: parseUuidInput(input.accountId, ['input', 'accountId']),
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
