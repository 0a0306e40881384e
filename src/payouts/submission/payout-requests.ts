import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { ProviderCredentials } from '../../provider/port/orders.port.js';
import type { Recipient } from '../destinations/recipient.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { RecipientVault } from '../recipients/recipient-vault.js';

/** The decrypted parts of a request. Kept in memory only, and never logged. */
export interface OpenedRequest {
  readonly payout: PayoutEntity;
  readonly credentials: ProviderCredentials;
  readonly recipient: Recipient;
}

/** A part of a request cannot be decrypted: it is missing, purged, or sealed with another key. */
export class UnreadableRequestError extends Error {
  override readonly name = 'UnreadableRequestError';

  constructor(readonly part: 'account' | 'recipient') {
    super(`${part}_unreadable`);
  }
}

/** Decrypts what requests need before their claim is committed, so that afterwards only the call can fail. */
@Injectable()
export class PayoutRequests {
  constructor(
    private readonly accounts: AccountsService,
    private readonly vault: RecipientVault,
  ) {}

  /** @throws UnreadableRequestError */
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
    // The original error may quote what it could not decrypt.
    throw new UnreadableRequestError(part);
  }
}
