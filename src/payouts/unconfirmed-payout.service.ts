import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import { newId } from '../common/ids.js';
import { findUnstorableText } from '../common/stored-text.js';
import { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { type Finding, PayoutEvidenceService } from './payout-evidence.service.js';
import { PayoutSettlementService } from './payout-settlement.service.js';
import type { PayoutAttemptEntity } from './persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import {
  PayoutProposalsRepository,
  type Proposal,
  type ProposalContent,
} from './persistence/payout-proposals.repository.js';
import type { PayoutEntity } from './persistence/payout.entity.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';

/** What can stand in the way of either decision. */
export type DecisionRefusalCode =
  'PAYOUT_NOT_FOUND' | 'NOT_UNCONFIRMED' | 'REFERENCE_INVALID' | 'SECOND_PERSON_NEEDED' | 'DIFFERS_FROM_PROPOSAL';

export type BindRefusalCode =
  DecisionRefusalCode | 'NO_MATCH' | 'NOT_AT_PROVIDER' | 'ALREADY_BOUND' | 'PROVIDER_UNAVAILABLE';
export type CloseRefusalCode = DecisionRefusalCode | 'TOO_EARLY' | 'RECIPIENT_PURGED';

/** Who decides, and whether they may be the second person. */
export interface DecidingKey {
  readonly id: string;
  readonly mayConfirm: boolean;
}

export interface BindRequest {
  readonly payoutId: string;
  readonly providerPayoutId: string;
  readonly reference: string;
  /** The API key that decides. */
  readonly actorId: string;
  readonly mayConfirm: boolean;
}

export interface CloseRequest {
  readonly payoutId: string;
  /** Whether it may then be sent once more. */
  readonly resend: boolean;
  readonly reference: string;
  /** The API key that decides. */
  readonly actorId: string;
  readonly mayConfirm: boolean;
}

export interface UnconfirmedPayoutResult<Code extends string> {
  readonly payout: PayoutEntity | null;
  /** True once the second person's word has taken effect; false while the first one's waits for it. */
  readonly isConfirmed: boolean;
  readonly refusal: { readonly code: Code; readonly message: string } | null;
}

interface Refused<Code extends string> {
  readonly kind: 'refused';
  readonly refusal: { readonly code: Code; readonly message: string };
}

type Step<Code extends string> = Refused<Code> | { readonly kind: 'proposed' } | { readonly kind: 'confirmed' };

/** Whose word a decision is: the first person's, who proposes it, or the second one's, who confirms it. */
type Turn =
  | Refused<DecisionRefusalCode>
  | { readonly kind: 'first'; readonly payout: PayoutEntity; readonly open: Proposal | null }
  | { readonly kind: 'second'; readonly attempt: PayoutAttemptEntity; readonly proposal: Proposal };

const MAX_REFERENCE_LENGTH = 500;

/** What people decide about payouts nobody can know of. Every decision takes two of them. */
@Injectable()
export class UnconfirmedPayoutService {
  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly proposals: PayoutProposalsRepository,
    private readonly evidence: PayoutEvidenceService,
    private readonly settlement: PayoutSettlementService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Names the payout at the provider. The first call proposes, the same call by another key confirms; whether it is this
   * payout is then read from the provider. When that cannot be asked, the proposal waits on.
   */
  async bind(request: BindRequest): Promise<UnconfirmedPayoutResult<BindRefusalCode>> {
    const { payoutId, providerPayoutId, reference } = request;
    const content: ProposalContent = { kind: 'BIND', providerPayoutId, resend: false, reference };
    const turn = await this.unitOfWork.run(async (tx) => {
      const taken = await this.takeTurn(tx, request, content);
      return taken.kind === 'first' ? this.propose(tx, { ...taken, request, content }) : taken;
    });
    if (turn.kind !== 'second') return this.describe(payoutId, turn);
    // With no transaction open, so the turn is taken once more with what was found.
    const finding = await this.evidence.examine(turn.attempt, { providerPayoutId, by: 'OPERATOR_BOUND' });
    if (finding.kind === 'unavailable') {
      const message = `It could not be read back (${finding.reason}); confirm it again.`;
      return this.describe(payoutId, refusal('PROVIDER_UNAVAILABLE', message));
    }
    const step = await this.unitOfWork.run(async (tx): Promise<Step<BindRefusalCode>> => {
      const again = await this.takeTurn(tx, request, content);
      if (again.kind === 'refused') return again;
      if (again.kind === 'first' || again.proposal.id !== turn.proposal.id) {
        return refusal('DIFFERS_FROM_PROPOSAL', 'What you confirmed was settled or replaced meanwhile; look again.');
      }
      await this.proposals.confirm(tx, again.proposal.id, request.actorId);
      await this.record(tx, 'confirmed', { payoutId, content });
      return this.settle(tx, { attempt: again.attempt, finding, request });
    });
    return this.describe(payoutId, step);
  }

