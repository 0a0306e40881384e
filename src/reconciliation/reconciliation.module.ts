import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PayoutsModule } from '../payouts/payouts.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { ReconciliationResolver } from './graphql/reconciliation.resolver.js';
import { ImportStatementService } from './import-statement.service.js';
import { ReconciliationRunsPageQuery } from './persistence/reconciliation-runs-page.query.js';
import { ReconciliationRunsRepository } from './persistence/reconciliation-runs.repository.js';
import { ReconciliationSlicesRepository } from './persistence/reconciliation-slices.repository.js';
import { StatementImportsRepository } from './persistence/statement-imports.repository.js';
import { ReconciliationRunsService } from './reconciliation-runs.service.js';
import { StatementLinesService } from './statement-lines.service.js';
import { ReconciliationRunEntity } from './persistence/reconciliation-run.entity.js';
import { ReconciliationSliceEntity } from './persistence/reconciliation-slice.entity.js';
import { StatementImportEntity } from './persistence/statement-import.entity.js';
import { StatementLineEntity } from './persistence/statement-line.entity.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ReconciliationRunEntity,
      ReconciliationSliceEntity,
      StatementImportEntity,
      StatementLineEntity,
    ]),
    AccountsModule,
    PayoutsModule,
    ProviderModule,
  ],
  providers: [
    ReconciliationRunsRepository,
    ReconciliationSlicesRepository,
    ReconciliationRunsPageQuery,
    StatementImportsRepository,
    ReconciliationRunsService,
    ImportStatementService,
    StatementLinesService,
    ReconciliationResolver,
  ],
})
export class ReconciliationModule {}
