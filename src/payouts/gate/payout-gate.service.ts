import { Injectable } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { Config } from '../../platform/config/config.js';
import { SendDatabase } from '../../platform/database/send-database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Alarms } from '../../platform/observability/alarms.js';
import type { DatabaseSighting } from './domain/database-history.js';
import { reasonToShut } from './domain/gate-rules.js';
import { PayoutGateEntity } from './persistence/payout-gate.entity.js';
import { commitsWaitForStandby, seeIncarnation, sightGate, type SightedGate } from './persistence/payout-gate.sql.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';

export interface PayoutGate {
  readonly isOpen: boolean;
  readonly reason: string;
  /** The API key of the person; null when it shut by itself. */
  readonly changedBy: string | null;
  readonly changedAt: Date;
  /** Since when every new payout takes an approval, as the database may lack payouts; null when none does for that. */
  readonly restoredAt: Date | null;
}

/** How a person sets it. */
export interface GateSetting {
  readonly isOpen: boolean;
  /** Whether new payouts no longer take an approval because the database was replaced. */
  readonly endsRestore: boolean;
  readonly reason: string;
  readonly actorId: string;
}

// The lock that all take before the row: claims shared, a change of the gate or of its conditions alone. The row
// would be enough to keep them apart, but PostgreSQL lets shared lockers of a row join while an exclusive one waits, so
// claims that keep coming would keep the gate from being shut. For advisory locks there is one queue, and they wait
// behind it.
const GATE_LOCK = 'payout-gate';

// Of the time that a statement may take: as long as possible, and a lock that is not had is told from a slow statement.
const WAIT_SHARE = 0.9;

/** The table has one row. */
const THE_GATE = { id: true };

/** The incarnation of the database now. */
const HERE = { incarnation: () => 'current_incarnation()' } as const;

/** From now on the database may lack payouts. */
const RESTORED = { restoredAt: () => 'clock_timestamp()' } as const;

const DATABASE_DIFFERS = 'The database was failed over or restored.';

/**
 * The switch in front of every claim. It shuts by itself when outcomes become unknown, and only a person opens it.
 * Reads, webhooks and polls go on while the gate is shut.
 */
