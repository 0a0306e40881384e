import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { RefreshPayoutRefusalCode, RefreshPayoutResult } from '../refresh-payout.service.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';

const RefreshPayoutErrorCodeEnum = wordEnum<RefreshPayoutRefusalCode>({
  name: 'RefreshPayoutErrorCode',
  description: 'Why a payout was not refreshed.',
  words: {
    PAYOUT_NOT_FOUND: 'There is no such payout.',
    PAYOUT_NOT_AT_PROVIDER: 'The payment service does not know the payout, or its id there is not known.',
    PAYOUT_MISMATCH: 'The payment service has other content for this payout; its status was not changed.',
    PROVIDER_UNAVAILABLE: 'The payment service could not be asked; nothing was changed.',
  },
});

@ObjectType('RefreshPayoutUserError', { implements: () => [UserError], description: 'Why refreshPayout was refused.' })
export class RefreshPayoutUserErrorModel extends UserError {
  @Field(() => RefreshPayoutErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: RefreshPayoutRefusalCode;
}

@ObjectType('RefreshPayoutPayload', { description: 'The payout as it is now, and what stood in the way.' })
export class RefreshPayoutPayload {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => [RefreshPayoutUserErrorModel], { description: 'Expected refusals; empty when it was read back.' })
  userErrors: RefreshPayoutUserErrorModel[];
}

export function toRefreshPayoutPayload({ payout, refusal }: RefreshPayoutResult): RefreshPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    userErrors: refusal ? [{ ...refusal, field: ['input', 'payoutId'] }] : [],
  };
}
