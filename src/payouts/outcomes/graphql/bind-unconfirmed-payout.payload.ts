import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { BindRefusalCode, UnconfirmedPayoutResult } from '../unconfirmed-payout.service.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import { UNCONFIRMED_FIELDS, UNCONFIRMED_REFUSALS } from './unconfirmed-payout.refusals.js';

const BindUnconfirmedPayoutErrorCodeEnum = wordEnum<BindRefusalCode>({
  name: 'BindUnconfirmedPayoutErrorCode',
  description: 'Why an unconfirmed payout was not bound.',
  words: {
    ...UNCONFIRMED_REFUSALS,
    NO_MATCH: 'What the payment service shows under the id is not this payout.',
    NOT_AT_PROVIDER: 'The payment service knows no payout with the id.',
    ALREADY_BOUND: 'The id belongs to another payout.',
    PROVIDER_UNAVAILABLE: 'The payment service could not be asked; nothing was bound.',
  },
});

const BLAMED_FIELDS: Readonly<Record<BindRefusalCode, string[] | null>> = {
  ...UNCONFIRMED_FIELDS,
  NO_MATCH: ['input', 'providerPayoutId'],
  NOT_AT_PROVIDER: ['input', 'providerPayoutId'],
  ALREADY_BOUND: ['input', 'providerPayoutId'],
  PROVIDER_UNAVAILABLE: null,
};

@ObjectType('BindUnconfirmedPayoutUserError', {
  implements: () => [UserError],
  description: 'Why bindUnconfirmedPayout was refused.',
})
export class BindUnconfirmedPayoutUserErrorModel extends UserError {
  @Field(() => BindUnconfirmedPayoutErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: BindRefusalCode;
}

@ObjectType('BindUnconfirmedPayoutPayload', { description: 'The payout as it is now, and what stood in the way.' })
export class BindUnconfirmedPayoutPayload {
  @Field(() => PayoutModel, { nullable: true, description: 'The payout as it is now; null when there is none.' })
  payout: PayoutModel | null;

  @Field(() => Boolean, { description: 'Whether a second API key has now confirmed it; false while one must.' })
  isConfirmed: boolean;

  @Field(() => [BindUnconfirmedPayoutUserErrorModel], {
    description: 'Expected refusals; empty when it was proposed or bound.',
  })
  userErrors: BindUnconfirmedPayoutUserErrorModel[];
}

export function toBindUnconfirmedPayoutPayload({
  payout,
  isConfirmed,
  refusal,
}: UnconfirmedPayoutResult<BindRefusalCode>): BindUnconfirmedPayoutPayload {
  return {
    payout: payout && toPayoutModel(payout),
    isConfirmed,
    userErrors: refusal ? [{ ...refusal, field: BLAMED_FIELDS[refusal.code] }] : [],
  };
}