@Injectable()
export class PayoutGateService {
  readonly #longestWaitMs: number;

  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly sends: SendDatabase,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly audit: AuditLog,
    private readonly alarms: Alarms,
  ) {
    this.#longestWaitMs = Math.floor(config.database.statementTimeoutMs * WAIT_SHARE);
  }

  async get(): Promise<PayoutGate> {
    return this.dataSource.getRepository(PayoutGateEntity).findOneByOrFail(THE_GATE);
  }

  /** Whether nothing is sent because commits do not wait for the standby that was promised. */
  async lacksStandby(): Promise<boolean> {
    return this.config.database.failover === 'synchronous' && !(await commitsWaitForStandby(this.dataSource));
  }

  /**
   * The gate as it is, and stays until the transaction ends: a claim either sees it shut or is before it. To be called
   * first in the transaction, which must not change the gate: two claims that both wanted to would wait for each other.
   */
  async hold(tx: Transaction): Promise<SightedGate> {
    await tx.lockName(GATE_LOCK, 'shared');
    return sightGate(tx, { isHeld: true });
  }

  /** A look at the database, beside what the gate was set under. */
  async sight(): Promise<DatabaseSighting> {
    return (await sightGate(this.sends)).sighting;
  }

  /** The same within a transaction, in which every incarnation of the database is seen. */
  async sightIn(tx: Transaction): Promise<DatabaseSighting> {
    await seeIncarnation(tx);
    return (await sightGate(tx)).sighting;
  }

  /**
   * Waits until every claim under way has ended, and has later ones wait for this transaction: what a claim goes by is
   * changed between claims, never during one.
   *
   * A payout and its attempt may be locked before, since a claim waits for neither; what a claim waits for may not: the
   * limits that are used up and the balances. Both come after it.
   *
   * Claims that come later queue behind it, so waiting longer than for other locks is what makes it succeed under load.
   */
  async stopClaims(tx: Transaction): Promise<PayoutGate> {
    await tx.limitLockWaits(this.#longestWaitMs);
    await tx.lockName(GATE_LOCK);
    return tx.repository(PayoutGateEntity).findOneOrFail({ where: THE_GATE, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * The gate, shut first where nobody was told yet that the database is another one: what was proposed was about that.
   */
  async stopClaimsHere(tx: Transaction): Promise<PayoutGate> {
    const gate = await this.stopClaims(tx);
    const { incarnation, gateIncarnation, setbacks } = await this.sightIn(tx);
    if (incarnation === gateIncarnation) return gate;
    await this.fence(tx, { setbacks });
    return this.stopClaims(tx);
  }

  /** Sets it for a person, once claims have stopped. */
  async set(tx: Transaction, setting: GateSetting, before: PayoutGate): Promise<PayoutGate> {
    const { isOpen, endsRestore, reason, actorId } = setting;
    const gates = tx.repository(PayoutGateEntity);
    await gates.update(THE_GATE, {
      isOpen,
      reason,
      changedBy: actorId,
      changedAt: () => 'clock_timestamp()',
      ...(isOpen && HERE),
      ...(endsRestore && { restoredAt: null }),
    });
    await this.record(tx, { wasOpen: before.isOpen, isOpen, reason }, { endsRestore });
    return gates.findOneByOrFail(THE_GATE);
  }

  private async record(
    tx: Transaction,
    change: { readonly wasOpen: boolean; readonly isOpen: boolean; readonly reason: string },
    { byItself = false, endsRestore = false }: { readonly byItself?: boolean; readonly endsRestore?: boolean } = {},
  ): Promise<void> {
    await this.audit.record(tx, {
      action: change.isOpen ? 'payout_gate.opened' : 'payout_gate.shut',
      subjectType: 'PAYOUT_GATE',
      subjectId: null,
      before: { isOpen: change.wasOpen },
      after: { isOpen: change.isOpen, byItself, ...(endsRestore && { endsRestore }) },
      reason: change.reason,
    });
  }

  /** Shuts it because a payment shows that the database lost a payout; new payouts take an approval from then on. */
  async shutForLoss(tx: Transaction, reason: string): Promise<void> {
    await this.shut(tx, reason);
    await tx.repository(PayoutGateEntity).update({ restoredAt: IsNull() }, RESTORED);
  }

  /** Shuts it by itself; a gate that is shut keeps its first reason. */
  async shut(tx: Transaction, reason: string): Promise<void> {
    await this.stopClaims(tx);
    const { affected } = await tx
      .repository(PayoutGateEntity)
      .update({ isOpen: true }, { isOpen: false, reason, changedBy: null, changedAt: () => 'clock_timestamp()' });
    if (affected === 0) return;
    await this.record(tx, { wasOpen: true, isOpen: false, reason }, { byItself: true });
    tx.afterCommit(() => {
      this.alarms.raise('payout_gate_shut', { reason });
    });
  }

  /**
   * Shuts it because the database may lack what was committed, also when it is shut already: whoever opens it has to
   * know.
   *
   * @param setbacks how often the database was found to have gone back, this time included
   */
  async fence(tx: Transaction, { setbacks }: { readonly setbacks: number }): Promise<void> {
    const before = await this.stopClaims(tx);
    await tx.repository(PayoutGateEntity).update(THE_GATE, {
      isOpen: false,
      reason: DATABASE_DIFFERS,
      changedBy: null,
      changedAt: () => 'clock_timestamp()',
      ...HERE,
      ...RESTORED,
      setbacks,
    });
    await this.record(tx, { wasOpen: before.isOpen, isOpen: false, reason: DATABASE_DIFFERS }, { byItself: true });
    tx.afterCommit(() => {
      this.alarms.raise('payout_gate_shut', { reason: DATABASE_DIFFERS });
    });
  }

  /** Notes that the database was promoted and lost nothing; the gate stays as it is. */
  async passPromotion(tx: Transaction): Promise<void> {
    const gates = tx.repository(PayoutGateEntity);
    await gates.update(THE_GATE, HERE);
    const { incarnation } = await gates.findOneByOrFail(THE_GATE);
    await this.audit.record(tx, {
      action: 'payout_gate.promotion_passed',
      subjectType: 'PAYOUT_GATE',
      subjectId: null,
      before: null,
      after: { incarnation },
      reason: null,
    });
  }

  /** Shuts it when too many attempts since it was last opened have an unknown outcome. */
  async review(tx: Transaction): Promise<void> {
    // One at a time, or attempts that become unknown in the same moment would each count only their own.
    const gate = await this.stopClaims(tx);
    if (!gate.isOpen) return;
    const recent = await this.attempts.countUnknown(tx, gate.changedAt);
    const reason = reasonToShut(recent, this.config.payouts.gate);
    if (reason !== null) await this.shut(tx, reason);
  }
}
