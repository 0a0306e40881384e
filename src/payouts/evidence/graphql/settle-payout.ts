import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { SettledEnd } from '../domain/settling-rules.js';
import type {
  SettleRefusalCode,
  SettleRequest,
  UnconfirmedPayoutResult,
} from '../unconfirmed/unconfirmed-payout.service.js';
import { Reference, UNCONFIRMED_REFUSALS } from './unconfirmed-payout-refusals.js';

const SettledEndEnum = describedEnum<SettledEnd>({
  name: 'SettledEnd',
  description: 'How a payout ended, according to two people.',
  values: {
    PAID: 'The recipient has the money. The payout becomes COMPLETED.',
    NOT_PAID: 'Nothing was paid. The payout becomes FAILED, and its amount is available again.',
  },
});

@InputType('SettlePayoutInput', {
  description: "The payout about which the provider's answers are missing or were rejected, and whether it was paid.",
})
export class SettlePayoutInput {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;

  @Field(() => SettledEndEnum, { description: 'Whether the payout was paid.' })
  end: SettledEnd;

  @Field(() => String, { description: 'Where you looked this up, such as a ticket, an e-mail or a statement.' })
  @Reference()
  reference: string;
}

export function toSettleRequest({ payoutId, end, reference }: SettlePayoutInput, proposedBy: string): SettleRequest {
  return { payoutId, end, reference, proposedBy };
}

const { PAYOUT_NOT_FOUND, REFERENCE_INVALID, TRY_AGAIN, CHANGE_REQUEST_OPEN } = UNCONFIRMED_REFUSALS;

@ObjectType('SettlePayoutPayload', {
  description: 'The payout after the call, and the problems with the request.',
})
export class SettlePayoutPayload extends mutationPayload('SettlePayout', {
  description: 'Why settling a payout was not proposed.',
  values: {
    ...{ PAYOUT_NOT_FOUND, REFERENCE_INVALID, TRY_AGAIN, CHANGE_REQUEST_OPEN },
    NOTHING_TO_SETTLE: 'The provider does not have the payout, or its answers already decide the outcome.',
  },
  listed: 'Problems with the request; empty if the change was proposed.',
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description: 'The payout in its current state; null if there is no such payout.',
  })
  payout: PayoutModel | null;

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toSettlePayoutPayload({
  payout,
  changeRequest,
  refusal,
}: UnconfirmedPayoutResult<SettleRefusalCode>): SettlePayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal, { PAYOUT_NOT_FOUND: 'payoutId', NOTHING_TO_SETTLE: 'payoutId' }),
  };
}
