import { Injectable } from '@nestjs/common';
import type { NewAuditEntry } from '../../desk/audit/audit-entry.js';
import { AuditLog } from '../../desk/audit/audit-log.js';
import { classifyMove, MoveRefusedError } from '../../common/state-machine.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Details, StatusChangeCause } from '../../platform/events/status-change.js';
import { StatusLog } from '../../platform/events/status-log.js';
import { type AlarmCode, type AlarmDetails, Alarms } from '../../platform/observability/alarms.js';
import { isPerhapsPaid, isUnpaidEnd, type PayoutStatus } from './domain/payout-status.js';
import { type SubmissionState, SUBMISSION_STATES } from './domain/submission-state.js';
import type { NewPayoutRow, PayoutPatch } from './persistence/payout-patch.js';
import { PayoutStatesRepository } from './persistence/payout-states.sql.js';
import { PayoutEntity } from './persistence/payout.entity.js';
import type { AvailableFunds } from './domain/available-funds.js';
import { PayoutFunds } from './payout-funds.port.js';
import { PayoutRepeats } from './payout-repeats.port.js';

type Audit = Omit<NewAuditEntry, 'subjectType' | 'subjectId'>;

export interface PayoutMove {
  readonly to: SubmissionState;
  readonly patch: PayoutPatch;
  readonly cause: StatusChangeCause;
  readonly evidence: Details;
  readonly audit?: Audit;
  /** When the payout was sent, if the database lost the attempt and the reservation. */
  readonly sentAt?: Date;
  readonly alarms?: readonly { readonly code: AlarmCode; readonly details?: AlarmDetails }[];
  /** Called before the balance is locked, to write whatever else belongs to the move. */
  readonly besides?: () => Promise<void>;
}

/** Payouts that are claimed together: each has its own evidence, and all get the same patch. */
export interface ClaimMove extends Pick<PayoutMove, 'patch' | 'cause' | 'besides'> {
  readonly payouts: readonly { readonly payout: PayoutEntity; readonly evidence: Details }[];
  readonly funds: AvailableFunds<PayoutEntity>;
}

/** States from which a payout that was certainly not sent returns to APPROVED. */
const RETURNING: readonly SubmissionState[] = ['SUBMITTING', 'UNCONFIRMED'];

/**
 * Makes every move of a payout. Checks the state table, and writes the status log, the audit log, the alarms and the
 * ledger in the same transaction. The balance is written last, because other transactions wait for its lock.
 */
@Injectable()
export class PayoutTransitions {
  constructor(
    private readonly states: PayoutStatesRepository,
    private readonly funds: PayoutFunds,
    private readonly log: StatusLog,
    private readonly audit: AuditLog,
    private readonly alarms: Alarms,
    private readonly repeats: PayoutRepeats,
  ) {}

  /**
   * Records a new payout, which is approved or awaits approval.
   * @throws RowExistsError if the account already has a payout with this idempotency key or external id
   */
  async begin(
    tx: Transaction,
    row: NewPayoutRow,
    { cause, evidence, audit }: { readonly audit: Audit } & Pick<PayoutMove, 'cause' | 'evidence'>,
  ): Promise<void> {
    await this.states.insert(tx, row);
    await this.log.append(tx, {
      subjectType: 'PAYOUT',
      subjectId: row.id,
      from: null,
      to: row.approvalReason === null ? 'APPROVED' : 'AWAITING_APPROVAL',
      cause,
      evidence,
    });
    await this.audit.record(tx, { ...audit, subjectType: 'PAYOUT', subjectId: row.id });
  }

  /**
   * Moves a locked payout. Call it last in the transaction.
   * @param payout as read under its lock
   * @throws MoveRefusedError if the state table lacks the move, or the payout has moved since
   */
  async move(tx: Transaction, payout: PayoutEntity, move: PayoutMove): Promise<void> {
    const { to, patch, cause, evidence } = move;
    await this.write(tx, [payout], { from: payout.submissionState, to, patch });
    const status = statusOf(move);
    if (status !== payout.status) await this.append(tx, [{ payout, evidence }], { status, cause });
    if (move.audit) await this.audit.record(tx, { ...move.audit, subjectType: 'PAYOUT', subjectId: payout.id });
    await move.besides?.();
    if (isUnpaidEnd(payout.status)) await this.warnRepeats(tx, payout, { ...move, status });
    for (const { code, details } of move.alarms ?? []) {
      this.alarms.raiseAfter(tx, code, { payoutId: payout.id, ...details });
    }
    await this.funds.follow(tx, payout, status, move.sentAt);
    if (to === 'APPROVED' && RETURNING.includes(payout.submissionState)) await this.stopReturning(tx, payout, cause);
  }

