import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { DiscrepanciesRepository } from './persistence/discrepancies.repository.js';
import type { Discrepancy } from './discrepancy.js';
import type { Refusal } from '../common/refusal.js';

export type CloseDiscrepancyRefusalCode = 'DISCREPANCY_NOT_FOUND' | 'ALREADY_CLOSED';

export interface CloseDiscrepancyResult {
  /** As it is now; null when there is none. */
  readonly discrepancy: Discrepancy | null;
  readonly refusal: Refusal<CloseDiscrepancyRefusalCode> | null;
}

/** A person found out what a difference is about. */
@Injectable()
export class CloseDiscrepancyService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly audit: AuditLog,
  ) {}

  /** The discrepancy with this id; null when there is none. */
  find(discrepancyId: string): Promise<Discrepancy | null> {
    return this.unitOfWork.run((tx) => this.discrepancies.findForUpdate(tx, discrepancyId));
  }

  /** Closes it for good: the same difference with other facts is another discrepancy. */
  async close(request: {
    readonly discrepancyId: string;
    readonly note: string;
    readonly closedBy: string;
  }): Promise<CloseDiscrepancyResult> {
    const { discrepancyId, note, closedBy } = request;
    return this.unitOfWork.run(async (tx) => {
      const found = await this.discrepancies.findForUpdate(tx, discrepancyId);
      if (!found) return refused(null, 'DISCREPANCY_NOT_FOUND', 'There is no discrepancy with this id.');
      if (found.closedAt !== null) return refused(found, 'ALREADY_CLOSED', 'The discrepancy was closed before.');
      const discrepancy = await this.discrepancies.close(tx, discrepancyId, { closedBy, note });
      await this.audit.record(tx, {
        action: 'discrepancy.closed',
        subjectType: 'DISCREPANCY',
        subjectId: discrepancyId,
        before: { kind: found.kind, payoutId: found.payoutId, providerPayoutId: found.providerPayoutId },
        after: null,
        reason: note,
      });
      return { discrepancy, refusal: null };
    });
  }
}

function refused(
  discrepancy: Discrepancy | null,
  code: CloseDiscrepancyRefusalCode,
  message: string,
): CloseDiscrepancyResult {
  return { discrepancy, refusal: { code, message } };
}
