import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { AccountEntity } from '../../desk/accounts/persistence/account.entity.js';
import { Config } from '../../platform/config/config.js';
import type { ReadOutcome } from '../../provider/port/call-outcome.js';
import { PayoutsPort } from '../../provider/port/payouts.port.js';
import { OpenWork } from '../../platform/scheduling/open-work.js';

const HINT =
  'The provider refuses the token of this account, or PROVIDER_BASE_URL leads elsewhere. ' +
  'See docs/operations/runbook.md#the-provider-refuses-the-token';

/**
 * Reads the payout services of each account once at start. This moves no money, but shows whether the provider refuses
 * a token or the address, and logs it before a payout needs them. The start does not wait for the answers.
 */
@Injectable()
export class AskProviderAtStartService implements OnApplicationBootstrap {
  readonly #logger = new Logger(AskProviderAtStartService.name);

  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsService,
    private readonly provider: PayoutsPort,
    private readonly openWork: OpenWork,
  ) {}

  onApplicationBootstrap(): void {
    // One process per installation is enough, and every installation that sends payouts has a worker.
    if (!this.config.roles.worker) return;
    void this.openWork.finish(this.ask()).catch(() => undefined);
  }

  /** Reads one account after the other, because there are only a few. */
  private async ask(): Promise<void> {
    for (const account of await this.accounts.list()) {
      const httpStatus = refusalOf(await this.read(account));
      if (httpStatus === null) continue;
      this.#logger.warn({ event: 'provider_refuses_at_start', accountId: account.id, httpStatus, hint: HINT });
    }
  }

  private async read(account: AccountEntity): Promise<ReadOutcome<unknown>> {
    return this.provider.listServices(this.accounts.credentialsOf(account));
  }
}

/**
 * Returns the HTTP status if it shows that the token or the address is wrong, which only a 4xx does; otherwise null. An
 * unreachable provider is reported elsewhere.
 */
function refusalOf(outcome: ReadOutcome<unknown>): number | null {
  if (outcome.kind === 'absent') return 404;
  if (outcome.kind === 'found' || outcome.reason !== 'http_status' || outcome.httpStatus === null) return null;
  return outcome.httpStatus >= 400 && outcome.httpStatus < 500 ? outcome.httpStatus : null;
}
