import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
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
  readonly changedBy: string | null;
  readonly changedAt: Date;
  /** When new payouts began to need an approval because the database may have lost payouts; null if they do not. */
  readonly restoredAt: Date | null;
}

export interface GateSetting {
  readonly isOpen: boolean;
  /** Whether to end the rule that every new payout needs an approval because the database was replaced. */
  readonly endsRestore: boolean;
  readonly reason: string;
  readonly actorId: string;
}

// Locked before the gate's row: shared by claims, exclusively by changes to the gate or its conditions. The row lock is
// not enough: PostgreSQL lets more sessions share a lock while another waits for it exclusively, so a stream of claims
// could keep the gate from shutting. Advisory locks are granted in order.
const GATE_LOCK = 'payout-gate';

// Share of the statement time-out that a lock may be waited for: as long as possible, but short enough to tell a lock
// time-out from a slow statement.
const WAIT_SHARE = 0.9;

const THE_GATE = { id: true };

const HERE = { incarnation: () => 'current_incarnation()' } as const;

const RESTORED = { restoredAt: () => 'clock_timestamp()' } as const;

const DATABASE_DIFFERS = 'The database was failed over or restored.';

/**
 * The switch that every claim checks. Purser shuts the gate when outcomes become unknown; only people open it.
 * Reads, webhooks and polls continue while it is shut.
 */
@Injectable()
export class PayoutGateService {
  readonly #longestWaitMs: number;

  constructor(
    private readonly config: Config,
    @InjectRepository(PayoutGateEntity) private readonly gates: Repository<PayoutGateEntity>,
    private readonly sends: SendDatabase,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly audit: AuditLog,
    private readonly alarms: Alarms,
  ) {
    this.#longestWaitMs = Math.floor(config.database.statementTimeoutMs * WAIT_SHARE);
  }

  async get(): Promise<PayoutGate> {
    return this.gates.findOneByOrFail(THE_GATE);
  }

  /** Whether payouts wait because commits do not wait for the configured standby. */
  async lacksStandby(): Promise<boolean> {
    return this.config.database.failover === 'synchronous' && !(await commitsWaitForStandby(this.gates));
  }

  /**
   * Reads the gate and locks it in its present state until the transaction ends. Call it first in a transaction, and do
   * not change the gate in that transaction: two claims that tried to would deadlock.
   */
  async hold(tx: Transaction): Promise<SightedGate> {
    await tx.lockName(GATE_LOCK, 'shared');
    return sightGate(tx.repository(PayoutGateEntity), { isHeld: true });
  }

  async sight(): Promise<DatabaseSighting> {
    return (await sightGate(this.sends.getRepository(PayoutGateEntity))).sighting;
  }

  /** Like `sight`, in a transaction in which every incarnation of the database is visible. */
  async sightIn(tx: Transaction): Promise<DatabaseSighting> {
    await seeIncarnation(tx);
    return (await sightGate(tx.repository(PayoutGateEntity))).sighting;
  }

  /**
   * Waits until all running claims have ended, and blocks new ones until this transaction ends, so the conditions of
   * claims change only between claims.
   *
   * The caller may already have locked a payout and its attempt, because claims do not wait for these. The caller must
   * not have locked limits or balances, because claims wait for those: lock them afterwards.
   *
   * New claims queue behind this lock, so a long enough wait succeeds even under load.
   */
  async stopClaims(tx: Transaction): Promise<PayoutGate> {
    await tx.limitLockWaits(this.#longestWaitMs);
    await tx.lockName(GATE_LOCK);
    return tx.repository(PayoutGateEntity).findOneOrFail({ where: THE_GATE, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Returns the gate. Shuts it first if the database was replaced and no one was alerted yet, because open proposals
   * then refer to the old database.
   */
  async stopClaimsHere(tx: Transaction): Promise<PayoutGate> {
    const gate = await this.stopClaims(tx);
    const { incarnation, gateIncarnation, setbacks } = await this.sightIn(tx);
    if (incarnation === gateIncarnation) return gate;
    await this.fence(tx, { setbacks });
    return this.stopClaims(tx);
  }

  /** Sets the gate for a person. Call `stopClaims` first. */
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

  /**
   * Shuts the gate because a payment proves that the database lost a payout. New payouts need an approval from then on.
   */
  async shutForLoss(tx: Transaction, reason: string): Promise<void> {
    await this.shut(tx, reason);
    await tx.repository(PayoutGateEntity).update({ restoredAt: IsNull() }, RESTORED);
  }

  /** Shuts the gate automatically. A gate that is already shut keeps its reason. */
  async shut(tx: Transaction, reason: string): Promise<void> {
    await this.stopClaims(tx);
    const { affected } = await tx
      .repository(PayoutGateEntity)
      .update({ isOpen: true }, { isOpen: false, reason, changedBy: null, changedAt: () => 'clock_timestamp()' });
    if (affected === 0) return;
    await this.record(tx, { wasOpen: true, isOpen: false, reason }, { byItself: true });
    this.alarms.raiseAfter(tx, 'payout_gate_shut', { reason });
  }

  /**
   * Shuts the gate because the database may lack commits. If it is already shut, updates the reason for the person who
   * will open it.
   * @param setbacks how often the database has gone back, including this time
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
    this.alarms.raiseAfter(tx, 'payout_gate_shut', { reason: DATABASE_DIFFERS });
  }

  /** Records a promotion that lost nothing. The gate stays as it is. */
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

  /** Shuts the gate if too many outcomes since it was last opened are unknown. */
  async review(tx: Transaction): Promise<void> {
    // Reviews run one after the other: if several attempts become unknown together, concurrent reviews would each count
    // only one.
    const gate = await this.stopClaims(tx);
    if (!gate.isOpen) return;
    const recent = await this.attempts.countUnknown(tx, gate.changedAt);
    const reason = reasonToShut(recent, this.config.payouts.gate);
    if (reason !== null) await this.shut(tx, reason);
  }
}
