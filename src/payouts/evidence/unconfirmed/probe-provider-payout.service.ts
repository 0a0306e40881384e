import { Injectable } from '@nestjs/common';
import { CurrentAuthority } from '../../../access/authority/current-authority.js';
import type { CurrencyCode } from '../../../common/currency.js';
import type { Refusal } from '../../../common/refusal.js';
import { SharedReads } from '../../../common/concurrency/shared-reads.js';
import { Config } from '../../../platform/config/config.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { ProviderPayout } from '../../../provider/port/payouts.port.js';
import { LIVE_ATTEMPT_STATES } from '../../core/domain/attempt-state.js';
import { hashToken, tokenIn } from '../../core/domain/callback-token.js';
import type { PayoutAttemptEntity } from '../../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../../core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import { PayoutReader } from '../../reading/payout-reader.js';
import { RecipientVault } from '../../recipients/recipient-vault.js';
import { compareContent, compareTime, type MatchVerdict, type MatchVerdicts } from '../domain/evidence-rules.js';
import { isUnconfirmed, unconfirmedRefusal } from '../domain/unconfirmed-rules.js';
import { UnconfirmedChecksService } from './unconfirmed-checks.service.js';

export type ProbeRefusalCode =
  | 'PAYOUT_NOT_FOUND'
  | 'NOT_UNCONFIRMED'
  | 'PAYOUT_NOT_AT_PROVIDER'
  | 'PROVIDER_UNAVAILABLE';

export interface ProbeRequest {
  readonly payoutId: string;
  readonly providerPayoutId: string;
}

export type ProbeResult =
  | {
      readonly kind: 'found';
      readonly provider: ProviderPayout;
      /** The currency of the Purser payout, because provider payouts show none. */
      readonly currency: CurrencyCode;
      readonly verdicts: MatchVerdicts;
    }
  | ({ readonly kind: 'refused' } & Refusal<ProbeRefusalCode>);

// A shared result takes at most 1 kB, so all together take 2 MB.
const MAX_SHARED = 2_000;

/** Compares a provider payout with an unconfirmed one, before people propose that they are the same. */
@Injectable()
export class ProbeProviderPayoutService {
  readonly #reads: SharedReads<ProbeResult>;

  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly reader: PayoutReader,
    private readonly vault: RecipientVault,
    private readonly checks: UnconfirmedChecksService,
    private readonly unitOfWork: UnitOfWork,
    private readonly authority: CurrentAuthority,
    { provider }: Config,
  ) {
    this.#reads = new SharedReads({ forMs: provider.refreshSeconds * 1_000, max: MAX_SHARED });
  }

  /** Reads the provider payout, and changes nothing. Identical requests within seconds share one read. */
  async probe(request: ProbeRequest): Promise<ProbeResult> {
    // Checked here, because the result reveals facts about a recipient that is masked elsewhere.
    await this.unitOfWork.run((tx) => this.authority.assertHeld(tx));
    return this.#reads.get(`${request.payoutId} ${request.providerPayoutId}`, () => this.read(request));
  }

  /**
   * Compares the callback address. If no attempt here has the address, it belongs to an attempt that the database lost,
   * and proves nothing.
   */
  private async compareCallback(
    { callbackUrl }: ProviderPayout,
    live: PayoutAttemptEntity | null,
  ): Promise<MatchVerdict> {
    const token = tokenIn(callbackUrl);
    const owner = token === null ? null : await this.attempts.findByTokenHash(hashToken(token));
    if (owner === null) return 'NOT_SHOWN';
    return owner.id === live?.id ? 'MATCHES' : 'DIFFERS';
  }

  private async read({ payoutId, providerPayoutId }: ProbeRequest): Promise<ProbeResult> {
    const payout = await this.payouts.findById(payoutId);
    if (!payout) return refused('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}.`);
    const attempts = await this.attempts.findByPayout(payoutId);
    const live = attempts.find(({ state }) => LIVE_ATTEMPT_STATES.includes(state)) ?? null;
    const isBindable = live ? isUnconfirmed(payout, live) : await this.checks.mayLackAttempt(payout);
    if (!isBindable) return { kind: 'refused', ...unconfirmedRefusal(payout) };
    const read = await this.reader.read({ payoutId, accountId: payout.accountId, providerPayoutId }, 'interactive');
    if (read.kind === 'absent') return refused('PAYOUT_NOT_AT_PROVIDER', 'The provider has no payout with that id.');
    if (read.kind === 'unavailable') {
      return refused('PROVIDER_UNAVAILABLE', `The provider could not be reached (${read.reason}); try again shortly.`);
    }
    const provider = read.value;
    const verdicts = {
      ...compareContent(provider, { payout, recipient: this.vault.openForWireIfReadable(payout) }),
      time: live ? compareTime(provider.createdAt, live) : 'NOT_SHOWN',
      callback: await this.compareCallback(provider, live),
    };
    const masked = this.vault.maskWords(payout, provider);
    return { kind: 'found', provider: masked, currency: payout.currency, verdicts };
  }
}

function refused(code: ProbeRefusalCode, message: string): ProbeResult {
  return { kind: 'refused', code, message };
}
