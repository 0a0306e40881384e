import { Injectable } from '@nestjs/common';
import type { Facts } from '../../audit/audit-entry.js';
import { AuditLog } from '../../audit/audit-log.js';
import type { Transaction } from '../../database/transaction.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { type DecisionRefusalCode, DecisionsService } from '../../decisions/decisions.service.js';
import { PayoutGateService } from './payout-gate.service.js';

/** What stands in the way of a change of the rules. */
export interface RuleChangeRefusal<Code extends string> {
  readonly code: Code;
  /** The field of the input at fault; null when none is. */
  readonly field: string | null;
  readonly message: string;
}

/** What became of a change of the rules. */
export interface RuleChangeResult<Code extends string> {
  /** True once a second person has confirmed it. */
  readonly isConfirmed: boolean;
  readonly refusal: RuleChangeRefusal<Code> | null;
}

export interface RuleChange {
  readonly kind: 'PAYOUT_POLICY' | 'PAYOUT_LIMIT';
  /** The rule it is about, in words. */
  readonly subject: string;
  /** The rule as it is to be. */
  readonly content: Facts;
  readonly isRemoval: boolean;
  readonly reason: string;
  /** The API key that decides. */
  readonly actorId: string;
  /** Makes the change, and returns the rule as it was. Called while nothing is claimed. */
  readonly apply: (
    tx: Transaction,
    people: { readonly proposedBy: string; readonly confirmedBy: string },
  ) => Promise<Facts>;
}

const ACTIONS = { PAYOUT_POLICY: 'payout_policy', PAYOUT_LIMIT: 'payout_limit' } as const;

/** Changes the rules that payouts are held to: by two people, between claims, and on record. */
@Injectable()
export class PayoutRuleChangesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: PayoutGateService,
    private readonly decisions: DecisionsService,
    private readonly audit: AuditLog,
  ) {}

  /** The first call proposes, the same call by another person has it applied. */
  async take(change: RuleChange): Promise<RuleChangeResult<DecisionRefusalCode>> {
    const { kind, subject, content, reason, actorId } = change;
    return this.unitOfWork.run(async (tx) => {
      const step = await this.decisions.take(tx, { kind, subject, content, reason, actorId, mayConfirm: true });
      if (step.kind === 'refused') return { isConfirmed: false, refusal: { ...step, field: null } };
      if (step.kind === 'proposed') return { isConfirmed: false, refusal: null };
      await this.gate.stopClaims(tx);
      const before = await change.apply(tx, { proposedBy: step.proposedBy, confirmedBy: actorId });
      await this.audit.record(tx, {
        action: `${ACTIONS[kind]}.${change.isRemoval ? 'removed' : 'set'}`,
        subjectType: kind,
        subjectId: null,
        before,
        after: content,
        reason,
      });
      return { isConfirmed: true, refusal: null };
    });
  }
}
