import { Injectable } from '@nestjs/common';
import type { PreparedChange } from '../../access/changes/change-handler.js';
import { ChangeRequestsService } from '../../access/changes/change-requests.service.js';
import type { ProposeRefusalCode } from '../../access/changes/domain/proposal-rules.js';
import type { ChangeRequest } from '../../access/changes/domain/change-request.js';
import type { Facts } from '../../desk/audit/audit-entry.js';
import { AuditLog } from '../../desk/audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { PayoutGateService } from '../gate/payout-gate.service.js';
import type { Refusal } from '../../common/refusal.js';

export interface RuleProposalResult<Code extends string> {
  readonly changeRequest: ChangeRequest | null;
  readonly refusal: Refusal<Code> | null;
}

export interface RuleProposal {
  readonly kind: 'PAYOUT_POLICY' | 'PAYOUT_LIMIT';
  readonly subject: string;
  readonly content: Facts;
  readonly reason: string;
  readonly proposedBy: string;
}

const ACTIONS = { PAYOUT_POLICY: 'payout_policy', PAYOUT_LIMIT: 'payout_limit' } as const;

/** Changes limits and policies. Every change takes two people, runs between claims, and is audited. */
@Injectable()
export class PayoutRuleChangesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: PayoutGateService,
    private readonly changes: ChangeRequestsService,
    private readonly audit: AuditLog,
  ) {}

  async propose(proposal: RuleProposal): Promise<RuleProposalResult<ProposeRefusalCode>> {
    const proposed = await this.unitOfWork.run((tx) => this.changes.propose(tx, proposal));
    return proposed.kind === 'proposed'
      ? { changeRequest: proposed.request, refusal: null }
      : { changeRequest: null, refusal: { ...proposed, field: null } };
  }

  /**
   * Prepares the confirmed change.
   * @param apply makes the change and returns the previous rule; it runs while no claim is in progress
   */
  prepare(
    { content, reason }: ChangeRequest,
    change: {
      readonly kind: RuleProposal['kind'];
      readonly isRemoval: boolean;
      readonly apply: (
        tx: Transaction,
        people: { readonly proposedBy: string; readonly confirmedBy: string },
      ) => Promise<Facts>;
    },
  ): PreparedChange {
    return {
      kind: 'prepared',
      lock: (tx) =>
        Promise.resolve({
          kind: 'locked',
          apply: async (people) => {
            await this.gate.stopClaims(tx);
            const before = await change.apply(tx, people);
            await this.audit.record(tx, {
              action: `${ACTIONS[change.kind]}.${change.isRemoval ? 'removed' : 'set'}`,
              subjectType: change.kind,
              subjectId: null,
              before,
              after: content,
              reason,
            });
            return { kind: 'applied' };
          },
        }),
    };
  }
}
