import { Injectable } from '@nestjs/common';
import { isWithin } from '../../../access/accounts/account-bounds.js';
import { differingFields } from '../../../common/field-fingerprint.js';
import { newId } from '../../../common/ids.js';
import { type SignedDecimalString, subtractDecimals } from '../../../common/signed-decimal.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import type { ApprovalReason } from '../../core/domain/payout-status.js';
import type { PayoutWait, WaitingPayout } from '../../core/domain/payout-wait.js';
import type { PayoutEntity } from '../../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import type { PayoutProblem } from '../../destinations/payout-problem.js';
import { PayoutWaitsService } from '../../reading/payout-waits.service.js';
import { seesRecipients, shownApprovalReason } from '../../recipients/domain/recipient-sight.js';
import { RecipientCountsService } from '../../recipients/recipient-counts.service.js';
import { ApprovalReasonsService } from '../../rules/approval-reasons.service.js';
import type { BlockingLimit } from '../../rules/domain/payout-limits.js';
import { NOT_COVERED } from '../../rules/payout-balance.service.js';
import {
  type PossibleDuplicateRecord,
  PossibleDuplicatesQuery,
} from '../../rules/persistence/possible-duplicates.sql.js';
import { type ForeseenClaim, type PlannedClaim, PreSendChecksService } from '../../rules/pre-send-checks.service.js';
import { decideRecording } from '../domain/recording-decision.js';
import type { CreatePayoutRequest } from '../graphql/create-payout.input.js';
import {
  type CreatePayoutResult,
  EXTERNAL_ID_TAKEN,
  keyReused,
  notCovered,
  PayoutAnswersService,
  refused,
  takenBy,
  warningsOf,
} from '../payout-answers.service.js';
import {
  type AskedPayout,
  type ExaminedRequest,
  PayoutDecisionsService,
  type PayoutPlan,
} from '../payout-decisions.service.js';
import { type EarlierDuplicate, earlierDuplicates, type EarlierPayout, withEarlier } from './domain/earlier-payouts.js';

export interface PreviewedRequest {
  readonly request: CreatePayoutRequest;
  /** Problems of single fields, found earlier. */
  readonly unsound: readonly PayoutProblem[];
}

/** The payout that a request would make. */
export interface ForeseenPayout {
  readonly plan: PayoutPlan;
  readonly status: 'APPROVED' | 'AWAITING_APPROVAL';
  readonly approvalReason: ApprovalReason | null;
  readonly approvalsNeeded: number;
  /** The limit that the payout would exceed; null if there is none. */
  readonly limit: BlockingLimit | null;
  /** Empty if the payout would be sent immediately. */
  readonly waits: readonly PayoutWait[];
  /** The balance minus the payouts that wait, without this payout; null without an open balance. */
  readonly available: SignedDecimalString | null;
  readonly duplicates: readonly PossibleDuplicateRecord[];
  readonly earlierDuplicates: readonly EarlierDuplicate[];
}

/** The answer that createPayout would give now. `payout` is one that exists already. */
export interface PayoutPreview extends CreatePayoutResult {
  /** Null if no new payout would be recorded. */
  readonly foreseen: ForeseenPayout | null;
  /** The earlier entry that would have used the request's key or external id; null if none. */
  readonly repeats: number | null;
}

type Decision =
  | { readonly kind: 'answered'; readonly result: CreatePayoutResult }
  | { readonly kind: 'known'; readonly payout: PayoutEntity; readonly asked: AskedPayout }
  | { readonly kind: 'external_id_of_earlier'; readonly index: number; readonly asked: AskedPayout }
  | KeyOfEarlier
  | NewPayout;

interface KeyOfEarlier {
  readonly kind: 'key_of_earlier';
  readonly index: number;
  readonly asked: AskedPayout;
}

interface NewPayout {
  readonly kind: 'new';
  readonly plan: PayoutPlan;
  readonly approvalReason: ApprovalReason | null;
  readonly approvalsNeeded: number;
  /** Null if it needs approval, or nothing is sent at all now. */
  readonly claim: ForeseenClaim | null;
  readonly available: SignedDecimalString | null;
  readonly earlierDuplicates: readonly EarlierDuplicate[];
}

