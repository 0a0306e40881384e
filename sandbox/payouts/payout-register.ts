import { randomUUID } from 'node:crypto';
import type { PayoutMoveCause } from '../book/book-record.schema.js';
import type { Book } from '../book/book.js';
import type { BookedPayout } from '../book/payout-shelf.js';
import type { FaultShelf } from '../faults/fault-shelf.js';
import type { OpenWork } from '../http/open-work.js';
import { toUnits } from '../money/amount-decimal.js';
import { DueTimers } from '../timing/due-timers.js';
import type { MerchantSettings } from '../webhooks/merchant-settings.js';
import { planPayoutWebhook } from '../webhooks/payout-webhook-plan.js';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher.js';
import type { WebhookRecord } from '../webhooks/webhook-plan.js';
import type { PayoutCreation } from './payout-creation.schema.js';
import type { PayoutPace } from './payout-pace.js';
import { isOver, mayMove, type PayoutStatus } from './payout-status.states.js';
import { isMoveAnnounced, movedPayout, type Payout, processingStatusOf } from './payout.schema.js';

/** Events of a payout. The name of the resulting status may depend on the destination. */
export type PayoutStep = 'process' | 'complete' | 'fail' | 'cancel' | 'expire';

const targets = {
  process: processingStatusOf,
  complete: () => 'COMPLETED',
  fail: () => 'FAILED',
  cancel: () => 'CANCELED',
  expire: () => 'EXPIRED',
} as const satisfies Readonly<Record<PayoutStep, (payout: Payout) => PayoutStatus>>;

/** Result of a step. `webhookCalled` resolves after the first call of the payout's webhook, if there is one. */
export type StepOutcome =
  | { readonly kind: 'moved'; readonly webhookCalled: Promise<void> }
  | { readonly kind: 'unknownPayout' }
  | { readonly kind: 'refused'; readonly from: PayoutStatus; readonly to: PayoutStatus };

/** Creates payouts and moves them. Books each step and its webhook in one commit. */
export class PayoutRegister {
  private readonly timers = new DueTimers();

  constructor(
    private readonly parts: {
      readonly book: Book;
      readonly faults: FaultShelf;
      readonly dispatcher: WebhookDispatcher;
      readonly settings: MerchantSettings;
      readonly pace: PayoutPace;
      readonly work: OpenWork;
    },
  ) {}

  /** Builds the requested payout without creating it. */
  draft({
    merchantId,
    creation,
    receivedAt,
  }: {
    merchantId: string;
    creation: Omit<PayoutCreation, 'callbackUrl'> & { readonly callbackUrl?: string | null | undefined };
    receivedAt: string;
  }): Payout {
    const now = new Date();
    const createdAt = now.toISOString();
    return {
      id: randomUUID(),
      merchantId,
      amount: creation.amount,
      account: creation.account,
      status: 'CREATED',
      type: creation.paymentType,
      requisites: {},
      statusMessage: null,
      metadata: null,
      callbackUrl: creation.callbackUrl ?? null,
      createdAt,
      updatedAt: createdAt,
      completedAt: null,
      currency: creation.currency,
      serviceId: creation.serviceId ?? null,
      note: creation.note ?? null,
      externalId: creation.externalId ?? null,
      receivedAt,
      stepDueAt: this.stepDueAfter({ status: 'CREATED', now }),
    };
  }

  isCovered({ merchantId, currency, amount }: Payout): boolean {
    return this.parts.book.balances.available({ merchantId, currency }) >= toUnits(amount);
  }

  /** Creates a payout from a draft and debits it. Resolves once both are on disk. */
  async create(payout: Payout): Promise<void> {
    this.armNextStep(payout);
    await this.parts.book.write({ type: 'payout.created', at: payout.createdAt, payout });
  }

  /** Builds a payout that was not created through the API. Only the control API moves it. */
  enterable({
    id = randomUUID(),
    status,
    ...asked
  }: Parameters<PayoutRegister['draft']>[0] & { id: string | undefined; status: PayoutStatus }): Payout {
    const draft = this.draft(asked);
    return { ...draft, id, status, completedAt: status === 'COMPLETED' ? draft.createdAt : null, stepDueAt: null };
  }

