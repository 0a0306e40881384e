import type { CurrentAuthority } from '../../../access/authority/current-authority.js';
import type { Config } from '../../../platform/config/config.js';
import type { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { PayoutAttemptsRepository } from '../../core/persistence/payout-attempts.repository.js';
import type { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import type { RecipientVault } from '../../recipients/recipient-vault.js';
import type { PayoutReader } from '../../reading/payout-reader.js';
import { ProbeProviderPayoutService } from './probe-provider-payout.service.js';
import type { UnconfirmedChecksService } from './unconfirmed-checks.service.js';

const CLAIMED_AT = new Date('2026-11-01T10:00:00Z');
const TOKEN = 'a'.repeat(43);
const PROVIDER = { amount: '10.00', requisites: 'ana@example.com', createdAt: CLAIMED_AT, callbackUrl: null };
const LIVE = { id: 'live', state: 'UNKNOWN', claimedAt: CLAIMED_AT };

interface Given {
  readonly payout?: object | null;
  readonly attempts?: readonly object[];
  readonly read?: object;
  /** The attempt to which the shown callback address belongs. */
  readonly owner?: object | null;
  readonly mayLackAttempt?: boolean;
}

function probe({
  payout = { id: 'payout', accountId: 'account', status: 'UNCONFIRMED', amount: '10.00', currency: 'BRL' },
  attempts = [LIVE],
  read = { kind: 'found', value: PROVIDER },
  owner = null,
  mayLackAttempt = false,
}: Given) {
  const service = new ProbeProviderPayoutService(
    { findById: () => Promise.resolve(payout) } as unknown as PayoutsRepository,
    {
      findByPayout: () => Promise.resolve(attempts),
      findByTokenHash: () => Promise.resolve(owner),
    } as unknown as PayoutAttemptsRepository,
    { read: () => Promise.resolve(read) } as unknown as PayoutReader,
    {
      openForWireIfReadable: () => ({ requisites: 'ana@example.com' }),
      maskWords: (_payout: unknown, provider: unknown) => provider,
    } as unknown as RecipientVault,
    { mayLackAttempt: () => Promise.resolve(mayLackAttempt) } as unknown as UnconfirmedChecksService,
    { run: (work: (tx: unknown) => unknown) => work('tx') } as unknown as UnitOfWork,
    { assertHeld: () => Promise.resolve() } as unknown as CurrentAuthority,
    { provider: { refreshSeconds: 0 } } as unknown as Config,
  );
  return service.probe({ payoutId: 'payout', providerPayoutId: 'p-1' });
}

const callbackTo = (token: string): object => ({
  kind: 'found',
  value: { ...PROVIDER, callbackUrl: `https://purser.example/webhooks/payouts/${token}` },
});

describe('probing a provider payout', () => {
  it.each<[string, Given, string]>([
    ['without a payout', { payout: null }, 'PAYOUT_NOT_FOUND'],
    ['for a payout that is not unconfirmed', { payout: { id: 'payout', status: 'COMPLETED' } }, 'NOT_UNCONFIRMED'],
    ['for a payout whose attempt may not be missing', { attempts: [] }, 'NOT_UNCONFIRMED'],
    ['if the provider knows none', { read: { kind: 'absent' } }, 'PAYOUT_NOT_AT_PROVIDER'],
    ['if it cannot be read', { read: { kind: 'unavailable', reason: 'timeout' } }, 'PROVIDER_UNAVAILABLE'],
  ])('is refused %s', async (_, given, code) => {
    expect(await probe(given)).toMatchObject({ kind: 'refused', code });
  });

  it.each<[string, Given, string]>([
    ['no callback address', {}, 'NOT_SHOWN'],
    ['an address that no attempt here has', { read: callbackTo(TOKEN) }, 'NOT_SHOWN'],
    ["the attempt's own address", { read: callbackTo(TOKEN), owner: LIVE }, 'MATCHES'],
    ['the address of another attempt', { read: callbackTo(TOKEN), owner: { id: 'other' } }, 'DIFFERS'],
  ])('gives the right verdict for %s', async (_, given, callback) => {
    const verdicts = { amount: 'MATCHES', recipient: 'MATCHES', time: 'MATCHES', callback };
    expect(await probe(given)).toMatchObject({ kind: 'found', currency: 'BRL', verdicts });
  });

  it('without an attempt there is no time or callback address to compare', async () => {
    const given = { attempts: [], mayLackAttempt: true, read: callbackTo(TOKEN), owner: { id: 'other' } };
    const verdicts = { time: 'NOT_SHOWN', callback: 'DIFFERS' };
    expect(await probe(given)).toMatchObject({ kind: 'found', verdicts });
  });
});
