import { Injectable } from '@nestjs/common';
import { findUnstorableText } from '../../common/text/stored-text.js';
import { Config } from '../../config/config.js';
import type { Transaction } from '../../database/transaction.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import {
  type DecisionRefusalCode,
  DecisionsService,
  type DecisionStep,
  type WantedDecision,
} from '../../decisions/decisions.service.js';
import type { ProposalContent } from './domain/payout-proposal.js';
import { type Finding, PayoutEvidenceService } from './payout-evidence.service.js';
import { PayoutSettlementService } from './payout-settlement.service.js';
import { PendingEvidenceService } from './pending-evidence.service.js';
import { TRY_AGAIN } from '../core/payout-operation.result.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

/** What can stand in the way of either decision. */
export type UnconfirmedRefusalCode =
  'PAYOUT_NOT_FOUND' | 'NOT_UNCONFIRMED' | 'REFERENCE_INVALID' | DecisionRefusalCode | 'TRY_AGAIN';

export type BindRefusalCode =
  UnconfirmedRefusalCode | 'NO_MATCH' | 'NOT_AT_PROVIDER' | 'ALREADY_BOUND' | 'PROVIDER_UNAVAILABLE';
export type CloseRefusalCode =
  UnconfirmedRefusalCode | 'TOO_EARLY' | 'RECIPIENT_PURGED' | 'EVIDENCE_PENDING' | 'NOT_UNREADABLE';

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
  /** Webhooks about it that could not be read, in spite of which it is to be closed: in order, each once. */
  readonly unreadableWebhookIds: readonly string[];
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

/** A payout whose outcome nobody knows and its live attempt, both locked, and what is wanted of them. */
type Wanted =
  | Refused<UnconfirmedRefusalCode>
  | {
      readonly kind: 'wanted';
      readonly payout: PayoutEntity;
      readonly attempt: PayoutAttemptEntity;
      readonly decision: WantedDecision;
    };

const MAX_REFERENCE_LENGTH = 500;

const BUSY: Refused<'TRY_AGAIN'> = { kind: 'refused', refusal: TRY_AGAIN };

