import { Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { parseUuidInput } from '../../../graphql/errors/parse-uuid-input.js';
import { CurrencyCodeScalar } from '../../../graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import type { PayoutLimitKind } from '../../core/domain/payout-limit-kind.js';
import type { SetPayoutLimitRequest } from '../rules/payout-limits.service.js';
import { PayoutLimitKindEnum } from '../../core/graphql/payout.enums.js';

@InputType('SetPayoutLimitInput', { description: 'How much shall be allowed.' })
export class SetPayoutLimitInput {
  @Field(() => PayoutLimitKindEnum, { description: 'What the limit is about.' })
  kind: PayoutLimitKind;

  @Field(() => ID, { nullable: true, description: 'The merchant account; all of them together when absent.' })
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'Currency of the amount; absent for a number.' })
  currency?: CurrencyCode | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'The amount, or the number of payouts, that is still allowed; when absent, the limit is taken away.',
  })
  value?: DecimalString | null;

  @Field(() => String, { description: 'Why; kept with the change request and in the audit log.' })
  reason: string;
}

/**
 * @param proposedBy the API key or person who proposes it
 * @throws GraphQLError BAD_USER_INPUT naming the field of the input
 */
export function toSetPayoutLimitRequest(input: SetPayoutLimitInput, proposedBy: string): SetPayoutLimitRequest {
  return {
    kind: input.kind,
    accountId: parseUuidInput(input.accountId, ['input', 'accountId']),
    currency: input.currency ?? null,
    value: input.value ?? null,
    reason: input.reason,
    proposedBy,
  };
}
