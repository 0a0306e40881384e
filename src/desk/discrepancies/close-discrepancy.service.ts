import { Injectable } from '@nestjs/common';
import { CurrentAuthority } from '../../access/authority/current-authority.js';
import { SamePerson } from '../../access/people/persistence/same-person.sql.js';
import { AuditLog } from '../audit/audit-log.js';
import type { Refusal } from '../../common/refusal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { asksWhetherThisPayout, answerRefusal, type AnswerRefusalCode } from './closing-rules.js';
import type { Discrepancy, DiscrepancyKind } from './discrepancy.js';
import { PayoutDisputes } from './payout-disputes.js';
import { DiscrepanciesRepository } from './persistence/discrepancies.repository.js';

export type CloseDiscrepancyRefusalCode =
  | 'DISCREPANCY_NOT_FOUND'
  | 'ALREADY_CLOSED'
  | 'SAME_PERSON'
  | 'TAKES_TWO_PEOPLE'
  | AnswerRefusalCode;

export interface CloseDiscrepancyResult {
  readonly discrepancy: Discrepancy | null;
  readonly refusal: Refusal<CloseDiscrepancyRefusalCode> | null;
}

// As long as such a discrepancy is open, payouts that match the payment are blocked.
const TAKES_TWO_PEOPLE =
  'A payment that no payout here is takes two people: bind it by bindUnconfirmedPayout, or close it by closeLostPayment.';

interface Closing {
  readonly closedBy: string;
  readonly note: string;
  readonly isThisPayout: boolean | null;
}

@Injectable()
export class CloseDiscrepancyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly payouts: PayoutDisputes,
    private readonly samePerson: SamePerson,
    private readonly authority: CurrentAuthority,
    private readonly audit: AuditLog,
  ) {}

  find(discrepancyId: string): Promise<Discrepancy | null> {
    return this.unitOfWork.run((tx) => this.discrepancies.findForUpdate(tx, discrepancyId));
  }

  /**
   * Closes a discrepancy permanently. If the same difference is found later with other facts, it is a new discrepancy.
   * The makers of a payout cannot close one about it by themselves.
   */
  async close({
    discrepancyId,
    ...closing
  }: Closing & { readonly discrepancyId: string }): Promise<CloseDiscrepancyResult> {
    return this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      const seen = await this.discrepancies.find(tx, discrepancyId);
      if (!seen) return refused(null, 'DISCREPANCY_NOT_FOUND', 'There is no discrepancy with this id.');
      // Locks the payout first, in the same order as a read-back.
      const payout = seen.payoutId === null ? null : await this.payouts.handler.lock(tx, seen.payoutId);
      const found = await this.discrepancies.findForUpdate(tx, discrepancyId);
      if (!found) throw new Error(`Discrepancy ${discrepancyId} vanished while it was closed`);
      if (found.closedAt !== null) return refused(found, 'ALREADY_CLOSED', 'The discrepancy was closed before.');
      if (found.kind === 'UNKNOWN_PAYOUT') return refused(found, 'TAKES_TWO_PEOPLE', TAKES_TWO_PEOPLE);
      const makers = payout?.makers ?? [];
      if (await this.samePerson.isAmong(tx, { callerId: closing.closedBy, others: makers })) {
        const message = 'You may be one person with who created or changed the payout; another person must close it.';
        return refused(found, 'SAME_PERSON', message);
      }
      const isAsked = asksWhetherThisPayout(found, payout?.providerPayoutId ?? null);
      const refusal = answerRefusal({ isAsked, answer: closing.isThisPayout });
      if (refusal) return { discrepancy: found, refusal };
      const discrepancy = await this.write(tx, found, closing);
      if (closing.isThisPayout !== null) {
        await payout?.apply(closing.isThisPayout, { actorId: closing.closedBy, reference: closing.note });
      }
      return { discrepancy, refusal: null };
    });
  }

  /**
   * Closes the open discrepancies of some kinds about a locked payout, after people have settled the payout another
   * way.
   */
  async closeSettled(
    tx: Transaction,
    {
      payoutId,
      kinds,
      ...closing
    }: Closing & { readonly payoutId: string; readonly kinds: readonly DiscrepancyKind[] },
  ): Promise<void> {
    for (const found of await this.discrepancies.findOpenForUpdate(tx, payoutId, kinds)) {
      await this.write(tx, found, closing);
    }
  }

  private async write(tx: Transaction, found: Discrepancy, closing: Closing): Promise<Discrepancy> {
    const { isThisPayout, note } = closing;
    const discrepancy = await this.discrepancies.close(tx, found.id, closing);
    await this.audit.record(tx, {
      action: 'discrepancy.closed',
      subjectType: 'DISCREPANCY',
      subjectId: found.id,
      before: { kind: found.kind, payoutId: found.payoutId, providerPayoutId: found.providerPayoutId },
      after: isThisPayout === null ? null : { isThisPayout },
      reason: note,
    });
    return discrepancy;
  }
}

function refused(
  discrepancy: Discrepancy | null,
  code: CloseDiscrepancyRefusalCode,
  message: string,
): CloseDiscrepancyResult {
  return { discrepancy, refusal: { code, message } };
}
