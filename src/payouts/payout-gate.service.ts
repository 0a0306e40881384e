import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { type DecisionRefusalCode, DecisionsService } from '../decisions/decisions.service.js';
import { Alarms } from '../observability/alarms.js';
import { findUnsoundReason } from './domain/decision-reason.js';
import { reasonToShut } from './domain/gate-rules.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';

export interface PayoutGate {
  readonly isOpen: boolean;
  readonly reason: string;
  /** The API key of the person; null when it shut by itself. */
  readonly changedBy: string | null;
  readonly changedAt: Date;
}

export type SetPayoutGateRefusalCode = 'REASON_INVALID' | DecisionRefusalCode;

export interface SetPayoutGateRequest {
  readonly isOpen: boolean;
  readonly reason: string;
  /** The API key that decides. */
  readonly actorId: string;
  /** Whether it may be the second one to open the gate. */
  readonly mayConfirm: boolean;
}

export interface SetPayoutGateResult {
  /** The gate as it is now. */
  readonly gate: PayoutGate;
  /** False while a second person must confirm that it is opened. */
  readonly isConfirmed: boolean;
  readonly refusal: { readonly code: SetPayoutGateRefusalCode; readonly message: string } | null;
}

interface Row {
  is_open: boolean;
  reason: string;
  changed_by: string | null;
  changed_at: Date;
}

// What everybody takes before the row: claims shared, whoever changes the gate or what claims go by alone. The row would be
// enough to keep them apart, but PostgreSQL lets shared lockers of a row join while an exclusive one waits, so claims that
// keep coming would keep the gate from being shut. For advisory locks there is one queue, and they wait behind it.
const TURN = `hashtextextended('payout-gate', 0)`;

/**
 * The switch in front of every claim. It shuts by itself when outcomes become unknown, and only a person opens it.
 * Reading, webhooks and tracking go on behind a shut gate.
 */
@Injectable()
export class PayoutGateService {
  constructor(
    private readonly config: Config,
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly decisions: DecisionsService,
    private readonly audit: AuditLog,
    private readonly alarms: Alarms,
  ) {}

  async get(): Promise<PayoutGate> {
    const [row] = await this.dataSource.query<Row[]>('SELECT * FROM payout_gate');
    if (!row) throw new Error('The payout gate has no row');
    return toGate(row);
  }

  /**
   * The gate as it is, and stays until the transaction ends: a claim either sees it shut or is before it. To be called
   * first in the transaction, which must not change the gate: two claims that both wanted to would wait for each other.
   */
  async hold(tx: Transaction): Promise<PayoutGate> {
    await tx.query(`SELECT pg_advisory_xact_lock_shared(${TURN})`);
    const [row] = await tx.query<Row>('SELECT * FROM payout_gate FOR SHARE');
    if (!row) throw new Error('The payout gate has no row');
    return toGate(row);
  }

  /**
   * Waits until every claim under way has ended, and has later ones wait for this transaction: what a claim goes by is
   * changed between claims, never during one.
   *
   * A payout and its attempt may be locked before, since a claim waits for neither; what a claim waits for may not: the
   * limits that are used up and the balances. Both come after it.
   */
  async stopClaims(tx: Transaction): Promise<PayoutGate> {
    await tx.query(`SELECT pg_advisory_xact_lock(${TURN})`);
    const [row] = await tx.query<Row>('SELECT * FROM payout_gate FOR UPDATE');
    if (!row) throw new Error('The payout gate has no row');
    return toGate(row);
  }

  /** One person shuts it at once. To open it takes two: the first call proposes, the same by another one confirms. */
  async set(request: SetPayoutGateRequest): Promise<SetPayoutGateResult> {
    const unsound = findUnsoundReason(request.reason);
    if (unsound !== null) {
      const refusal = { code: 'REASON_INVALID', message: unsound } as const;
      return { gate: await this.get(), isConfirmed: false, refusal };
    }
    return this.unitOfWork.run(async (tx) => {
      const before = await this.stopClaims(tx);
      if (!request.isOpen) return { gate: await this.write(tx, request, before), isConfirmed: true, refusal: null };
      const step = await this.decisions.take(tx, {
        kind: 'PAYOUT_GATE',
        subject: 'payout_gate',
        // With the state it is about: a gate that was shut anew meanwhile was shut for another reason.
        content: { isOpen: true, wasSetAt: before.changedAt.toISOString() },
        reason: request.reason,
        actorId: request.actorId,
        mayConfirm: request.mayConfirm,
      });
      if (step.kind === 'refused') {
        return { gate: before, isConfirmed: false, refusal: { code: step.code, message: step.message } };
      }
      const isConfirmed = step.kind === 'confirmed';
      return { gate: isConfirmed ? await this.write(tx, request, before) : before, isConfirmed, refusal: null };
    });
  }

  private async write(tx: Transaction, request: SetPayoutGateRequest, before: PayoutGate): Promise<PayoutGate> {
    const [row] = await tx.query<Row>(
      `UPDATE payout_gate SET is_open = $1, reason = $2, changed_by = $3, changed_at = clock_timestamp() RETURNING *`,
      [request.isOpen, request.reason, request.actorId],
    );
    if (!row) throw new Error('The payout gate has no row');
    await this.record(tx, { wasOpen: before.isOpen, isOpen: request.isOpen, reason: request.reason });
    return toGate(row);
  }

  private async record(
    tx: Transaction,
    change: { readonly wasOpen: boolean; readonly isOpen: boolean; readonly reason: string },
    { byItself } = { byItself: false },
  ): Promise<void> {
    await this.audit.record(tx, {
      action: change.isOpen ? 'payout_gate.opened' : 'payout_gate.shut',
      subjectType: 'PAYOUT_GATE',
      subjectId: null,
      before: { isOpen: change.wasOpen },
      after: { isOpen: change.isOpen, byItself },
      reason: change.reason,
    });
  }

  /** Shuts it by itself; a gate that is shut keeps its first reason. */
  async shut(tx: Transaction, reason: string): Promise<void> {
    await this.stopClaims(tx);
    const shut = await tx.query(
      `UPDATE payout_gate SET is_open = false, reason = $1, changed_by = NULL, changed_at = clock_timestamp()
       WHERE is_open RETURNING id`,
      [reason],
    );
    if (shut.length === 0) return;
    await this.record(tx, { wasOpen: true, isOpen: false, reason }, { byItself: true });
    tx.afterCommit(() => {
      this.alarms.raise('payout_gate_shut', { reason });
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

function toGate(row: Row): PayoutGate {
  return { isOpen: row.is_open, reason: row.reason, changedBy: row.changed_by, changedAt: row.changed_at };
}
