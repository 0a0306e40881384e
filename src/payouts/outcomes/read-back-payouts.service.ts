import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { type BoundPayout, ReadBackPayoutService, isBoundPayout } from './read-back-payout.service.js';
import { tokenOwner } from '../core/domain/callback-token.js';
import { PayoutDiscrepanciesService } from '../reading/payout-discrepancies.service.js';
import { PayoutReader } from '../reading/payout-reader.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

export interface ReadBacksResult {
  /** Those the provider said something of, and those that are not bound any more. */
  readonly read: readonly string[];
  /** Those among them that contradict an end of ours, and are to be read a second time. */
  readonly suspected: readonly string[];
  /** Those it could not be asked about, and those in which something is wrong here. */
  readonly unread: readonly string[];
}

type ReadBackKind = 'unchanged' | 'applied' | 'suspected' | 'unread';

/**
 * Reads many payouts of an account back for a reconciliation. Nearly all of them are as they were: those cost a read
 * and no transaction, and only what differs takes the way of every other read-back.
 */
@Injectable()
export class ReadBackPayoutsService {
  readonly #logger = new Logger(ReadBackPayoutsService.name);

  constructor(
    private readonly reader: PayoutReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly readBacks: ReadBackPayoutService,
    private readonly discrepancies: PayoutDiscrepanciesService,
  ) {}

  /** @param wanted `concurrency`: how many reads are under way at once */
  async readBack(wanted: {
    readonly payoutIds: readonly string[];
    readonly concurrency: number;
  }): Promise<ReadBacksResult> {
    const bound = (await this.payouts.findByIds(wanted.payoutIds)).filter(isBoundPayout);
    const attempts = await this.attempts.findByPayouts(bound.map(({ id }) => id));
    const results = new Map<string, ReadBackKind>();
    const waiting = bound.values();
    const readOn = async (): Promise<void> => {
      for (const payout of waiting) {
        // One payout's fault must not keep the others from being read: it counts as one that could not be.
        const result = await this.readBackOne(payout, attempts).catch((error: unknown) => {
          this.#logger.error({ event: 'payout_not_read_back', payoutId: payout.id, err: error });
          return 'unread' as const;
        });
        results.set(payout.id, result);
      }
    };
    await Promise.all(Array.from({ length: wanted.concurrency }, readOn));
    const having = (...kinds: ReadBackKind[]) =>
      wanted.payoutIds.filter((id) => kinds.includes(results.get(id) ?? 'applied'));
    const unchanged = having('unchanged');
    if (unchanged.length > 0) await this.unitOfWork.run((tx) => this.payouts.markRead(tx, unchanged));
    return {
      read: having('unchanged', 'applied', 'suspected'),
      suspected: having('suspected'),
      unread: having('unread'),
    };
  }

  private async readBackOne(payout: BoundPayout, attempts: readonly PayoutAttemptEntity[]): Promise<ReadBackKind> {
    const begunAt = performance.now();
    const read = await this.reader.read(payout, 'background');
    if (read.kind === 'unavailable') return 'unread';
    if (read.kind === 'found' && this.isUnchanged(payout, read.value, attempts)) return 'unchanged';
    const result = await this.readBacks.record(payout, read, { cause: 'RECONCILIATION', isDue: false, begunAt });
    return result.kind === 'applied' && result.isSuspected ? 'suspected' : 'applied';
  }

  /** Whether a read-back says of a payout exactly what is known of it. */
  private isUnchanged(
    payout: BoundPayout,
    provider: ProviderPayout,
    attempts: readonly PayoutAttemptEntity[],
  ): boolean {
    const attempt = attempts.find(({ payoutId, state }) => payoutId === payout.id && state === 'ACCEPTED');
    return (
      payout.suspectedState === null &&
      payout.problem === null &&
      provider.status === payout.providerState &&
      provider.providerStatus === payout.providerStatus &&
      (provider.statusMessage ?? payout.statusMessage) === payout.statusMessage &&
      attempt !== undefined &&
      tokenOwner(provider.callbackUrl, attempt) !== 'another' &&
      this.discrepancies.findMismatch(provider, payout) === null
    );
  }
}
