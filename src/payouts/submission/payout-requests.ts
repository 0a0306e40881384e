import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { ProviderCredentials } from '../../provider/port/orders.port.js';
import type { Recipient } from '../destinations/recipient.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { RecipientVault } from '../recipients/recipient-vault.js';

/** The sealed parts of a request, opened. In memory only, and in no log. */
export interface OpenedRequest {
  readonly payout: PayoutEntity;
  readonly credentials: ProviderCredentials;
  readonly recipient: Recipient;
}

/** A part of a request cannot be opened: it is gone, purged, or sealed by another key. */
export class UnreadableRequestError extends Error {
  override readonly name = 'UnreadableRequestError';

  constructor(readonly part: 'account' | 'recipient') {
    super(`${part}_unreadable`);
  }
}

/** Opens what requests need before their claim is committed, so that nothing but the call can fail after it. */
@Injectable()
export class PayoutRequests {
  constructor(
    private readonly accounts: AccountsService,
    private readonly vault: RecipientVault,
  ) {}

  /** @throws UnreadableRequestError when one of them cannot be opened */
  async open(tx: Transaction, payouts: readonly PayoutEntity[]): Promise<OpenedRequest[]> {
    const accounts = await this.accounts.findIn(tx, [...new Set(payouts.map(({ accountId }) => accountId))]);
    return payouts.map((payout) => ({
      payout,
      credentials: opened('account', () => {
        const account = accounts.find(({ id }) => id === payout.accountId);
        if (!account) throw new Error('There is no such account');
        return this.accounts.credentialsOf(account);
      }),
      recipient: opened('recipient', () => this.vault.openForWire(payout)),
    }));
  }
}

function opened<Content>(part: UnreadableRequestError['part'], open: () => Content): Content {
  try {
    return open();
  } catch {
    // The reason may quote what could not be opened.
    throw new UnreadableRequestError(part);
  }
}
