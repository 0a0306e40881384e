import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { RefreshPayoutResult } from '../refresh-payout.service.js';

@InputType('RefreshPayoutInput', { description: 'The payout to read back from the provider now.' })
export class RefreshPayoutInput {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;
}

@ObjectType('RefreshPayoutPayload', { description: 'The payout after the call, and the problems with the request.' })
export class RefreshPayoutPayload extends mutationPayload('RefreshPayout', {
  description: 'Why a payout was not refreshed.',
  values: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    PAYOUT_NOT_AT_PROVIDER: "The provider does not have the payout, or Purser does not know the provider's id for it.",
    PAYOUT_MISMATCH: "The provider's payout has different content; the status was not changed.",
    PROVIDER_UNAVAILABLE: 'The provider could not be reached; nothing was changed.',
  },
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description: 'The payout in its current state; null if there is no such payout.',
  })
  payout: PayoutModel | null;
}

export function toRefreshPayoutPayload({ payout, refusal }: RefreshPayoutResult): RefreshPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: toUserErrors(refusal, 'payoutId'),
  };
}
