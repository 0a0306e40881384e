import { Injectable } from '@nestjs/common';
import { ChangeRequestsService } from '../../../access/changes/change-requests.service.js';
import type { ProposeRefusalCode } from '../../../access/changes/domain/proposal-rules.js';
import type { ChangeRequest } from '../../../access/changes/domain/change-request.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { PayoutEntity } from '../../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import {
  type BindablePayout,
  BUSY,
  type ClosableObstacle,
  type Refused,
  type UnconfirmedObstacle,
  UnconfirmedChecksService,
  type SettlingObstacle,
} from './unconfirmed-checks.service.js';
import type { SettledEnd } from '../domain/settling-rules.js';
import type { UnconfirmedContent } from './unconfirmed-payout.schema.js';
import type { Refusal } from '../../../common/refusal.js';

export type BindRefusalCode = UnconfirmedObstacle | ProposeRefusalCode;
export type CloseRefusalCode = BindRefusalCode | ClosableObstacle;

export type SettleRefusalCode = SettlingObstacle | ProposeRefusalCode;

interface Proposed {
  readonly payoutId: string;
  readonly reference: string;
  readonly proposedBy: string;
}

export interface BindRequest extends Proposed {
  readonly providerPayoutId: string;
}

export interface CloseRequest extends Proposed {
  readonly resend: boolean;
  /** Unreadable webhooks that people acknowledge when they close the payout. */
  readonly unreadableWebhookIds: readonly string[];
}

export interface SettleRequest extends Proposed {
  readonly end: SettledEnd;
}

export interface UnconfirmedPayoutResult<Code extends string> {
  readonly payout: PayoutEntity | null;
  readonly changeRequest: ChangeRequest | null;
  readonly refusal: Refusal<Code> | null;
}

type Step<Code extends string> = Refused<Code> | { readonly kind: 'proposed'; readonly request: ChangeRequest };

/** Proposes a decision about a payout's outcome, which another person must confirm. */
@Injectable()
export class UnconfirmedPayoutService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly checks: UnconfirmedChecksService,
    private readonly changes: ChangeRequestsService,
  ) {}

  async bind(request: BindRequest): Promise<UnconfirmedPayoutResult<BindRefusalCode>> {
    const { payoutId, providerPayoutId } = request;
    const step = await this.unitOfWork.runUnlessBusy(BUSY, async (tx): Promise<Step<BindRefusalCode>> => {
      const found = await this.checks.lockBindable(tx, payoutId);
      if (found.kind === 'refused') return found;
      const attemptId = found.attempt?.id ?? null;
      return this.propose(tx, request, found, { action: 'BIND', attemptId, providerPayoutId });
    });
    return this.describe(payoutId, step);
  }

  /**
   * Proposes that the provider does not have the payout. Refused while there is evidence that may be about this payout,
   * except unreadable webhooks that the person acknowledges. Before the payout may be resent, every id that was named
   * for it is read back.
   */
  async close(request: CloseRequest): Promise<UnconfirmedPayoutResult<CloseRefusalCode>> {
    const { payoutId, resend } = request;
    const unreadableWebhookIds = [...new Set(request.unreadableWebhookIds)].sort();
    const wanted = { payoutId, resend, unreadableWebhookIds };
    const read = await this.checks.readNamed(wanted);
    if (read.kind === 'refused') return this.describe(payoutId, read);
    const step = await this.unitOfWork.runUnlessBusy(BUSY, async (tx): Promise<Step<CloseRefusalCode>> => {
      const found = await this.checks.lockClosable(tx, wanted, read);
      if (found.kind === 'refused') return found;
      const attemptId = found.attempt.id;
      return this.propose(tx, request, found, { action: 'CLOSE', attemptId, resend, unreadableWebhookIds });
    });
    return this.describe(payoutId, step);
  }

  /** Proposes how a bound payout ended, if answers cannot move it. */
  async settle(request: SettleRequest): Promise<UnconfirmedPayoutResult<SettleRefusalCode>> {
    const { payoutId, end } = request;
    const step = await this.unitOfWork.runUnlessBusy(BUSY, async (tx): Promise<Step<SettleRefusalCode>> => {
      const found = await this.checks.lockSettleable(tx, payoutId);
      if (found.kind === 'refused') return found;
      const { attempt, payout } = found;
      const content = { action: 'SETTLE', attemptId: attempt.id, providerPayoutId: boundIdOf(payout), end } as const;
      return this.propose(tx, request, found, content);
    });
    return this.describe(payoutId, step);
  }

  private async propose(
    tx: Transaction,
    { reference, proposedBy }: Proposed,
    { payout }: Pick<BindablePayout, 'payout'>,
    content: UnconfirmedContent,
  ): Promise<Step<ProposeRefusalCode>> {
    return this.changes.propose(tx, {
      kind: 'UNCONFIRMED_PAYOUT',
      subject: payout.id,
      accountId: payout.accountId,
      content,
      reason: reference,
      proposedBy,
    });
  }

  private async describe<Code extends string>(
    payoutId: string,
    step: Refused<Code> | Step<Code>,
  ): Promise<UnconfirmedPayoutResult<Code>> {
    const payout = await this.payouts.findById(payoutId);
    return step.kind === 'refused'
      ? { payout, changeRequest: null, refusal: step }
      : { payout, changeRequest: step.request, refusal: null };
  }
}

function boundIdOf({ id, providerPayoutId }: PayoutEntity): string {
  if (providerPayoutId === null) throw new Error(`Payout ${id} is bound to nothing`);
  return providerPayoutId;
}
