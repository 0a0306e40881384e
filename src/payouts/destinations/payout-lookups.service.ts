import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../desk/accounts/accounts.service.js';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import { explainReason, type ReadOutcome } from '../../provider/port/call-outcome.js';
import { PayoutsPort, type ProviderBank, type ProviderPayoutService } from '../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { phoneFormatOf } from './asked-fields.js';
import { russiaPhoneTransfer } from './table/russia-phone-transfer-destination.js';
import { formatPhone } from './wire/wire-phone.js';

export type LookupResult<T> =
  | { readonly kind: 'found'; readonly value: readonly T[] }
  | { readonly kind: 'no_account' }
  /** The provider did not answer or, with `isAnswered`, answered without a list. */
  | { readonly kind: 'unavailable'; readonly isAnswered: boolean; readonly reason: string };

interface Remembered<T> {
  readonly value: readonly T[];
  readonly until: number;
}

// The lists change by contract, not by the minute. Reopening a form must not cost a payout its share of the request
// budget.
const REMEMBER_MS = 60_000;

// Bounds the memory for many phone numbers: a bank list takes about 20 kB.
const MAX_REMEMBERED = 500;

@Injectable()
export class PayoutLookupsService {
  readonly #services = new Map<string, Remembered<ProviderPayoutService>>();
  readonly #banks = new Map<string, Remembered<ProviderBank>>();

  constructor(
    private readonly accounts: AccountsService,
    private readonly cipher: FieldCipher,
    private readonly provider: PayoutsPort,
    private readonly profile: ProviderProfile,
  ) {}

  /** Lists the services enabled for an account, or for the first account if the id is null. */
  async listServices(accountId: string | null): Promise<LookupResult<ProviderPayoutService>> {
    const account = await this.accounts.find(accountId);
    if (!account) return { kind: 'no_account' };
    return recallOr(this.#services, account.id, () => this.provider.listServices(this.accounts.credentialsOf(account)));
  }

  /**
   * Lists the banks that a phone number can be paid at. Asks with the number as the payout will spell it. The cache key
   * is a hash, never the number.
   */
  async listBanks(wanted: {
    readonly accountId: string | null;
    /** The service that the payout will name; null for the default one. */
    readonly serviceId: number | null;
    /** Canonical, with a leading plus. */
    readonly phone: string;
  }): Promise<LookupResult<ProviderBank>> {
    const account = await this.accounts.find(wanted.accountId);
    if (!account) return { kind: 'no_account' };
    const wirePhone = formatPhone(wanted.phone, phoneFormatOf(this.profile, russiaPhoneTransfer, wanted.serviceId));
    // Keyed by the number as sent, so services that spell numbers alike share a list.
    const phoneHash = this.cipher.keyedHash('payout-bank-lookup', wirePhone).toString('base64');
    return recallOr(this.#banks, `${account.id} ${phoneHash}`, () =>
      this.provider.listBanks(this.accounts.credentialsOf(account), wirePhone),
    );
  }
}

async function recallOr<T>(
  remembered: Map<string, Remembered<T>>,
  key: string,
  ask: () => Promise<ReadOutcome<readonly T[]>>,
): Promise<LookupResult<T>> {
  const known = remembered.get(key);
  if (known && known.until > performance.now()) return { kind: 'found', value: known.value };
  const outcome = await ask();
  if (outcome.kind === 'absent') return { kind: 'unavailable', isAnswered: true, reason: 'absent' };
  if (outcome.kind === 'unavailable') {
    return { kind: 'unavailable', isAnswered: outcome.detail !== undefined, reason: explainReason(outcome) };
  }
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(key, { value: outcome.value, until: performance.now() + REMEMBER_MS });
  return outcome;
}
