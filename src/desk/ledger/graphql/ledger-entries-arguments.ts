import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../../platform/graphql/validation/nested.decorator.js';
import type { EntryKind, LedgerSubject } from '../domain/ledger-account.js';
import { LedgerEntryKindEnum, LedgerSubjectEnum } from './ledger.enum.js';

@InputType('LedgerEntryFilter', { description: 'Filter for ledger entries. All given fields must match.' })
export class LedgerEntryFilter {
  @Field(() => ID, { nullable: true, description: 'Only in this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'Only in this currency.' })
  currency?: CurrencyCode | null;

  @Field(() => [LedgerEntryKindEnum], { nullable: true, description: 'Only of these kinds.' })
  kinds?: EntryKind[] | null;

  @Field(() => LedgerSubjectEnum, { nullable: true, description: 'Only entries about objects of this type.' })
  subjectType?: LedgerSubject | null;

  @Field(() => ID, { nullable: true, description: 'Only entries about this order, payout or funding.' })
  @Id()
  subjectId?: string | null;
}

@ArgsType()
export class LedgerEntriesArguments extends PageArguments {
  @Field(() => LedgerEntryFilter, { nullable: true, description: 'Filter to apply; absent for all items.' })
  @Nested(() => LedgerEntryFilter)
  filter?: LedgerEntryFilter | null;
}
