import { Field, ID, InputType } from '@nestjs/graphql';
import type { DecimalString } from '../../../common/decimal.js';
import { parseUuidInput } from '../../../graphql/errors/parse-uuid-input.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import type { ChangePayoutRequest } from '../change-payout.service.js';
import { PayoutRecipientInput } from './create-payout.input.js';

@InputType('ChangePayoutInput', { description: 'What to change of a payout; what is absent stays as it is.' })
export class ChangePayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;

  @Field(() => DecimalScalar, { nullable: true, description: 'What the recipient gets.' })
  amount?: DecimalString | null;

  @Field(() => PayoutRecipientInput, {
    nullable: true,
    description: 'Fields of the recipient; those that are absent stay, and null takes one away.',
  })
  recipient?: PayoutRecipientInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the payment service is told it is for; null takes it away.',
  })
  note?: string | null;
}

/**
 * @param actorId the API key that asks
 * @throws GraphQLError BAD_USER_INPUT naming the field of the input
 */
export function toChangePayoutRequest(input: ChangePayoutInput, actorId: string): ChangePayoutRequest {
  return {
    payoutId: parseUuidInput(input.payoutId, ['input', 'payoutId']),
    amount: input.amount ?? undefined,
    note: input.note,
    recipient: input.recipient ?? {},
    actorId,
  };
}
