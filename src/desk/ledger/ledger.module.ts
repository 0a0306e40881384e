import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DiscrepanciesModule } from '../discrepancies/discrepancies.module.js';
import { CompareBalanceService } from './compare-balance.service.js';
import { FundBalanceService } from './fund-balance.service.js';
import { LedgerResolver } from './graphql/ledger.resolver.js';
import { LedgerService } from './ledger.service.js';
import { LedgerEntriesPageQuery } from './persistence/ledger-entries-page.query.js';
import { LedgerEntryEntity } from './persistence/ledger-entry.entity.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { LedgerBalanceHourEntity } from './persistence/ledger-balance-hour.entity.js';
import { LedgerBalanceEntity } from './persistence/ledger-balance.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([LedgerBalanceEntity, LedgerBalanceHourEntity, LedgerEntryEntity]),
    TypeOrmModule.forFeature([LedgerBalanceEntity, LedgerEntryEntity], READS),
    AccountsModule,
    DiscrepanciesModule,
  ],
  providers: [
    LedgerRepository,
    LedgerEntriesPageQuery,
    LedgerService,
    FundBalanceService,
    CompareBalanceService,
    LedgerResolver,
  ],
  exports: [LedgerService],
})
export class LedgerModule {}