/** What people decide about payouts nobody can know of. Every decision takes two of them. */
@Injectable()
export class UnconfirmedPayoutService {
  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly decisions: DecisionsService,
    private readonly evidence: PayoutEvidenceService,
    private readonly settlement: PayoutSettlementService,
    private readonly pending: PendingEvidenceService,
  ) {}

  /**
   * Names the payout at the provider. The first call proposes, the same call by another key confirms; whether it is this
   * payout is then read from the provider. When that cannot be asked, the proposal waits on.
   */
  async bind(request: BindRequest): Promise<UnconfirmedPayoutResult<BindRefusalCode>> {
    const { payoutId, providerPayoutId } = request;
    const content: ProposalContent = { kind: 'BIND', providerPayoutId, resend: false };
    const turn = await this.unitOfWork.runUnlessBusy(BUSY, async (tx) => {
      const wanted = await this.want(tx, request, content);
      if (wanted.kind === 'refused') return wanted;
      const { attempt, decision } = wanted;
      const whose = await this.decisions.turnOf(tx, decision);
      if (whose.kind === 'second') return { kind: 'second', attempt, decisionId: whose.id } as const;
      return toStep(await this.decisions.take(tx, decision));
    });
    if (turn.kind !== 'second') return this.describe(payoutId, turn);
    // With no transaction open, so the turn is taken once more with what was found.
    const finding = await this.evidence.examineForPeople(turn.attempt, providerPayoutId);
    if (finding.kind === 'unavailable') {
      const message = `It could not be read back (${finding.reason}); confirm it again.`;
      return this.describe(payoutId, refusal('PROVIDER_UNAVAILABLE', message));
    }
    const step = await this.unitOfWork.runUnlessBusy(BUSY, async (tx): Promise<Step<BindRefusalCode>> => {
      const wanted = await this.want(tx, request, content);
      if (wanted.kind === 'refused') return wanted;
      const whose = await this.decisions.turnOf(tx, wanted.decision);
      if (whose.kind !== 'second' || whose.id !== turn.decisionId) {
        return refusal('DIFFERS_FROM_PROPOSAL', 'What you confirmed was settled or replaced meanwhile; look again.');
      }
      await this.decisions.take(tx, wanted.decision);
      return this.settle(tx, { attempt: wanted.attempt, finding, request });
    });
    return this.describe(payoutId, step);
  }

  /**
   * States that the payment service does not have it. The first call proposes, the same call by another key confirms.
   * Refused while evidence about it is not settled as another payout's, unless that could not be read and both name it;
   * before it may be sent again, every id that was named for it is read back.
   */
  async close(request: CloseRequest): Promise<UnconfirmedPayoutResult<CloseRefusalCode>> {
    const { payoutId, resend } = request;
    const before = resend ? await this.unitOfWork.runUnlessBusy(BUSY, (tx) => this.wantClosed(tx, request)) : null;
    if (before?.kind === 'refused') return this.describe(payoutId, before);
    // With no transaction open, so all is asked once more with what was read.
    const named = before && (await this.pending.readNamed(before.attempt, before.namedIds));
    const step = await this.unitOfWork.runUnlessBusy(BUSY, async (tx): Promise<Step<CloseRefusalCode>> => {
      const wanted = await this.wantClosed(tx, request);
      if (wanted.kind === 'refused') return wanted;
      const { payout, attempt, decision, namedIds } = wanted;
      if (named !== null) return evidencePending(`An answer named ${named}`);
      if (before && (before.attempt.id !== attempt.id || before.namedIds.length !== namedIds.length)) {
        return evidencePending('Something was learned of it meanwhile');
      }
      const taken = await this.decisions.take(tx, decision);
      if (taken.kind === 'confirmed') {
        await this.settlement.close(tx, { payout, attempt }, request);
        await this.pending.replayWebhooks(tx, { payout, attempt });
      }
      return toStep(taken);
    });
    return this.describe(payoutId, step);
  }

  /** What is wanted, and the ids that were named for the attempt, unless something speaks against closing it now. */
  private async wantClosed(
    tx: Transaction,
    request: CloseRequest,
  ): Promise<
    Refused<CloseRefusalCode> | (Exclude<Wanted, Refused<string>> & { readonly namedIds: readonly string[] })
  > {
    const { resend, unreadableWebhookIds } = request;
    const named = unreadableWebhookIds.length > 0 && { unreadableWebhookIds };
    const wanted = await this.want(tx, request, { kind: 'CLOSE', providerPayoutId: null, resend, ...named });
    if (wanted.kind === 'refused') return wanted;
    const { payout, attempt } = wanted;
    if (!(await this.attempts.isOlderThan(tx, attempt.id, this.config.payouts.closeAfterMinutes))) {
      return refusal('TOO_EARLY', 'Late answers and webhooks are still likely; close it after the cool-off.');
    }
    // Only of a payout that had ended for long when its binding was disproved.
    if (resend && payout.sealedRecipient === null) {
      return refusal('RECIPIENT_PURGED', 'Its recipient was purged, so it cannot be sent again; make a new payout.');
    }
    const webhooks = await this.pending.findWebhooks(tx, { payout, attempt }, unreadableWebhookIds);
    if (webhooks.kind === 'pending') return evidencePending(`Not settled as another payout's: ${webhooks.words}`);
    if (webhooks.kind === 'misnamed') {
      return refusal('NOT_UNREADABLE', `${webhooks.id} is no webhook about it that could not be read.`);
    }
    const namedIds = await this.pending.findNamedIds(tx, attempt);
    return { ...wanted, namedIds: [...new Set([...namedIds, ...webhooks.providerIds])] };
  }

  /** Locks the payout and its attempt, and says what decision about them is wanted. */
  private async want(
    tx: Transaction,
    request: {
      readonly payoutId: string;
      readonly reference: string;
      readonly actorId: string;
      readonly mayConfirm: boolean;
    },
    content: ProposalContent,
  ): Promise<Wanted> {
    const unsound = findUnstorableText(request.reference, MAX_REFERENCE_LENGTH);
    if (unsound !== null) return refusal('REFERENCE_INVALID', `reference ${unsound}`);
    const payout = await this.payouts.findForUpdate(tx, request.payoutId);
    if (!payout) return refusal('PAYOUT_NOT_FOUND', 'There is no payout with this id.');
    const attempt = await this.attempts.findLiveForUpdate(tx, payout.id);
    if (payout.submissionState !== 'UNCONFIRMED' || !attempt) {
      return refusal('NOT_UNCONFIRMED', `A payout that is ${payout.status} has nothing to settle.`);
    }
    const decision: WantedDecision = {
      kind: 'UNCONFIRMED_PAYOUT',
      subject: payout.id,
      // With the attempt it is about: of a later one its author knows other things.
      content: { ...content, attemptId: attempt.id },
      reason: request.reference,
      actorId: request.actorId,
      mayConfirm: request.mayConfirm,
    };
    return { kind: 'wanted', payout, attempt, decision };
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

function evidencePending(what: string): Refused<'EVIDENCE_PENDING'> {
  return refusal(
    'EVIDENCE_PENDING',
    `${what}. Try again in a minute, or bind the payout to what the payment service has.`,
  );
}

function toStep(step: DecisionStep): Step<DecisionRefusalCode> {
  return step.kind === 'refused' ? refusal(step.code, step.message) : { kind: step.kind };
}

function refusal<Code extends string>(code: Code, message: string): Refused<Code> {
  return { kind: 'refused', refusal: { code, message } };
}
