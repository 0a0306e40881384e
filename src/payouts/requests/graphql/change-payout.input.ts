import { Field, ID, InputType } from '@nestjs/graphql';
import type { DecimalString } from '../../../common/decimal.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../../graphql/validation/invalid-input.js';
import { Nested } from '../../../graphql/validation/nested.decorator.js';
import type { ChangePayoutRequest } from '../change-payout.service.js';
import { AmountOfCurrency, NoteText, PayoutRecipientInput } from './create-payout.input.js';

@InputType('ChangePayoutInput', { description: 'What to change of a payout; what is absent stays as it is.' })
export class ChangePayoutInput extends InputWithProblems<'TEXT_INVALID'> {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => DecimalScalar, { nullable: true, description: 'What the recipient gets.' })
  @AmountOfCurrency()
  amount?: DecimalString | null;

  @Field(() => PayoutRecipientInput, {
    nullable: true,
    description: 'Fields of the recipient; those that are absent stay, and null takes one away.',
  })
  @Nested(() => PayoutRecipientInput)
  recipient?: PayoutRecipientInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the payment service is told it is for; null takes it away.',
  })
  @NoteText()
  note?: string | null;
}

/** @param actorId the API key that asks */
export function toChangePayoutRequest(input: ChangePayoutInput, actorId: string): ChangePayoutRequest {
  return {
    payoutId: input.payoutId,
    amount: input.amount ?? undefined,
    note: input.note,
    recipient: input.recipient ?? {},
    actorId,
  };
}