  /** States that the payment service does not have it. The first call proposes, the same call by another key confirms. */
  async close(request: CloseRequest): Promise<UnconfirmedPayoutResult<CloseRefusalCode>> {
    const { payoutId, resend, reference } = request;
    const content: ProposalContent = { kind: 'CLOSE', providerPayoutId: null, resend, reference };
    const step = await this.unitOfWork.run(async (tx): Promise<Step<CloseRefusalCode>> => {
      if (await this.isTooEarlyToClose(tx, payoutId)) {
        return refusal('TOO_EARLY', 'Late answers and webhooks are still likely; close it after the cool-off.');
      }
      if (resend && (await this.isRecipientPurged(tx, payoutId))) {
        return refusal('RECIPIENT_PURGED', 'Its recipient was purged, so it cannot be sent again; make a new payout.');
      }
      const turn = await this.takeTurn(tx, request, content);
      if (turn.kind === 'refused') return turn;
      if (turn.kind === 'first') return this.propose(tx, { ...turn, request, content });
      await this.proposals.confirm(tx, turn.proposal.id, request.actorId);
      const locked = await this.settlement.lock(tx, { payoutId, attemptId: turn.attempt.id });
      await this.settlement.close(tx, locked, request);
      await this.record(tx, 'confirmed', { payoutId, content });
      return { kind: 'confirmed' };
    });
    return this.describe(payoutId, step);
  }

  /** Locks the payout and says what a decision about it can do now. */
  private async takeTurn(
    tx: Transaction,
    request: { readonly payoutId: string; readonly actorId: string; readonly mayConfirm: boolean },
    content: ProposalContent,
  ): Promise<Turn> {
    const unsound = findUnstorableText(content.reference, MAX_REFERENCE_LENGTH);
    if (unsound !== null) return refusal('REFERENCE_INVALID', `reference ${unsound}`);
    const payout = await this.payouts.findForUpdate(tx, request.payoutId);
    if (!payout) return refusal('PAYOUT_NOT_FOUND', 'There is no payout with this id.');
    const attempt = await this.attempts.findLiveForUpdate(tx, payout.id);
    if (payout.submissionState !== 'UNCONFIRMED' || !attempt) {
      return refusal('NOT_UNCONFIRMED', `A payout that is ${payout.status} has nothing to settle.`);
    }
    const latest = await this.proposals.findOpen(tx, payout.id);
    // What was proposed before this attempt was made is about an earlier one, of which its author knew other things.
    const open = latest && latest.proposedAt > attempt.claimedAt ? latest : null;
    if (!open || open.proposedBy === request.actorId) return { kind: 'first', payout, open };
    if (!isSame(open, content)) {
      return refusal(
        'DIFFERS_FROM_PROPOSAL',
        'Another person proposed something else; confirm that, or have it replaced.',
      );
    }
    if (!request.mayConfirm) {
      return refusal('SECOND_PERSON_NEEDED', 'Somebody who approves payouts must confirm it.');
    }
    return { kind: 'second', attempt, proposal: open };
  }