  /**
   * Acts on the repeats of a payout that had ended without being paid, once that payout may be paid after all: a repeat
   * that was not sent waits for a person, and a repeat that was sent raises an alarm.
   */
  private async warnRepeats(
    tx: Transaction,
    payout: PayoutEntity,
    { status, patch, cause }: Pick<PayoutMove, 'patch' | 'cause'> & { readonly status: PayoutStatus },
  ): Promise<void> {
    const suspected = patch.provider?.suspectedState ?? null;
    const isLeft = !isUnpaidEnd(status);
    if (!isLeft && (suspected === null || isUnpaidEnd(suspected))) return;
    const others = await this.repeats.lockOthers(tx, payout.id);
    for (const other of others.filter((one) => !isUnpaidEnd(one.status))) {
      if (other.status === 'APPROVED' || other.status === 'AWAITING_APPROVAL') {
        await this.stopRepeat(tx, other, { first: payout, cause });
      } else if (isLeft) {
        const [first, repeat] = other.id > payout.id ? [payout, other] : [other, payout];
        await this.repeats.noteBothPaid(tx, repeat.id, `Payout ${first.id}, which it pays again, may be paid, too.`);
        this.alarms.raiseAfter(tx, 'payout_paid_and_repeated', { payoutId: first.id, repeatId: repeat.id });
      }
    }
  }

  /**
   * Stops a repeat that was about to be sent while another payout of its family came into doubt, and may be sent again
   * now.
   */
  private async stopReturning(tx: Transaction, repeat: PayoutEntity, cause: PayoutMove['cause']): Promise<void> {
    const others = await this.repeats.lockOthers(tx, repeat.id);
    const first = others.find(isPerhapsPaid);
    if (!first) return;
    const approved = { status: 'APPROVED', submissionState: 'APPROVED' } as const;
    const returned = Object.assign(new PayoutEntity(), repeat, approved);
    await this.stopRepeat(tx, returned, { first, cause });
  }

  private async stopRepeat(
    tx: Transaction,
    repeat: PayoutEntity,
    { first, cause }: { readonly first: PayoutEntity } & Pick<PayoutMove, 'cause'>,
  ): Promise<void> {
    const problem = `Payout ${first.id}, which it pays again, may be paid after all.`;
    // Stopped at the first contradiction, which the second one confirms.
    if (repeat.status === 'AWAITING_APPROVAL' && repeat.problem === problem) return;
    await this.repeats.askAgain(tx, repeat, problem);
    if (repeat.status === 'APPROVED') {
      const approvalReason = 'POSSIBLE_DUPLICATE';
      const approvalsNeeded = Math.max(1, repeat.approvalsNeeded);
      await this.move(tx, repeat, {
        to: 'AWAITING_APPROVAL',
        patch: { approvedHash: null, blockedBy: null, ...{ approvalReason, approvalsNeeded, problem } },
        ...{ cause, evidence: { possibleDuplicateOf: first.id } },
      });
    }
    this.alarms.raiseAfter(tx, 'payout_paid_and_repeated', { payoutId: first.id, repeatId: repeat.id });
  }

  /**
   * Claims locked payouts, with as many statements as for a single one. Call it last in the transaction.
   * @returns false if the balances have less than `funds`; roll the transaction back
   * @throws MoveRefusedError if one of the payouts may not be claimed
   */
  async claim(tx: Transaction, { payouts, patch, cause, besides, funds }: ClaimMove): Promise<boolean> {
    const to = 'SUBMITTING';
    const claimed = payouts.map(({ payout }) => payout);
    await this.write(tx, claimed, { from: 'APPROVED', to, patch });
    await this.append(tx, payouts, { status: to, cause });
    await besides?.();
    return this.funds.reserve(tx, funds);
  }

  /** Moves all these payouts. The transaction throws if one of them has moved since it was read. */
  private async write(
    tx: Transaction,
    payouts: readonly PayoutEntity[],
    { from, to, patch }: { readonly from: SubmissionState } & Pick<PayoutMove, 'to' | 'patch'>,
  ): Promise<void> {
    const ids = payouts.map(({ id }) => id);
    const isInTable = classifyMove(SUBMISSION_STATES, from, to) !== 'refused';
    if (!isInTable) throw new MoveRefusedError(`Payout ${ids.join(', ')}`, from, to);
    await this.states.move(tx, ids, { from, to, patch });
  }

  private async append(
    tx: Transaction,
    payouts: ClaimMove['payouts'],
    { status, cause }: { readonly status: PayoutStatus; readonly cause: StatusChangeCause },
  ): Promise<void> {
    await this.log.append(
      tx,
      ...payouts.map(({ payout, evidence }) => ({
        subjectType: 'PAYOUT' as const,
        subjectId: payout.id,
        from: payout.status,
        to: status,
        cause,
        evidence,
      })),
    );
  }
}

/** Returns the status that readers see after the move. The database computes the same status. */
function statusOf({ to, patch }: Pick<PayoutMove, 'to' | 'patch'>): PayoutStatus {
  return to === 'ACCEPTED' ? (patch.provider?.providerState ?? patch.providerState ?? 'UNRECOGNIZED') : to;
}
