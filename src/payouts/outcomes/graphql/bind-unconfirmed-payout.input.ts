import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { Reference } from './unconfirmed-payout-refusals.js';
import type { BindRequest } from '../unconfirmed/unconfirmed-payout.service.js';

@InputType('BindUnconfirmedPayoutInput', { description: 'Which payout at the provider an unconfirmed one is.' })
export class BindUnconfirmedPayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => ID, { description: "The provider's id of it." })
  @Id()
  providerPayoutId: string;

  @Field(() => String, { description: 'Where you looked: a ticket, an e-mail, a statement.' })
  @Reference()
  reference: string;
}

/** @param proposedBy the API key or person who proposes it */
export function toBindRequest(input: BindUnconfirmedPayoutInput, proposedBy: string): BindRequest {
  return {
    payoutId: input.payoutId,
    providerPayoutId: input.providerPayoutId,
    reference: input.reference,
    proposedBy,
  };
}
