import { Field, ID, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../audit/graphql/actor.model.js';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { DecimalString } from '../../../common/decimal.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import type { EntryKind, LedgerAccount, LedgerSubject } from '../domain/ledger-account.js';
import type { LedgerEntryEntity } from '../persistence/ledger-entry.entity.js';
import { LedgerAccountEnum, LedgerEntryKindEnum, LedgerSubjectEnum } from './ledger.enum.js';

@ObjectType('LedgerEntry', {
  description: 'An amount that moved from one ledger account to another. Entries never change.',
})
export class LedgerEntryModel {
  @Field(() => ID, { description: "Purser's id for the entry." })
  id: string;

  @Field(() => AccountModel, { name: 'account', description: 'The merchant account.' })
  accountId: string;

  @Field(() => CurrencyCodeScalar, { description: 'The currency of the amount.' })
  currency: CurrencyCode;

  @Field(() => LedgerEntryKindEnum, { description: 'Why the amount moved.' })
  kind: EntryKind;

  @Field(() => LedgerAccountEnum, { description: 'The ledger account that the amount came from.' })
  from: LedgerAccount;

  @Field(() => LedgerAccountEnum, { description: 'The ledger account that the amount went to.' })
  to: LedgerAccount;

  @Field(() => DecimalScalar, { description: 'The amount that moved.' })
  amount: DecimalString;

  @Field(() => LedgerSubjectEnum, { description: 'Type of the object that the entry is about.' })
  subjectType: LedgerSubject;

  @Field(() => ID, { description: 'The id of the order, payout or funding that the entry is about.' })
  subjectId: string;

  @Field(() => String, {
    nullable: true,
    description: 'The reference that the operator gave; null if Purser made the entry.',
  })
  reference: string | null;

  @Field(() => ActorModel, { nullable: true, description: 'The operator; null if Purser made the entry.' })
  actor: string | null;

  @Field(() => DateTimeScalar, { description: 'When the entry was made.' })
  occurredAt: Date;
}

export const LedgerEntryConnectionModel = createConnectionType(LedgerEntryModel, 'LedgerEntry');

export function toLedgerEntryModel(entry: LedgerEntryEntity): LedgerEntryModel {
  const { id, accountId, currency, kind, amount, subjectType, subjectId, reference, actorId, occurredAt } = entry;
  const { fromAccount: from, toAccount: to } = entry;
  return {
    id,
    accountId,
    currency,
    kind,
    from,
    to,
    amount: inCurrency(amount, currency),
    subjectType,
    subjectId,
    reference,
    actor: actorId,
    occurredAt,
  };
}
