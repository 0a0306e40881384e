import { Injectable, Logger } from '@nestjs/common';
import { isOwnReason, type ReadOutcome } from '../../provider/port/call-outcome.js';
import type { ProviderCredentials } from '../../provider/port/orders.port.js';
import type { AccountEntity } from './persistence/account.entity.js';
import { AccountsService } from './accounts.service.js';

interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}

export type SearchOutcome<Value> =
  | { readonly kind: 'found'; readonly value: Value; readonly accountId: string }
  | { readonly kind: 'absent' }
  | Unavailable;

// Each unresponsive account takes the provider's full timeout, and a search must end within the webhook's lease.
const MAX_CALLS_IN_VAIN = 3;

/** Looks for an object whose account is unknown, by trying the token of one merchant account after the other. */
@Injectable()
export class AccountSearchService {
  readonly #logger = new Logger(AccountSearchService.name);

  constructor(private readonly accounts: AccountsService) {}

  /**
   * Returns the first hit. The result is `absent` only if every account says so. Accounts that cannot be asked, or
   * whose token cannot be decrypted, are skipped.
   * @param tries number of earlier searches: each search starts with different accounts, so that three unresponsive
   * ones hide the others only once
   */
  async search<Value>(
    tries: number,
    ask: (credentials: ProviderCredentials) => Promise<ReadOutcome<Value>>,
  ): Promise<SearchOutcome<Value>> {
    const accounts = await this.accounts.list();
    const start = (tries * MAX_CALLS_IN_VAIN) % Math.max(1, accounts.length);
    let unavailable: Unavailable | null = null;
    let inVain = 0;
    for (const account of [...accounts.slice(start), ...accounts.slice(0, start)]) {
      const answer = await this.askOne(account, ask);
      if (answer.kind === 'absent') continue;
      if (answer.kind === 'found') return { ...answer, accountId: account.id };
      // Prefers a reason from the provider, because a search that ends for a reason of Purser's own does not count as a
      // try.
      if (unavailable === null || !isOwnReason(answer.reason)) unavailable = answer;
      if (!isOwnReason(answer.reason) && answer.reason !== TOKEN_UNREADABLE) inVain += 1;
      if (inVain === MAX_CALLS_IN_VAIN) break;
    }
    return unavailable ?? { kind: 'absent' };
  }

  private async askOne<Value>(
    account: AccountEntity,
    ask: (credentials: ProviderCredentials) => Promise<ReadOutcome<Value>>,
  ): Promise<ReadOutcome<Value> | Unavailable> {
    let credentials: ProviderCredentials;
    try {
      credentials = this.accounts.credentialsOf(account);
    } catch (error) {
      this.#logger.error({ event: 'account_token_unreadable', accountId: account.id, err: error });
      return { kind: 'unavailable', reason: TOKEN_UNREADABLE };
    }
    return ask(credentials);
  }
}

const TOKEN_UNREADABLE = 'token_unreadable';