  /** Books payouts that were not created through the API, in one commit, and debits the ones that took money. */
  async enter(payouts: readonly Payout[]): Promise<void> {
    await this.parts.book.write(
      ...payouts.map((payout) => ({ type: 'payout.created' as const, at: payout.createdAt, payout })),
    );
  }

  find(payoutId: string): BookedPayout | null {
    return this.parts.book.payouts.find(payoutId);
  }

  list(): readonly BookedPayout[] {
    return this.parts.book.payouts.list();
  }

  /** Moves a payout if its status allows it and queues its webhook. Resolves once both are booked. */
  async step({
    payoutId,
    step,
    cause,
  }: {
    payoutId: string;
    step: PayoutStep;
    cause: PayoutMoveCause;
  }): Promise<StepOutcome> {
    const payout = this.find(payoutId)?.payout;
    if (payout === undefined) return { kind: 'unknownPayout' };
    const to = targets[step](payout);
    if (!mayMove({ from: payout.status, to })) return { kind: 'refused', from: payout.status, to };

    const now = new Date();
    const at = now.toISOString();
    const stepDueAt = this.stepDueAfter({ status: to, now });
    const moved = movedPayout({ payout, to, at, stepDueAt });
    const webhooks = isMoveAnnounced(payout) ? this.planWebhook({ payout: moved, now }) : [];
    const written = this.parts.book.write({ type: 'payout.moved', at, payoutId, to, cause, stepDueAt }, ...webhooks);
    this.armNextStep(moved);
    await written;
    return { kind: 'moved', webhookCalled: this.parts.dispatcher.dispatch(webhooks) };
  }

  /** Sends the webhook of the current status, as the provider's manager does on request. */
  async announce(payout: Payout): Promise<readonly WebhookRecord[]> {
    const webhooks = this.planWebhook({ payout, now: new Date() });
    await this.parts.book.write(...webhooks);
    void this.parts.dispatcher.dispatch(webhooks);
    return webhooks;
  }

  /** Restarts the timers of payouts that were in progress when the book was closed. */
  resumeSteps(): void {
    for (const { payout } of this.list()) this.armNextStep(payout);
  }

  stopSteps(): void {
    this.timers.disarmAll();
  }

  private planWebhook({ payout, now }: { payout: Payout; now: Date }): WebhookRecord[] {
    if (payout.callbackUrl === null && this.parts.settings.payoutWebhookUrl === null) return [];
    const rule = this.parts.faults.take({ on: 'payoutWebhook', target: faultTargetOf(payout) });
    const heldBackIds = this.parts.book.webhooks.heldBackFor(payout.id);
    return planPayoutWebhook({ payout, rule, heldBackIds, now });
  }

  private stepDueAfter({ status, now }: { status: PayoutStatus; now: Date }): string | null {
    if (isOver(status)) return null;
    const { payoutProcessingDelayMs, payoutCompletionDelayMs } = this.parts.pace;
    const delayMs = status === 'CREATED' ? payoutProcessingDelayMs : payoutCompletionDelayMs;
    return delayMs === null ? null : new Date(now.getTime() + delayMs).toISOString();
  }

  private armNextStep({ id, status, stepDueAt }: Payout): void {
    if (stepDueAt === null) {
      this.timers.disarm(id);
      return;
    }
    const takeStep = async (): Promise<void> => {
      await this.step({ payoutId: id, step: status === 'CREATED' ? 'process' : 'complete', cause: 'service' });
    };
    this.timers.arm({
      id,
      dueAt: stepDueAt,
      onDue: () => {
        this.parts.work.add(takeStep());
      },
    });
  }
}

/** Returns the facts of a payout that faults match. */
export function faultTargetOf({ externalId, account }: Payout) {
  return { externalId, requisites: account['requisites'] };
}
