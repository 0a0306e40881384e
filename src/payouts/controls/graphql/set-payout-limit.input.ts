import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import { DomainRule } from '../../../graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { Reason } from '../../../graphql/validation/text.decorator.js';
import type { PayoutLimitKind } from '../../core/domain/payout-limit-kind.js';
import type { SetPayoutLimitRequest } from '../rules/payout-limits.service.js';
import { PayoutLimitKindEnum } from '../../core/graphql/payout.enum.js';

@InputType('SetPayoutLimitInput', { description: 'How much shall be allowed.' })
export class SetPayoutLimitInput {
  @Field(() => PayoutLimitKindEnum, { description: 'Kind of the limit.' })
  kind: PayoutLimitKind;

  @Field(() => ID, { nullable: true, description: 'The merchant account; all of them together when absent.' })
  @DomainRule('of all together for a number', 'NOT_PER_RECIPIENT', 'ACCOUNT_NOT_FOUND')
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'Currency of the amount; absent for a number.' })
  @DomainRule('needed for an amount, absent for a number', 'CURRENCY_MISSING', 'NOT_PER_RECIPIENT')
  currency?: CurrencyCode | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'The amount, or the number of payouts, that is still allowed; when absent, the limit is taken away.',
  })
  @DomainRule('whole for a number', 'COUNT_NOT_WHOLE')
  value?: DecimalString | null;

  @Field(() => String, { description: 'Why; kept with the change request and in the audit log.' })
  @Reason()
  reason: string;
}

/** @param proposedBy the API key or person who proposes it */
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
