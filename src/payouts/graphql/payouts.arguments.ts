import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { PageArguments } from '../../graphql/connection/page.arguments.js';
import { type SortDirection, SortDirectionEnum } from '../../graphql/connection/sort-direction.enum.js';
import { badUserInput } from '../../graphql/errors/bad-user-input.js';
import { parseUuidInput } from '../../graphql/errors/parse-uuid-input.js';
import { CurrencyCodeScalar } from '../../graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../graphql/scalars/decimal.scalar.js';
import type { PayoutStatus } from '../core/domain/payout-status.js';
import type {
  PayoutCriteria,
  PayoutSet,
  PayoutSortField,
  PayoutSorting,
} from '../core/persistence/payouts-page.query.js';
import { PayoutSetEnum, PayoutSortFieldEnum, PayoutStatusEnum } from '../core/graphql/payout.enums.js';

@InputType('PayoutFilter', { description: 'Which payouts to list; every field given must hold.' })
export class PayoutFilter {
  @Field(() => ID, { nullable: true, description: 'From this account.' })
  accountId?: string | null;

  @Field(() => [PayoutStatusEnum], { nullable: true, description: 'In one of these statuses.' })
  statuses?: PayoutStatus[] | null;

  @Field(() => [PayoutSetEnum], { nullable: true, description: 'In one of these sets.' })
  sets?: PayoutSet[] | null;

  @Field(() => ID, { nullable: true, description: 'To this destination.' })
  destination?: string | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'In this currency.' })
  currency?: CurrencyCode | null;

  @Field(() => String, { nullable: true, description: 'By this payment type.' })
  paymentType?: string | null;

  @Field(() => DecimalScalar, { nullable: true, description: 'Of at least this amount.' })
  amountFrom?: DecimalString | null;

  @Field(() => DecimalScalar, { nullable: true, description: 'Of at most this amount.' })
  amountTo?: DecimalString | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Created at this time or later.' })
  createdFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Created before this time.' })
  createdTo?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'To exactly this card number, phone number, PIX key or login, whatever its case. Needs the scope payouts:unmask; once in an operation, 30 times a minute, each recorded in the audit log.',
  })
  recipient?: string | null;

  @Field(() => String, { nullable: true, description: 'Requested with exactly this key.' })
  idempotencyKey?: string | null;

  @Field(() => String, { nullable: true, description: "With exactly this id in the merchant's system." })
  externalId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Known by exactly this: Purser's id, the payment service's, an attempt's, the external id or the idempotency key.",
  })
  anyId?: string | null;
}

@InputType('PayoutSort', { description: 'How to sort a list of payouts.' })
export class PayoutSort {
  @Field(() => PayoutSortFieldEnum, { description: 'What to sort by.' })
  field: PayoutSortField;

  @Field(() => SortDirectionEnum, { defaultValue: 'DESC', description: 'Which end comes first.' })
  direction: SortDirection;
}

@ArgsType()
export class PayoutsArguments extends PageArguments {
  @Field(() => PayoutFilter, { nullable: true, description: 'Which payouts to list; all when absent.' })
  filter?: PayoutFilter | null;

  @Field(() => PayoutSort, { nullable: true, description: 'The newest first when absent.' })
  sort?: PayoutSort | null;
}

export function toPayoutSorting(sort: PayoutSort | null | undefined): PayoutSorting {
  return sort ? { field: sort.field, direction: sort.direction } : { field: 'CREATED_AT', direction: 'DESC' };
}

/**
 * @param requisitesHash the keyed hash that the recipient is found by; null when none is searched for
 * @throws GraphQLError BAD_USER_INPUT naming the field of the filter
 */
export function toPayoutCriteria(
  filter: PayoutFilter | null | undefined,
  requisitesHash: Buffer | null,
): PayoutCriteria {
  return {
    accountId: parseUuidInput(filter?.accountId, ['filter', 'accountId']),
    statuses: filter?.statuses ?? null,
    sets: filter?.sets ?? null,
    destination: textFilter(filter?.destination, 'destination'),
    currency: filter?.currency ?? null,
    paymentType: textFilter(filter?.paymentType, 'paymentType'),
    amountFrom: filter?.amountFrom ?? null,
    amountTo: filter?.amountTo ?? null,
    createdFrom: filter?.createdFrom ?? null,
    createdTo: filter?.createdTo ?? null,
    requisitesHash,
    idempotencyKey: textFilter(filter?.idempotencyKey, 'idempotencyKey'),
    externalId: textFilter(filter?.externalId, 'externalId'),
    anyId: textFilter(filter?.anyId, 'anyId'),
  };
}

function textFilter(text: string | null | undefined, field: string): string | null {
  // PostgreSQL's text holds no NUL, so nothing can match it.
  if (text?.includes('\0')) throw badUserInput('must not contain a NUL character', ['filter', field]);
  return text ?? null;
}
