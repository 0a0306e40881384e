import { Injectable } from '@nestjs/common';
import { newId } from '../common/ids.js';
import { findUnsoundText } from '../common/sound-text.js';
import { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { PayoutEvidenceService } from './payout-evidence.service.js';
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
export type CloseRefusalCode = DecisionRefusalCode | 'TOO_EARLY';

export interface BindRequest {
  readonly payoutId: string;
  readonly providerPayoutId: string;
  readonly reference: string;
  /** The API key that decides. */
  readonly actorId: string;
}

export interface CloseRequest {
  readonly payoutId: string;
  /** Whether it may then be sent once more. */
  readonly resend: boolean;
  readonly reference: string;
  /** The API key that decides. */
  readonly actorId: string;
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

type Step<Code extends string> =
  Refused<Code> | { readonly kind: 'proposed' } | { readonly kind: 'confirmed'; readonly attempt: PayoutAttemptEntity };

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
  ) {}

  /** Names the payout at the provider. The first call proposes, the same call by another key confirms. */
  async bind(request: BindRequest): Promise<UnconfirmedPayoutResult<BindRefusalCode>> {
    const { providerPayoutId, reference } = request;
    const step = await this.unitOfWork.run((tx) =>
      this.step(tx, request, { kind: 'BIND', providerPayoutId, resend: false, reference }),
    );
    if (step.kind !== 'confirmed') return this.describe(request.payoutId, step);
    // Two people agree on the id; whether it is this payout is still read from the provider.
    const result = await this.evidence.bindAttempt(step.attempt, {
      providerPayoutId: request.providerPayoutId,
      by: 'OPERATOR_BOUND',
      actorId: request.actorId,
      reference: request.reference,
      cause: 'OPERATOR',
    });
    switch (result.kind) {
      case 'bound':
      case 'already_bound':
      case 'duplicate':
        return this.describe(request.payoutId, step);
      case 'taken':
        return this.refuse(request.payoutId, 'ALREADY_BOUND', 'That id belongs to another payout.');
      case 'no_match':
        return this.refuse(request.payoutId, 'NO_MATCH', 'What the payment service shows there is not this payout.');
      case 'absent':
        return this.refuse(request.payoutId, 'NOT_AT_PROVIDER', 'The payment service knows no payout with that id.');
      case 'unavailable':
        return this.refuse(request.payoutId, 'PROVIDER_UNAVAILABLE', `It could not be read back (${result.reason}).`);
    }
  }

  /** States that the payment service does not have it. The first call proposes, the same call by another key confirms. */
  async close(request: CloseRequest): Promise<UnconfirmedPayoutResult<CloseRefusalCode>> {
    const step = await this.unitOfWork.run(async (tx): Promise<Step<CloseRefusalCode>> => {
      if (await this.isTooEarlyToClose(tx, request.payoutId)) {
        return refusal('TOO_EARLY', 'Late answers and webhooks are still likely; close it after the cool-off.');
      }
      const taken = await this.step(tx, request, {
        kind: 'CLOSE',
        providerPayoutId: null,
        resend: request.resend,
        reference: request.reference,
      });
      if (taken.kind === 'confirmed') {
        const locked = await this.settlement.lock(tx, { payoutId: request.payoutId, attemptId: taken.attempt.id });
        await this.settlement.close(tx, locked, request);
      }
      return taken;
    });
    return this.describe(request.payoutId, step);
  }

  private async step(
    tx: Transaction,
    request: { readonly payoutId: string; readonly actorId: string },
    content: ProposalContent,
  ): Promise<Step<DecisionRefusalCode>> {
    const unsound = findUnsoundText(content.reference, MAX_REFERENCE_LENGTH);
    if (unsound !== null) return refusal('REFERENCE_INVALID', `reference ${unsound}`);
    const payout = await this.payouts.findForUpdate(tx, request.payoutId);
    if (!payout) return refusal('PAYOUT_NOT_FOUND', 'There is no payout with this id.');
    const attempt = await this.attempts.findLiveForUpdate(tx, payout.id);
    if (payout.submissionState !== 'UNCONFIRMED' || !attempt) {
      return refusal('NOT_UNCONFIRMED', `A payout that is ${payout.status} has nothing to settle.`);
    }
    const open = await this.proposals.findOpen(tx, payout.id);
    if (!open || open.proposedBy === request.actorId) return this.propose(tx, { payout, request, content, open });
    if (!isSame(open, content)) {
      return refusal(
        'DIFFERS_FROM_PROPOSAL',
        'Another person proposed something else; confirm that, or have it replaced.',
      );
    }
    await this.proposals.confirm(tx, open.id, request.actorId);
    return { kind: 'confirmed', attempt };
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
    return { kind: 'proposed' };
  }

  private async isTooEarlyToClose(tx: Transaction, payoutId: string): Promise<boolean> {
    const payout = await this.payouts.findForUpdate(tx, payoutId);
    if (payout?.submissionState !== 'UNCONFIRMED') return false;
    const attempt = await this.attempts.findLiveForUpdate(tx, payoutId);
    if (!attempt) return false;
    return Date.now() - attempt.claimedAt.getTime() < this.config.payouts.closeAfterMinutes * 60_000;
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

  private refuse(
    payoutId: string,
    code: BindRefusalCode,
    message: string,
  ): Promise<UnconfirmedPayoutResult<BindRefusalCode>> {
    return this.describe(payoutId, refusal(code, message));
  }
}

function isSame(left: ProposalContent, right: ProposalContent): boolean {
  return left.kind === right.kind && left.providerPayoutId === right.providerPayoutId && left.resend === right.resend;
}

function refusal<Code extends string>(code: Code, message: string): Refused<Code> {
  return { kind: 'refused', refusal: { code, message } };
}
