import { Injectable } from '@nestjs/common';
import { AccountSearchService, type SearchOutcome } from '../../desk/accounts/account-search.service.js';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { ReadOutcome } from '../../provider/port/call-outcome.js';
import { PayoutsPort, type ProviderPayout } from '../../provider/port/payouts.port.js';
import type { ReadLane } from '../../provider/port/read-lane.js';

interface ReadPayout {
  /** Absent when it is not known of which payout the provider's is. */
  readonly payoutId?: string;
  readonly accountId: string;
  readonly providerPayoutId: string;
}

/** The one place that asks the provider about a payout, whoever wants to know. */
@Injectable()
export class PayoutReader {
  constructor(
    private readonly accounts: AccountsService,
    private readonly accountSearch: AccountSearchService,
    private readonly provider: PayoutsPort,
  ) {}

  /** Reads a payout back with the token of its account. */
  async read(
    { payoutId, accountId, providerPayoutId }: ReadPayout,
    lane: ReadLane,
  ): Promise<ReadOutcome<ProviderPayout>> {
    const credentials = await this.accounts.credentialsFor(accountId);
    const subject = payoutId === undefined ? {} : { subject: { payoutId } };
    return this.provider.readPayout({ ...credentials, ...subject }, providerPayoutId, lane);
  }

  /**
   * Reads a payout of which only the id at the provider is known with the token of each account.
   *
   * @param tries how often it was searched before
   */
  search(
    providerPayoutId: string,
    { tries, lane }: { readonly tries: number; readonly lane: ReadLane },
  ): Promise<SearchOutcome<ProviderPayout>> {
    return this.accountSearch.search(tries, (credentials) =>
      this.provider.readPayout(credentials, providerPayoutId, lane),
    );
  }
}
