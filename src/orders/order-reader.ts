import { Injectable } from '@nestjs/common';
import { AccountSearchService, type SearchOutcome } from '../desk/accounts/account-search.service.js';
import { AccountsService } from '../desk/accounts/accounts.service.js';
import type { ReadOutcome } from '../provider/port/call-outcome.js';
import { OrdersPort, type ProviderOrder } from '../provider/port/orders.port.js';
import type { ReadLane } from '../provider/port/read-lane.js';

/** The one place that asks the provider about an order, whoever wants to know. */
@Injectable()
export class OrderReader {
  constructor(
    private readonly accounts: AccountsService,
    private readonly accountSearch: AccountSearchService,
    private readonly provider: OrdersPort,
  ) {}

  /** Reads an order back with the token of its account. */
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
   * Reads an order of which only the id at the provider is known with the token of each account.
   *
   * @param tries how often it was searched before
   */
  search(providerOrderId: string, tries: number): Promise<SearchOutcome<ProviderOrder>> {
    return this.accountSearch.search(tries, (credentials) =>
      this.provider.readOrder(credentials, providerOrderId, 'named'),
    );
  }
}