  private async propose(
    tx: Transaction,
    proposed: {
      readonly payout: PayoutEntity;
      readonly request: { readonly actorId: string };
      readonly content: ProposalContent;
      readonly open: Proposal | null;
    },
  ): Promise<Step<DecisionRefusalCode>> {
    const { payout, request, content, open } = proposed;
    if (open && isSame(open, content)) {
      return refusal('SECOND_PERSON_NEEDED', 'You proposed this already; another person must confirm it.');
    }
    await this.proposals.replace(tx, {
      ...content,
      id: newId(),
      payoutId: payout.id,
      proposedBy: request.actorId,
    });
    await this.record(tx, 'proposed', { payoutId: payout.id, content });
    return { kind: 'proposed' };
  }

  private async record(
    tx: Transaction,
    verb: 'proposed' | 'confirmed',
    { payoutId, content }: { readonly payoutId: string; readonly content: ProposalContent },
  ): Promise<void> {
    const { kind, providerPayoutId, resend, reference } = content;
    await this.audit.record(tx, {
      action: `payout.${kind === 'BIND' ? 'binding' : 'closing'}_${verb}`,
      subjectType: 'PAYOUT',
      subjectId: payoutId,
      before: null,
      after: { providerPayoutId, resend },
      reason: reference,
    });
  }

  /** What two people agreed on is settled by what was found: a wrong id is no longer open, nor bound. */
  private async settle(
    tx: Transaction,
    {
      attempt,
      finding,
      request,
    }: {
      readonly attempt: PayoutAttemptEntity;
      readonly finding: Exclude<Finding, { kind: 'unavailable' }>;
      readonly request: BindRequest;
    },
  ): Promise<Step<BindRefusalCode>> {
    if (finding.kind === 'absent') {
      return refusal('NOT_AT_PROVIDER', 'The payment service knows no payout with that id.');
    }
    if (finding.kind === 'no_match') {
      return refusal('NO_MATCH', 'What the payment service shows there is not this payout.');
    }
    const { actorId, reference } = request;
    const found = { by: 'OPERATOR_BOUND', actorId, reference, cause: 'OPERATOR' } as const;
    const result = await this.evidence.bind(tx, attempt, finding, found);
    return result === 'taken' ? refusal('ALREADY_BOUND', 'That id belongs to another payout.') : { kind: 'confirmed' };
  }

  private async isTooEarlyToClose(tx: Transaction, payoutId: string): Promise<boolean> {
    const payout = await this.payouts.findForUpdate(tx, payoutId);
    if (payout?.submissionState !== 'UNCONFIRMED') return false;
    const attempt = await this.attempts.findLiveForUpdate(tx, payoutId);
    if (!attempt) return false;
    return !(await this.attempts.isOlderThan(tx, attempt.id, this.config.payouts.closeAfterMinutes));
  }

  /** Only of a payout that had ended for long when its binding was disproved. */
  private async isRecipientPurged(tx: Transaction, payoutId: string): Promise<boolean> {
    const payout = await this.payouts.findForUpdate(tx, payoutId);
    return payout?.submissionState === 'UNCONFIRMED' && payout.sealedRecipient === null;
  }

  private async describe<Code extends string>(
    payoutId: string,
    step: Step<Code>,
  ): Promise<UnconfirmedPayoutResult<Code>> {
    const payout = await this.payouts.findById(payoutId);
    return {
      payout,
      isConfirmed: step.kind === 'confirmed',
      refusal: step.kind === 'refused' ? step.refusal : null,
    };
  }
}

function isSame(left: ProposalContent, right: ProposalContent): boolean {
  return left.kind === right.kind && left.providerPayoutId === right.providerPayoutId && left.resend === right.resend;
}

function refusal<Code extends string>(code: Code, message: string): Refused<Code> {
  return { kind: 'refused', refusal: { code, message } };
}
