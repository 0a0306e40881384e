import { Field, ID, InputType } from '@nestjs/graphql';
import { parseUuidInput } from '../../../graphql/errors/parse-uuid-input.js';
import type { ApprovePayoutRequest } from '../payout-approvals.service.js';

@InputType('ApprovePayoutInput', { description: 'The held payout that is meant and may be sent.' })
export class ApprovePayoutInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;

  @Field(() => String, {
    nullable: true,
    description: 'The `contentHash` that you saw; it must be given once a payout was changed.',
  })
  contentHash?: string | null;
}

/**
 * @param actorId the API key that decides
 * @throws GraphQLError BAD_USER_INPUT naming the field of the input
 */
export function toApproveRequest(input: ApprovePayoutInput, actorId: string): ApprovePayoutRequest {
  return {
    payoutId: parseUuidInput(input.payoutId, ['input', 'payoutId']),
    contentHash: input.contentHash ?? null,
    actorId,
  };
}
