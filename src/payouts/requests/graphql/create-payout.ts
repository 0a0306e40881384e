import { Field, ObjectType } from '@nestjs/graphql';
import { IsRepeat, mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import {
  PAYOUT_PROBLEMS,
  PAYOUT_WARNINGS,
  type PayoutWarning,
  type PayoutWarningCode,
} from '../../destinations/payout-problem.js';
import { PayoutModel, toPayoutModel } from '../../core/graphql/payout.model.js';
import type { CreatePayoutResult } from '../payout-answers.service.js';

const PayoutWarningCodeEnum = describedEnum<PayoutWarningCode>({
  name: 'PayoutWarningCode',
  description: 'Code of a warning about a payout that was recorded despite it.',
  values: PAYOUT_WARNINGS,
});

@ObjectType('PayoutWarning', {
  description: 'A warning about a payout that was recorded despite it.',
})
export class PayoutWarningModel {
  @Field(() => PayoutWarningCodeEnum, { description: 'The warning, as a machine-readable code.' })
  code: PayoutWarningCode;

  @Field(() => [String], {
    description: 'Path of the input field that the warning is about, such as ["input", "serviceId"].',
  })
  field: string[];

  @Field(() => String, { description: 'What to check or do, in one sentence.' })
  message: string;
}

@ObjectType('CreatePayoutPayload', { description: 'The payout that was created, and the problems with the request.' })
export class CreatePayoutPayload extends mutationPayload('CreatePayout', {
  description: 'Why a payout was not created or not sent.',
  values: {
    ...PAYOUT_PROBLEMS,
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    EXTERNAL_ID_TAKEN: 'The account already has a payout with this external id; nothing was recorded.',
    IDEMPOTENCY_KEY_REUSED: 'The key was already used for a different request; the message says what differs.',
    INSUFFICIENT_BALANCE:
      'The expected balance does not cover the payout. Nothing was recorded, and the idempotency key is still unused.',
    PROVIDER_REFUSED: 'The provider refused the payout; nothing was paid.',
    NOT_PAID: 'The payout ended without being paid; its status says why.',
    TRY_AGAIN: 'The database was busy and nothing was recorded. Repeat the request with the same key.',
  },
}) {
  @Field(() => PayoutModel, {
    nullable: true,
    description:
      'The payout; for EXTERNAL_ID_TAKEN and IDEMPOTENCY_KEY_REUSED, the earlier payout; null if no payout was recorded. Its status says whether it was already sent or paid.',
  })
  payout: PayoutModel | null;

  @IsRepeat()
  isRepeat: boolean;

  @Field(() => [PayoutWarningModel], { description: 'Warnings about the payout. They do not prevent it.' })
  warnings: PayoutWarningModel[];
}

export function toCreatePayoutPayload(result: CreatePayoutResult): CreatePayoutPayload {
  return {
    payout: result.payout && toPayoutModel(result.payout),
    isRepeat: result.isRepeat,
    warnings: result.warnings.map(toWarningModel),
    userErrors: toUserErrors(result.refusals),
  };
}

export function toWarningModel({ code, field, message }: PayoutWarning): PayoutWarningModel {
  return { code, message, field: ['input', ...field] };
}
