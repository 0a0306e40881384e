import { Field, ID, InputType } from '@nestjs/graphql';
import type { DecimalString } from '../../../common/decimal.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../../graphql/validation/invalid-input.js';
import { Nested } from '../../../graphql/validation/nested.decorator.js';
import type { ChangePayoutRequest } from '../change-payout.service.js';
import { AmountOfCurrency, NoteText, PayoutRecipientInput } from './create-payout.input.js';

@InputType('ChangePayoutInput', { description: 'Changes of a payout; absent fields stay as they are.' })
export class ChangePayoutInput extends InputWithProblems<'TEXT_INVALID'> {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'Amount that the recipient gets; absent leaves it as it is.',
  })
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
    description: 'Purpose of the payout, shown to the provider; null removes it.',
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
