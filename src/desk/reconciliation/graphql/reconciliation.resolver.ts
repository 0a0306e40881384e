import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { ProviderProfile } from '../../../provider/profile/provider-profile.js';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { ImportStatementService } from '../import-statement.service.js';
import { ReconciliationRunsPageQuery } from '../persistence/reconciliation-runs-page.query.js';
import { StatementImportsRepository } from '../persistence/statement-imports.repository.js';
import { ReconciliationRunsService } from '../reconciliation-runs.service.js';
import { ImportStatementInput, ImportStatementPayload, toImportStatementPayload } from './import-statement.js';
import { OfAccountArguments } from './of-account-arguments.js';
import {
  ReconciliationRunConnectionModel,
  ReconciliationRunModel,
  toReconciliationRunModel,
} from './reconciliation-run.model.js';
import { RunReconciliationInput, RunReconciliationPayload, toRunReconciliationPayload } from './run-reconciliation.js';
import {
  StatementImportConnectionModel,
  StatementImportModel,
  toStatementImportModel,
} from './statement-import.model.js';
import { Ticks } from '../../../platform/scheduling/ticks.js';

@Resolver(() => ReconciliationRunModel)
export class ReconciliationResolver {
  constructor(
    private readonly runs: ReconciliationRunsService,
    private readonly runPages: ReconciliationRunsPageQuery,
    private readonly importing: ImportStatementService,
    private readonly imports: StatementImportsRepository,
    private readonly ticks: Ticks,
    private readonly profile: ProviderProfile,
  ) {}

  @Query(() => ReconciliationRunModel, {
    nullable: true,
    description: 'One reconciliation run; null if there is none with this id.',
  })
  @Requires('reconciliation:read')
  async reconciliationRun(
    @Args('id', { type: () => ID, description: "Purser's id for the reconciliation run." }, ParseId) id: string,
  ): Promise<ReconciliationRunModel | null> {
    const run = await this.runPages.find(id);
    return run && toReconciliationRunModel(run);
  }

  @Query(() => ReconciliationRunConnectionModel, {
    description: 'Reconciliation runs, newest first, in pages. A run in progress shows its progress so far.',
  })
  @Requires('reconciliation:read')
  async reconciliationRuns(@Args() args: OfAccountArguments): Promise<Connection<ReconciliationRunModel>> {
    return this.runPages.page(args.accountId ?? null, args, toReconciliationRunModel);
  }

  @Query(() => StatementImportModel, {
    nullable: true,
    description: 'One statement import; null if there is none with this id.',
  })
  @Requires('reconciliation:read')
  async statementImport(
    @Args('id', { type: () => ID, description: "Purser's id for the statement import." }, ParseId) id: string,
  ): Promise<StatementImportModel | null> {
    const statement = await this.imports.find(id);
    return statement && toStatementImportModel(statement);
  }

  @Query(() => StatementImportConnectionModel, { description: 'Imported statements, newest first, in pages.' })
  @Requires('reconciliation:read')
  async statementImports(@Args() args: OfAccountArguments): Promise<Connection<StatementImportModel>> {
    return this.imports.page(args.accountId ?? null, args, toStatementImportModel);
  }

  @Query(() => [String], {
    description:
      "The names of the statement columns that this installation reads, in this order: the payout's id (required), amount, currency and status.",
  })
  @Requires('reconciliation:read')
  statementColumns(): readonly string[] {
    const { id, amount, currency, status } = this.profile.payoutStatementColumns;
    return [id, amount, currency, status];
  }

  @Mutation(() => RunReconciliationPayload, {
    description: 'Starts a full reconciliation run, or returns the one in progress.',
  })
  @Requires('reconciliation:run')
  async runReconciliation(
    @Args('input', { description: 'The account whose payouts to reconcile.' }) input: RunReconciliationInput,
    @Context('caller') caller: Caller,
  ): Promise<RunReconciliationPayload> {
    const accountId = input.accountId ?? null;
    const result = await this.runs.request({ accountId, requestedBy: caller.id });
    this.ticks.wake('reconciliation.work');
    return toRunReconciliationPayload(result);
  }

  @Mutation(() => ImportStatementPayload, {
    description: "Compares a provider statement with Purser's payouts.",
  })
  @Requires('reconciliation:run')
  async importStatement(
    @Args('input', { description: 'The statement to import.' }) input: ImportStatementInput,
    @Context('caller') caller: Caller,
  ): Promise<ImportStatementPayload> {
    const accountId = input.accountId ?? null;
    const { csv, period = null } = input;
    const result = await this.importing.import({ accountId, csv, period, importedBy: caller.id });
    this.ticks.wake('reconciliation.statements');
    return toImportStatementPayload(result);
  }
}
