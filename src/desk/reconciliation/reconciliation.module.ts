import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../../platform/database/api-reads.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PayoutsModule } from '../../payouts/payouts.module.js';
import { ProviderModule } from '../../provider/provider.module.js';
import { ReconciliationResolver } from './graphql/reconciliation.resolver.js';
import { ImportStatementService } from './import-statement.service.js';
import { ReconciliationRunsPageQuery } from './persistence/reconciliation-runs-page.query.js';
import { ReconciliationRunsRepository } from './persistence/reconciliation-runs.repository.js';
import { ReconciliationReadsRepository } from './persistence/reconciliation-reads.sql.js';
import { StatementImportsRepository } from './persistence/statement-imports.repository.js';
import { ReconciliationReadsService } from './reconciliation-reads.service.js';
import { ReconciliationRunsService } from './reconciliation-runs.service.js';
import { StatementLinesService } from './statement-lines.service.js';
import { ReconciliationRunEntity } from './persistence/reconciliation-run.entity.js';
import { ReconciliationReadEntity } from './persistence/reconciliation-read.entity.js';
import { StatementImportEntity } from './persistence/statement-import.entity.js';
import { StatementLineEntity } from './persistence/statement-line.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ReconciliationRunEntity,
      ReconciliationReadEntity,
      StatementImportEntity,
      StatementLineEntity,
    ]),
    TypeOrmModule.forFeature([ReconciliationRunEntity, StatementImportEntity], READS),
    AccountsModule,
    PayoutsModule,
    ProviderModule,
  ],
  providers: [
    ReconciliationRunsRepository,
    ReconciliationReadsRepository,
    ReconciliationRunsPageQuery,
    StatementImportsRepository,
    ReconciliationRunsService,
    ReconciliationReadsService,
    ImportStatementService,
    StatementLinesService,
    ReconciliationResolver,
  ],
})
export class ReconciliationModule {}
