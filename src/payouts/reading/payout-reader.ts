import { Injectable } from '@nestjs/common';
import { AccountSearchService, type SearchOutcome } from '../../desk/accounts/account-search.service.js';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { ReadOutcome } from '../../provider/port/call-outcome.js';
import { PayoutsPort, type ProviderPayout } from '../../provider/port/payouts.port.js';
import type { ReadLane } from '../../provider/port/read-lane.js';

interface ReadPayout {
  readonly payoutId?: string;
  readonly accountId: string;
  readonly providerPayoutId: string;
}

/** Reads payouts from the provider. No other class reads them. */
@Injectable()
export class PayoutReader {
  constructor(
    private readonly accounts: AccountsService,
    private readonly accountSearch: AccountSearchService,
    private readonly provider: PayoutsPort,
  ) {}

  async read(
    { payoutId, accountId, providerPayoutId }: ReadPayout,
    lane: ReadLane,
  ): Promise<ReadOutcome<ProviderPayout>> {
    const credentials = await this.accounts.credentialsFor(accountId);
    const subject = payoutId === undefined ? {} : { subject: { payoutId } };
    return this.provider.readPayout({ ...credentials, ...subject }, providerPayoutId, lane);
  }

  /**
   * Finds a payout of which only the provider id is known, by trying the token of one account after the other.
   * @param tries number of earlier searches
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
