import { Field, ID, InputType } from '@nestjs/graphql';
import { parseUuidInput } from '../../../graphql/errors/parse-uuid-input.js';
import type { BindRequest } from '../unconfirmed/unconfirmed-payout.service.js';

@InputType('BindUnconfirmedPayoutInput', { description: 'Which payout at the payment service an unconfirmed one is.' })
export class BindUnconfirmedPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;

  @Field(() => ID, { description: "The payment service's id of it." })
  providerPayoutId: string;

  @Field(() => String, { description: 'Where you looked: a ticket, an e-mail, a statement.' })
  reference: string;
}

/**
 * @param proposedBy the API key or person who proposes it
 * @throws GraphQLError BAD_USER_INPUT naming the field of the input
 */
export function toBindRequest(input: BindUnconfirmedPayoutInput, proposedBy: string): BindRequest {
  return {
    payoutId: parseUuidInput(input.payoutId, ['input', 'payoutId']),
    providerPayoutId: parseUuidInput(input.providerPayoutId, ['input', 'providerPayoutId']),
    reference: input.reference,
    proposedBy,
  };
}
