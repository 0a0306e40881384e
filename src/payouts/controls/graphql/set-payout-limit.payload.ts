import { Field, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../graphql/user-error.model.js';
import type { SetPayoutLimitResult } from '../rules/payout-limits.service.js';
import { PayoutLimitModel, toPayoutLimitModel } from './payout-limit.model.js';

@ObjectType('SetPayoutLimitPayload', { description: 'The limits after the call, and the problems with the request.' })
export class SetPayoutLimitPayload extends mutationPayload('SetPayoutLimit', {
  description: 'Why a change of a payout limit was not proposed.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    CURRENCY_MISSING: 'An amount needs its currency.',
    NOT_PER_RECIPIENT: 'How often one recipient is paid is counted in all currencies and accounts together.',
    COUNT_NOT_WHOLE: 'A number of payouts is a whole one.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => [PayoutLimitModel], { description: 'Every limit as it is now.' })
  limits: PayoutLimitModel[];

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request that another person must confirm; null when it was refused.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toSetPayoutLimitPayload({
  limits,
  changeRequest,
  refusal,
}: SetPayoutLimitResult): SetPayoutLimitPayload {
  return {
    limits: limits.map(toPayoutLimitModel),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal),
  };
}
