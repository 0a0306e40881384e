import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../../access/scopes/requires.decorator.js';
import type { Connection } from '../../../platform/graphql/connection/connection.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { ParseId } from '../../../platform/graphql/validation/parse-id.js';
import { RefusesInput } from '../../../platform/graphql/validation/refuses-input.js';
import { AuditEntriesPageQuery } from '../../audit/persistence/audit-entries-page.query.js';
import { CompareBalanceService, comparisonsOf } from '../compare-balance.service.js';
import { findAmountProblems, FundBalanceService } from '../fund-balance.service.js';
import { LedgerEntriesPageQuery } from '../persistence/ledger-entries-page.query.js';
import { LedgerRepository } from '../persistence/ledger.repository.js';
import { BalanceModel, toBalanceModel } from './balance.model.js';
import {
  CompareBalanceInput,
  CompareBalancePayload,
  toCompareBalancePayload,
  toCompareBalanceRequest,
} from './compare-balance.js';
import { FundBalanceInput, FundBalancePayload, toFundBalancePayload, toFundingRequest } from './fund-balance.js';
import { LedgerEntriesArguments } from './ledger-entries-arguments.js';
import {
  BalanceComparisonsArguments,
  PastBalanceComparisonConnectionModel,
  PastBalanceComparisonModel,
  toPastBalanceComparisonModel,
} from './past-balance-comparison.model.js';
import { LedgerEntryConnectionModel, LedgerEntryModel, toLedgerEntryModel } from './ledger-entry.model.js';

@Resolver(() => BalanceModel)
export class LedgerResolver {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly pages: LedgerEntriesPageQuery,
    private readonly funding: FundBalanceService,
    private readonly comparing: CompareBalanceService,
    private readonly audit: AuditEntriesPageQuery,
  ) {}

  @Query(() => [BalanceModel], { description: 'Expected balances at the provider, by account and currency.' })
  @Requires('ledger:read')
  async balances(
    @Args(
      'accountId',
      { type: () => ID, nullable: true, description: 'The merchant account; absent for all accounts.' },
      ParseId,
    )
    accountId: string | null,
  ): Promise<BalanceModel[]> {
    const balances = await this.ledger.listBalances(accountId);
    return balances.map(toBalanceModel);
  }

  @Query(() => LedgerEntryModel, {
    nullable: true,
    description: 'One ledger entry; null if there is none with this id.',
  })
  @Requires('ledger:read')
  async ledgerEntry(
    @Args('id', { type: () => ID, description: "Purser's id for the ledger entry." }, ParseId) id: string,
  ): Promise<LedgerEntryModel | null> {
    const entry = await this.pages.find(id);
    return entry && toLedgerEntryModel(entry);
  }

  @Query(() => LedgerEntryConnectionModel, { description: 'Ledger entries, newest first, in pages.' })
  @Requires('ledger:read')
  async ledgerEntries(@Args() args: LedgerEntriesArguments): Promise<Connection<LedgerEntryModel>> {
    return this.pages.page(args.filter ?? {}, args, toLedgerEntryModel);
  }

  @Query(() => PastBalanceComparisonConnectionModel, {
    description: "Past comparisons of one balance with the provider's figure, newest first, in pages.",
  })
  @Requires('ledger:read')
  async balanceComparisons(
    @Args() { accountId, currency, ...page }: BalanceComparisonsArguments,
  ): Promise<Connection<PastBalanceComparisonModel>> {
    return this.audit.page(comparisonsOf(accountId, currency), page, (entry) =>
      toPastBalanceComparisonModel(entry, currency),
    );
  }

  @Mutation(() => FundBalancePayload, {
    description: 'Records money that an operator transferred to or from the provider.',
  })
  @Requires('ledger:fund')
  @RefusesInput<FundBalancePayload>((input: FundBalanceInput) =>
    toFundBalancePayload({ balance: null, refusals: findAmountProblems(input), isRepeat: false }),
  )
  async fundBalance(
    @Args('input', { description: 'The money that was transferred.' }) input: FundBalanceInput,
    @Context('caller') caller: Caller,
  ): Promise<FundBalancePayload> {
    return toFundBalancePayload(await this.funding.fund(toFundingRequest(input, caller.id)));
  }

  @Mutation(() => CompareBalancePayload, {
    description: "Compares a balance with the provider's own figure. A difference opens a discrepancy.",
  })
  @Requires('ledger:fund')
  @RefusesInput<CompareBalancePayload>(() => ({ comparison: null }))
  async compareBalance(
    @Args('input', { description: "The balance, and the provider's figure." }) input: CompareBalanceInput,
  ): Promise<CompareBalancePayload> {
    return toCompareBalancePayload(await this.comparing.compare(toCompareBalanceRequest(input)));
  }
}
