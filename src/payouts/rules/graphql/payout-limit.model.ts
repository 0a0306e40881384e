import { Field, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import type { PayoutLimitKind } from '../../core/domain/payout-limit-kind.js';
import type { LimitRecord } from '../persistence/payout-limits.repository.js';
import { PayoutLimitKindEnum } from '../../core/graphql/payout.enum.js';

@ObjectType('PayoutLimit', {
  description: 'A limit on what may be paid. A payout must stay within every limit that applies to it.',
})
export class PayoutLimitModel {
  @Field(() => PayoutLimitKindEnum, { description: 'Kind of the limit.' })
  kind: PayoutLimitKind;

  @Field(() => AccountModel, {
    name: 'account',
    nullable: true,
    description: 'The merchant account; null if the limit applies to all accounts together.',
  })
  accountId: string | null;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: 'Currency of the amount; null if the limit is a count.',
  })
  currency: CurrencyCode | null;

  @Field(() => DecimalScalar, { description: 'The maximum amount, or the maximum number of payouts.' })
  value: DecimalString;

  @Field(() => ActorModel, { description: 'Who proposed the limit.' })
  proposedBy: string;

  @Field(() => ActorModel, { description: 'Who confirmed the limit.' })
  confirmedBy: string;

  @Field(() => DateTimeScalar, { description: 'The time from which the limit applies.' })
  setAt: Date;
}

export function toPayoutLimitModel(limit: LimitRecord): PayoutLimitModel {
  const { kind, accountId, value, proposedBy, confirmedBy, setAt } = limit;
  // Safe, because the scalar has validated every code before it was stored.
  const currency = limit.currency as CurrencyCode | null;
  return { kind, accountId, currency, value: inCurrency(value, currency), proposedBy, confirmedBy, setAt };
}
