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
 * Reads each account's payout services once at start. It moves no money, and logs a refused token or address before a
 * payout needs it. The start does not wait for the answers.
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
    // One process of an installation is enough, and every installation that sends payouts has workers.
    if (!this.config.roles.worker) return;
    void this.openWork.finish(this.ask()).catch(() => undefined);
  }

  /** One after the other: there are only a few accounts. */
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

/** Only a 4xx indicts the token or the address. An unreachable provider is reported elsewhere. */
function refusalOf(outcome: ReadOutcome<unknown>): number | null {
  if (outcome.kind === 'absent') return 404;
  if (outcome.kind === 'found' || outcome.reason !== 'http_status' || outcome.httpStatus === null) return null;
  return outcome.httpStatus >= 400 && outcome.httpStatus < 500 ? outcome.httpStatus : null;
}
