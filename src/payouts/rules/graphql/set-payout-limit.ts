import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import type { PayoutLimitKind } from '../../core/domain/payout-limit-kind.js';
import { PayoutLimitKindEnum } from '../../core/graphql/payout.enum.js';
import type { SetPayoutLimitRequest, SetPayoutLimitResult } from '../payout-limits.service.js';
import { PayoutLimitModel, toPayoutLimitModel } from './payout-limit.model.js';

@InputType('SetPayoutLimitInput', { description: 'The limit to set.' })
export class SetPayoutLimitInput {
  @Field(() => PayoutLimitKindEnum, { description: 'Kind of the limit.' })
  kind: PayoutLimitKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The merchant account; absent if the limit applies to all accounts together.',
  })
  @DomainRule(
    'an existing account; absent for a number of payouts per recipient',
    'NOT_PER_RECIPIENT',
    'ACCOUNT_NOT_FOUND',
  )
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: 'Currency of the amount; absent if the limit is a count.',
  })
  @DomainRule('required for an amount; absent for a number of payouts', 'CURRENCY_MISSING', 'NOT_PER_RECIPIENT')
  currency?: CurrencyCode | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'The maximum amount, or the maximum number of payouts. If absent, the limit is removed.',
  })
  @DomainRule(
    'a whole number for a number of payouts; otherwise no more decimals than the currency has',
    'COUNT_NOT_WHOLE',
    'AMOUNT_TOO_PRECISE',
  )
  value?: DecimalString | null;

  @Field(() => String, { description: 'The reason; stored with the change request and in the audit log.' })
  @Reason()
  reason: string;
}

export function toSetPayoutLimitRequest(input: SetPayoutLimitInput, proposedBy: string): SetPayoutLimitRequest {
  return {
    kind: input.kind,
    accountId: input.accountId ?? null,
    currency: input.currency ?? null,
    value: input.value ?? null,
    reason: input.reason,
    proposedBy,
  };
}

@ObjectType('SetPayoutLimitPayload', { description: 'The limits after the call, and the problems with the request.' })
export class SetPayoutLimitPayload extends mutationPayload('SetPayoutLimit', {
  description: 'Why a change to a payout limit was not proposed.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    AMOUNT_TOO_PRECISE: 'The amount has more decimals than its currency allows.',
    CURRENCY_MISSING: 'An amount requires a currency.',
    NOT_PER_RECIPIENT: 'Payouts per recipient are counted across all currencies and accounts.',
    COUNT_NOT_WHOLE: '`value` must be a whole number.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => [PayoutLimitModel], { description: 'All limits in their current state.' })
  limits: PayoutLimitModel[];

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
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
