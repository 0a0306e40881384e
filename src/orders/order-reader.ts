import { Injectable } from '@nestjs/common';
import { AccountSearchService, type SearchOutcome } from '../desk/accounts/account-search.service.js';
import { AccountsService } from '../desk/accounts/accounts.service.js';
import type { ReadOutcome } from '../provider/port/call-outcome.js';
import { OrdersPort, type ProviderOrder } from '../provider/port/orders.port.js';
import type { ReadLane } from '../provider/port/read-lane.js';

/** Reads orders from the provider. No other class reads them. */
@Injectable()
export class OrderReader {
  constructor(
    private readonly accounts: AccountsService,
    private readonly accountSearch: AccountSearchService,
    private readonly provider: OrdersPort,
  ) {}

  async read(
    {
      id,
      accountId,
      providerOrderId,
    }: { readonly id: string; readonly accountId: string; readonly providerOrderId: string },
    lane: ReadLane,
  ): Promise<ReadOutcome<ProviderOrder>> {
    const credentials = await this.accounts.credentialsFor(accountId);
    return this.provider.readOrder({ ...credentials, subject: { orderId: id } }, providerOrderId, lane);
  }

  /**
   * Finds an order of which only the provider id is known, by trying the token of one account after the other.
   * @param tries number of earlier searches
   */
  search(providerOrderId: string, tries: number): Promise<SearchOutcome<ProviderOrder>> {
    return this.accountSearch.search(tries, (credentials) =>
      this.provider.readOrder(credentials, providerOrderId, 'named'),
    );
  }
}
