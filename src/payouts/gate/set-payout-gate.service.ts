import { Injectable, type OnModuleInit } from '@nestjs/common';
import * as z from 'zod';
import { CurrentAuthority } from '../../access/authority/current-authority.js';
import {
  type ChangeHandler,
  type ChangeObstacle,
  type LockedChange,
  obstacle,
  type PreparedChange,
} from '../../access/changes/change-handler.js';
import { ChangeHandlers } from '../../access/changes/change-handlers.js';
import { ChangeRequestsService } from '../../access/changes/change-requests.service.js';
import type { ProposeRefusalCode } from '../../access/changes/domain/proposal-rules.js';
import type { ChangeRequest } from '../../access/changes/domain/change-request.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { isLockTimeout, UnitOfWork } from '../../platform/database/unit-of-work.js';
import { LostPaymentsRepository } from './lost/persistence/lost-payments.repository.js';
import { type GateSetting, type PayoutGate, PayoutGateService } from './payout-gate.service.js';
import type { Refusal } from '../../common/refusal.js';

export type SetGateRefusalCode = ProposeRefusalCode | 'LOST_PAYMENTS_OPEN';

export interface SetPayoutGateResult {
  readonly gate: PayoutGate;
  /** The change request that another person must confirm before the gate opens; null if none is needed. */
  readonly changeRequest: ChangeRequest | null;
  readonly refusal: Refusal<SetGateRefusalCode> | null;
}

const CONTENT = z.strictObject({
  isOpen: z.literal(true),
  /** Absent in requests made by the previous release. */
  endsRestore: z.boolean().default(false),
  wasSetAt: z.iso.datetime(),
});

// Enough to start with. The query `discrepancies` lists all of them.
const MAX_NAMED = 10;

// With the default statement time-out of 4.5 s, a person who shuts the gate waits at most half a minute.
const SHUT_TRIES = 6;

/** Sets the gate for people: one person can shut it immediately, but opening it takes two. */
@Injectable()
export class SetPayoutGateService implements ChangeHandler, OnModuleInit {
  readonly kind = 'PAYOUT_GATE';

  constructor(
    private readonly gate: PayoutGateService,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: ChangeRequestsService,
    private readonly handlers: ChangeHandlers,
    private readonly authority: CurrentAuthority,
    private readonly lost: LostPaymentsRepository,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  async set(setting: GateSetting): Promise<SetPayoutGateResult> {
    return this.insist((tx) => (setting.isOpen ? this.propose(tx, setting) : this.shut(tx, setting)));
  }

  prepare(request: ChangeRequest): Promise<PreparedChange> {
    return Promise.resolve({ kind: 'prepared', lock: (tx) => this.lock(tx, request) });
  }

  private async shut(tx: Transaction, setting: GateSetting): Promise<SetPayoutGateResult> {
    await this.authority.assertHeld(tx);
    // No need to check whether the database was replaced: the fence alerts people about that.
    const before = await this.gate.stopClaims(tx);
    return { gate: await this.gate.set(tx, setting, before), changeRequest: null, refusal: null };
  }

  private async propose(tx: Transaction, { endsRestore, reason, actorId }: GateSetting): Promise<SetPayoutGateResult> {
    await this.authority.assertHeld(tx);
    const gate = await this.gate.stopClaimsHere(tx);
    const lost = await this.findLost(tx);
    if (lost) return { gate, changeRequest: null, refusal: lost };
    const proposed = await this.changes.propose(tx, {
      kind: this.kind,
      subject: 'payout_gate',
      // `endsRestore` is only written if set, because the previous release does not know it. `wasSetAt` makes the
      // request outdated if the gate is shut again for another reason.
      content: { isOpen: true, ...(endsRestore && { endsRestore }), wasSetAt: gate.changedAt.toISOString() },
      reason,
      proposedBy: actorId,
    });
    return proposed.kind === 'proposed'
      ? { gate, changeRequest: proposed.request, refusal: null }
      : { gate, changeRequest: null, refusal: proposed };
  }

  private async lock(tx: Transaction, { content, reason }: ChangeRequest): Promise<LockedChange | ChangeObstacle> {
    const { isOpen, endsRestore, wasSetAt } = CONTENT.parse(content);
    const before = await this.gate.stopClaimsHere(tx);
    if (before.changedAt.toISOString() !== wasSetAt) {
      return obstacle(
        'OUTDATED',
        'The gate was set again after this was proposed. Read its reason, and propose it again.',
      );
    }
    const lost = await this.findLost(tx);
    if (lost) return obstacle(lost.code, lost.message);
    return {
      kind: 'locked',
      apply: async ({ confirmedBy }) => {
        await this.gate.set(tx, { isOpen, endsRestore, reason: reason ?? '', actorId: confirmedBy }, before);
        return { kind: 'applied' };
      },
    };
  }

  /**
   * Refuses to open the gate while lost payments are open: if callers repeated their requests, these would be paid
   * twice.
   */
  private async findLost(tx: Transaction): Promise<Refusal<'LOST_PAYMENTS_OPEN'> | null> {
    const lost = await this.lost.listOpen(tx);
    if (lost.length === 0) return null;
    const named = lost
      .slice(0, MAX_NAMED)
      .map(({ providerPayoutId, amount }) => `${providerPayoutId} (${amount ?? '?'})`);
    const more = lost.length > MAX_NAMED ? ', …' : '';
    return {
      code: 'LOST_PAYMENTS_OPEN',
      message: `The provider has ${lost.length} payments that no payout here is: ${named.join(', ')}${more}. Bind each to its payout, or close it.`,
    };
  }

  /**
   * Retries while claims hold the lock, because a person who stops payouts must not be refused just because a claim is
   * still running.
   */
  private async insist<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.unitOfWork.run(work);
      } catch (error) {
        if (tries >= SHUT_TRIES || !isLockTimeout(error)) throw error;
      }
    }
  }
}
