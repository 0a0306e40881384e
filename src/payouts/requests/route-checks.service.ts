import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import type { AccountEntity } from '../../desk/accounts/persistence/account.entity.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { PayoutLookupsService } from '../destinations/payout-lookups.service.js';
import type { PayoutProblem, PayoutWarning } from '../destinations/payout-problem.js';
import type { PayoutRequest } from '../destinations/payout-validation.js';
import type { Destination } from '../destinations/table/destination.js';

interface RouteFindings {
  readonly problems: readonly PayoutProblem[];
  readonly warnings: readonly PayoutWarning[];
}

const CHECKED: RouteFindings = { problems: [], warnings: [] };

// How long a caller waits for the list of services. After a failure, no caller asks for it for ten seconds.
const LONGEST_WAIT_MS = 2_000;
const NOT_ASKED_FOR_MS = 10_000;

/**
 * Checks what the destination table cannot: whether the route needs a service, and whether the provider offers that
 * service. Separate from `CreatePayoutService`, because it calls the provider.
 */
@Injectable()
export class RouteChecksService {
  /** By account, the time until which its services are not requested again. */
  readonly #unavailable = new Map<string, number>();

  constructor(
    private readonly accounts: AccountsService,
    private readonly profile: ProviderProfile,
    private readonly lookups: PayoutLookupsService,
  ) {}

  /** Returns the account to pay from; the first one if the id is null. */
  accountOf(accountId: string | null): Promise<AccountEntity | null> {
    return this.accounts.find(accountId);
  }

  async check(
    accountId: string,
    request: Pick<PayoutRequest, 'serviceId'>,
    destination: Destination,
  ): Promise<RouteFindings> {
    const problems = this.missingService(request, destination);
    if (problems.length > 0 || request.serviceId === null) return { problems, warnings: [] };
    return this.checkService(accountId, request.serviceId);
  }

  private missingService({ serviceId }: Pick<PayoutRequest, 'serviceId'>, { id, title }: Destination): PayoutProblem[] {
    if (serviceId !== null || !this.profile.requireServiceId.includes(id)) return [];
    const message = `${title} needs the service that pays it: take one of payoutServices.`;
    return [{ code: 'FIELD_REQUIRED', field: ['serviceId'], message }];
  }

  private async servicesOf(accountId: string): Promise<readonly { readonly id: number }[] | null> {
    if ((this.#unavailable.get(accountId) ?? 0) > performance.now()) return null;
    const late = delay(LONGEST_WAIT_MS, null, { ref: false });
    const found = await Promise.race([this.lookups.listServices(accountId), late]);
    if (found?.kind === 'found') return found.value;
    this.#unavailable.set(accountId, performance.now() + NOT_ASKED_FOR_MS);
    return null;
  }

  private async checkService(accountId: string, serviceId: number): Promise<RouteFindings> {
    const services = await this.servicesOf(accountId);
    const field = ['serviceId'];
    if (services === null) {
      const message = 'The list of services could not be read, so the service was not checked.';
      return { problems: [], warnings: [{ code: 'SERVICE_NOT_CHECKED', field, message }] };
    }
    if (services.some(({ id }) => id === serviceId)) return CHECKED;
    const message = `The provider has no service ${serviceId} for this account: take one of payoutServices.`;
    return { problems: [{ code: 'SERVICE_UNKNOWN', field, message }], warnings: [] };
  }
}
