import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type {
  BindRefusalCode,
  BindRequest,
  UnconfirmedPayoutResult,
} from '../unconfirmed/unconfirmed-payout.service.js';
import { Reference, UNCONFIRMED_FIELDS, UNCONFIRMED_REFUSALS } from './unconfirmed-payout-refusals.js';

@InputType('BindUnconfirmedPayoutInput', {
  description: "An unconfirmed payout, and the provider's payout that it should be bound to.",
})
export class BindUnconfirmedPayoutInput {
  @Field(() => ID, { description: "Purser's id for the payout." })
  @Id()
  payoutId: string;

  @Field(() => ID, { description: "The provider's id for the payout." })
  @Id()
  providerPayoutId: string;

  @Field(() => String, { description: 'Where you looked this up, such as a ticket, an e-mail or a statement.' })
  @Reference()
  reference: string;
}

export function toBindRequest(input: BindUnconfirmedPayoutInput, proposedBy: string): BindRequest {
  return {
    payoutId: input.payoutId,
    providerPayoutId: input.providerPayoutId,
    reference: input.reference,
    proposedBy,
  };
}

@ObjectType('BindUnconfirmedPayoutPayload', {
  description: 'The payout after the call, and the problems with the request.',
})
export class BindUnconfirmedPayoutPayload extends mutationPayload('BindUnconfirmedPayout', {
  description: 'Why binding an unconfirmed payout was not proposed.',
  values: UNCONFIRMED_REFUSALS,
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

export function toBindUnconfirmedPayoutPayload({
  payout,
  changeRequest,
  refusal,
}: UnconfirmedPayoutResult<BindRefusalCode>): BindUnconfirmedPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal, UNCONFIRMED_FIELDS),
  };
}