interface Stored {
  readonly byKey: ReadonlyMap<string, PayoutEntity>;
  readonly byExternalId: ReadonlyMap<string, PayoutEntity>;
}

/** A payout that would be recorded, with what a later entry is compared with. */
interface Recorded extends EarlierPayout {
  readonly plan: PayoutPlan;
}

/**
 * Tells what createPayout would answer, without making a payout. It decides by the same functions, for each entry as if
 * the entries before it had been created. It takes no lock, so a payout made meanwhile may change the answer.
 */
@Injectable()
export class PreviewPayoutsService {
  constructor(
    private readonly decisions: PayoutDecisionsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly reasons: ApprovalReasonsService,
    private readonly checks: PreSendChecksService,
    private readonly answers: PayoutAnswersService,
    private readonly waits: PayoutWaitsService,
    private readonly counts: RecipientCountsService,
    private readonly duplicates: PossibleDuplicatesQuery,
  ) {}

  /**
   * @returns the previews in the order of the requests
   * @throws AccessRefusedError RATE_LIMITED if the caller compared too many recipients
   */
  async preview(previewed: readonly PreviewedRequest[], caller: Caller): Promise<PayoutPreview[]> {
    const examined = await this.decisions.examineAll(previewed.map((one) => ({ id: newId(), ...one })));
    const plans = examined.flatMap((one) => (one.kind === 'planned' ? [one.plan] : []));
    const isStopped = (await this.waits.list(asApproved(new Date()))).length > 0;
    const decisions = await this.unitOfWork.run((tx) => this.decide(tx, examined, { plans, isStopped, caller }));
    return this.answerAll(decisions, caller);
  }

  private async decide(
    tx: Transaction,
    examined: readonly ExaminedRequest[],
    {
      plans,
      isStopped,
      caller,
    }: { readonly plans: readonly PayoutPlan[]; readonly isStopped: boolean; readonly caller: Caller },
  ): Promise<Decision[]> {
    const stored = await this.findStored(examined);
    const facts =
      plans.length === 0
        ? []
        : await this.reasons.readFacts(
            tx,
            plans.map(({ planned }) => planned),
          );
    const factsOf = new Map(plans.map((plan, at) => [plan, facts[at]]));
    const foresee = plans.length === 0 ? null : await this.checks.foresee(tx, plans.map(toClaim));
    const recorded: Recorded[] = [];
    const decisions = examined.map((one, index): Decision => {
      if (one.kind === 'no_account') return { kind: 'answered', result: refused(one.refusal) };
      if (one.kind === 'invalid') return decideInvalid(one, stored, recorded);
      const { plan } = one;
      const known = factsOf.get(plan);
      if (!known) throw new Error('A planned payout without its facts');
      const checks = this.reasons.checksBy(plan.planned, withEarlier(known, plan.planned, recorded));
      const decision = decideRecording(checks);
      if (decision.kind === 'exists') return decideExisting(plan, stored, recorded);
      if (decision.kind === 'guessing') return this.counts.refuseGuess();
      if (decision.kind === 'not_covered') {
        return { kind: 'answered', result: refused(notCovered(plan, decision.available)) };
      }
      const { reason, approvalsNeeded } = decision.needed;
      const claim = reason === null && !isStopped ? (foresee?.(toClaim(plan)) ?? null) : null;
      const isPoliced = claim?.kind === 'needs_approval';
      const planned: NewPayout = {
        kind: 'new',
        plan,
        approvalReason: isPoliced ? 'POLICY' : reason,
        approvalsNeeded: isPoliced ? claim.approvalsNeeded : approvalsNeeded,
        claim,
        available: checks.available,
        earlierDuplicates: earlierDuplicates(plan.planned, recorded),
      };
      const { externalId } = plan.request;
      recorded.push({ index, plan, planned: plan.planned, externalId, isApproved: planned.approvalReason === null });
      return planned;
    });
    await this.counts.countPreviewed(
      tx,
      caller.id,
      recorded.map(({ plan }) => plan.validation.recipient.requisites),
    );
    return decisions;
  }

