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
  /** The provider did not answer or, if `isAnswered`, its answer contained no list. */
  | { readonly kind: 'unavailable'; readonly isAnswered: boolean; readonly reason: string };

interface Remembered<T> {
  readonly value: readonly T[];
  readonly until: number;
}

// The lists change with contracts, not by the minute. Opening a form again must not use up request budget that payouts
// need.
const REMEMBER_MS = 60_000;

// Limits the memory used for lists of many phone numbers. A bank list takes about 20 kB.
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

  /** Lists the services that are enabled for an account, or for the first account if the id is null. */
  async listServices(accountId: string | null): Promise<LookupResult<ProviderPayoutService>> {
    const account = await this.accounts.find(accountId);
    if (!account) return { kind: 'no_account' };
    return recallOr(this.#services, account.id, () => this.provider.listServices(this.accounts.credentialsOf(account)));
  }

  /**
   * Lists the banks that a phone number can be paid at. Asks the provider with the number in the format that the payout
   * will use. The cache key contains a hash of the number, never the number itself.
   */
  async listBanks(wanted: {
    readonly accountId: string | null;
    /** The service that the payout will name; null for the merchant's default one. */
    readonly serviceId: number | null;
    /** In canonical form, with a leading plus. */
    readonly phone: string;
  }): Promise<LookupResult<ProviderBank>> {
    const account = await this.accounts.find(wanted.accountId);
    if (!account) return { kind: 'no_account' };
    const wirePhone = formatPhone(wanted.phone, phoneFormatOf(this.profile, russiaPhoneTransfer, wanted.serviceId));
    // The key is made from the number as it is sent, so services with the same phone format share a list.
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
