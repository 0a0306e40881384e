import { Injectable, Logger } from '@nestjs/common';
import { isOwnReason } from '../provider/port/call-outcome.js';
import type { ProviderCredentials } from '../provider/port/orders.port.js';
import type { AccountEntity } from './persistence/account.entity.js';
import { AccountsService } from './accounts.service.js';

/** The answer of one merchant account about an id; any other kind is an answer. */
type NoAnswer = { readonly kind: 'absent' } | Unavailable;

interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}

// Each takes a whole time-out of the provider, and a try must end within the lease of its webhook.
const MAX_CALLS_IN_VAIN = 3;

/** Looks for something of which nobody says whose it is, with the token of one merchant account after the other. */
@Injectable()
export class AccountSearchService {
  readonly #logger = new Logger(AccountSearchService.name);

  constructor(private readonly accounts: AccountsService) {}

  /**
   * The first answer that is not `absent`; `absent` only when every account says so. An account that cannot be asked,
   * or whose token does not open, says nothing, and stops no other.
   *
   * @param tries how often it was looked for before: each try begins with other accounts, so that three of them that do
   *   not answer keep it from the rest only once
   */
  async search<Answer extends { readonly kind: string }>(
    tries: number,
    ask: (account: AccountEntity, credentials: ProviderCredentials) => Promise<Answer | NoAnswer>,
  ): Promise<Answer | NoAnswer> {
    const accounts = await this.accounts.list();
    const start = (tries * MAX_CALLS_IN_VAIN) % Math.max(1, accounts.length);
    let unavailable: Unavailable | null = null;
    let inVain = 0;
    for (const account of [...accounts.slice(start), ...accounts.slice(0, start)]) {
      const answer = await this.askOne(account, ask);
      if (answer.kind === 'absent') continue;
      if (!isUnavailable(answer)) return answer;
      // A reason of the provider's before one of ours, which would be no try.
      if (unavailable === null || !isOwnReason(answer.reason)) unavailable = answer;
      if (!isOwnReason(answer.reason) && answer.reason !== TOKEN_UNREADABLE) inVain += 1;
      if (inVain === MAX_CALLS_IN_VAIN) break;
    }
    return unavailable ?? { kind: 'absent' };
  }

  private async askOne<Answer>(
    account: AccountEntity,
    ask: (account: AccountEntity, credentials: ProviderCredentials) => Promise<Answer | NoAnswer>,
  ): Promise<Answer | NoAnswer> {
    let credentials: ProviderCredentials;
    try {
      credentials = this.accounts.credentialsOf(account);
    } catch (error) {
      this.#logger.error({ event: 'account_token_unreadable', accountId: account.id, err: error });
      return { kind: 'unavailable', reason: TOKEN_UNREADABLE };
    }
    return ask(account, credentials);
  }
}

const TOKEN_UNREADABLE = 'token_unreadable';

function isUnavailable(answer: { readonly kind: string }): answer is Unavailable {
  return answer.kind === 'unavailable';
}