  /** Finds the payouts that already use keys or external ids of the requests, with two statements at most. */
  private async findStored(examined: readonly ExaminedRequest[]): Promise<Stored> {
    const asked = examined.flatMap((one) => {
      if (one.kind === 'no_account') return [];
      if (one.kind === 'planned') return [{ account: one.plan.account, ...one.plan.request, isPlanned: true }];
      return one.account ? [{ account: one.account, ...one.asked.request, isPlanned: false }] : [];
    });
    const keys = asked.map(({ account, idempotencyKey }) => ({ accountId: account.id, idempotencyKey }));
    const externalIds = asked.flatMap(({ account, externalId, allowsSharedExternalId, isPlanned }) =>
      externalId === null || allowsSharedExternalId || !isPlanned ? [] : [{ accountId: account.id, externalId }],
    );
    const [ofKeys, ofIds] = await Promise.all([
      this.payouts.findByIdempotencyKeys(keys),
      this.payouts.findByExternalIds(externalIds),
    ]);
    return {
      byKey: new Map(ofKeys.map((payout) => [nameOf(payout.accountId, payout.idempotencyKey), payout])),
      byExternalId: new Map(ofIds.map((payout) => [nameOf(payout.accountId, payout.externalId), payout])),
    };
  }

  private async answerAll(decisions: readonly Decision[], caller: Caller): Promise<PayoutPreview[]> {
    const duplicates = await this.findDuplicates(decisions, caller);
    // Together, so that they read the gate once. Repeats of earlier entries need the answers of those.
    const first = await Promise.all(
      decisions.map((one) =>
        one.kind === 'key_of_earlier' ? Promise.resolve(null) : this.answer(one, { duplicates, caller }),
      ),
    );
    return decisions.map((one, at) => {
      const answered = one.kind === 'key_of_earlier' ? answerRepeat(one, first[one.index]) : first[at];
      if (!answered) throw new Error('An entry without an answer');
      return answered;
    });
  }

  private async answer(
    decision: Exclude<Decision, KeyOfEarlier>,
    known: {
      readonly duplicates: readonly PossibleDuplicateRecord[];
      readonly caller: Caller;
    },
  ): Promise<PayoutPreview> {
    switch (decision.kind) {
      case 'answered':
        return { ...decision.result, foreseen: null, repeats: null };
      case 'known':
        return { ...(await this.answers.ofKnown(decision.payout, decision.asked)), foreseen: null, repeats: null };
      case 'external_id_of_earlier':
        return { ...refused(EXTERNAL_ID_TAKEN), foreseen: null, repeats: decision.index };
      case 'new':
        return this.answerNew(decision, known);
    }
  }

  private async answerNew(
    decision: NewPayout,
    known: { readonly duplicates: readonly PossibleDuplicateRecord[]; readonly caller: Caller },
  ): Promise<PayoutPreview> {
    const { plan, approvalReason, approvalsNeeded, available, earlierDuplicates: earlier } = decision;
    const status = approvalReason === null ? 'APPROVED' : 'AWAITING_APPROVAL';
    const waiting: WaitingPayout = {
      ...asApproved(new Date()),
      status,
      approvalsNeeded,
      ...storedWaitOf(decision.claim),
    };
    const waits = await this.waits.list(waiting);
    const duplicates = known.duplicates.filter(({ payoutId }) => payoutId === plan.planned.id);
    const isOwn = (): boolean => [...duplicates, ...earlier].some(({ isSameAmount }) => isSameAmount);
    const shownReason = await shownApprovalReason(approvalReason, known.caller, isOwn);
    return {
      payout: null,
      refusals: [],
      warnings: [...plan.warnings, ...warningsOf(status, waits)],
      isRepeat: false,
      foreseen: {
        plan,
        status,
        approvalReason: shownReason,
        approvalsNeeded,
        limit: decision.claim?.kind === 'limited' ? decision.claim.limit : null,
        waits,
        available,
        duplicates,
        earlierDuplicates: earlier,
      },
      repeats: null,
    };
  }

  /** Finds the duplicates that the caller may know. */
  private async findDuplicates(decisions: readonly Decision[], caller: Caller): Promise<PossibleDuplicateRecord[]> {
    const planned = decisions.flatMap((one) => (one.kind === 'new' ? [one.plan.planned] : []));
    if (planned.length === 0) return [];
    const found = await this.duplicates.findByPlans(planned, seesRecipients(caller) ? null : caller.id);
    return found.filter(({ accountId }) => isWithin(caller, accountId));
  }
}

/** Answers an entry whose key an earlier entry of the same preview has used. */
function answerRepeat({ index, asked }: KeyOfEarlier, first: PayoutPreview | null | undefined): PayoutPreview {
  if (!first?.foreseen) throw new Error('A repeated entry without the first one');
  const differing = differingFields(first.foreseen.plan.fingerprint, asked.fingerprint);
  const repeat = { payout: null, refusals: [], warnings: first.warnings, isRepeat: true };
  return { ...(differing.length > 0 ? refused(keyReused(differing)) : repeat), foreseen: null, repeats: index };
}

/** The balance once the payout is sent. */
export function availableAfter({ plan, available }: ForeseenPayout): SignedDecimalString | null {
  return available && subtractDecimals(available, plan.request.amount as string as SignedDecimalString);
}

function decideInvalid(
  { problems, asked, account }: Extract<ExaminedRequest, { kind: 'invalid' }>,
  { byKey }: Stored,
  recorded: readonly Recorded[],
): Decision {
  const name = account && nameOf(account.id, asked.request.idempotencyKey);
  const payout = name === null ? undefined : byKey.get(name);
  if (payout) return { kind: 'known', payout, asked };
  const first = recorded.find(({ planned }) => nameOf(planned.accountId, planned.idempotencyKey) === name);
  if (first) return { kind: 'key_of_earlier', index: first.index, asked };
  return { kind: 'answered', result: { payout: null, refusals: problems, warnings: asked.warnings, isRepeat: false } };
}

function decideExisting(plan: PayoutPlan, { byKey, byExternalId }: Stored, recorded: readonly Recorded[]): Decision {
  const { accountId, idempotencyKey, unsharedExternalId } = plan.planned;
  const payout = byKey.get(nameOf(accountId, idempotencyKey));
  if (payout) return { kind: 'known', payout, asked: plan };
  const ofAccount = recorded.filter(({ planned }) => planned.accountId === accountId);
  const first = ofAccount.find(({ planned }) => planned.idempotencyKey === idempotencyKey);
  if (first) return { kind: 'key_of_earlier', index: first.index, asked: plan };
  const taken = ofAccount.findLast(({ externalId }) => externalId !== null && externalId === unsharedExternalId);
  if (taken) return { kind: 'external_id_of_earlier', index: taken.index, asked: plan };
  const known = byExternalId.get(nameOf(accountId, unsharedExternalId)) ?? null;
  return { kind: 'answered', result: takenBy(known) };
}

function nameOf(accountId: string, text: string | null): string {
  return `${accountId} ${text ?? ''}`;
}

function toClaim({ account, request, planned }: PayoutPlan): PlannedClaim {
  const { currency, amount, createdBy } = request;
  const [requisitesHash = null] = planned.requisitesHashes;
  return { accountId: account.id, currency, amount, createdBy, requisitesHash, approvalsNeeded: 0 };
}

/** A payout as it would be if it were recorded now, already approved. */
function asApproved(createdAt: Date): WaitingPayout {
  const none = { problem: null, waitsFor: null, waitsSince: null, nextAttemptAt: null };
  return { status: 'APPROVED', approvalsNeeded: 0, createdAt, ...none };
}

function storedWaitOf(claim: ForeseenClaim | null): Partial<Pick<WaitingPayout, 'waitsFor' | 'problem'>> {
  if (claim?.kind === 'limited') return { waitsFor: 'LIMIT', problem: claim.limit.message };
  return claim?.kind === 'not_covered' ? { waitsFor: 'BALANCE', problem: NOT_COVERED } : {};
}
