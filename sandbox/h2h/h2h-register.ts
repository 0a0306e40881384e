import type { RecordOf } from '../book/book-record.schema.js';
import type { Book } from '../book/book.js';
import type { BookedOrder } from '../book/order-shelf.js';
import type { Card } from '../cards/card.schema.js';
import type { maskCard } from '../cards/masked-card.schema.js';
import { orderEnds, testCardNamed, testCardOf } from '../cards/test-card.table.js';
import type { OpenWork } from '../http/open-work.js';
import type { OrderPace } from '../orders/order-pace.js';
import type { OrderRegister, Outcome } from '../orders/order-register.js';
import { DueTimers } from '../timing/due-timers.js';
import { validateCode } from './code-validation.js';
import { type H2hStage, isFinalH2h } from './h2h-stage.schema.js';
import { currentStage } from './h2h-session-view.js';

type CardReceipt = Pick<RecordOf<'card.received'>, 'orderId'> & ReturnType<typeof maskCard>;

/**
 * Accepts cards and SMS codes and plays each card's script. A session moves on each time it is read, or after a delay.
 */
export class H2hRegister {
  private readonly timers = new DueTimers();

  constructor(
    private readonly parts: {
      readonly book: Book;
      readonly register: OrderRegister;
      readonly pace: OrderPace;
      readonly work: OpenWork;
    },
  ) {}

  /** Starts the session of this card and makes the order PENDING. Resolves once both are booked. */
  async takeCard({ receipt, card }: { receipt: CardReceipt; card: Card }): Promise<void> {
    const { orderId } = receipt;
    const { name, stages } = testCardOf(card.cardNumber);
    const received = this.received({ receipt, outcome: 'taken' });
    const begun = this.plan({ orderId, testCard: name, stages: [...stages], record: received });
    // The move is refused if the payer has opened the page, because the order is PENDING already.
    await Promise.all([begun, this.parts.register.move({ orderId, to: 'PENDING', cause: 'card' })]);
  }

  /** Books a received card that was not accepted. */
  async noteCard({ receipt, outcome }: { receipt: CardReceipt; outcome: 'refused' | 'lost' }): Promise<void> {
    await this.parts.book.write(this.received({ receipt, outcome }));
  }

  /** Lets the bank validate a code. The session must be asking for one. */
  async takeCode({ booked, code }: { booked: BookedOrder; code: string }): Promise<void> {
    if (booked.h2h === null) return;
    const { testCard } = booked.h2h;
    const earlierWrong = booked.codes.filter(({ outcome }) => outcome === 'wrong').length;
    const { outcome, stages } = validateCode({ rules: testCardNamed(testCard).codes, code, earlierWrong });
    const record = this.codeReceived({ booked, outcome });
    await this.plan({ orderId: booked.order.id, testCard, stages: [...stages], record });
  }

  /** Books a received code that was not validated. */
  async noteCode({ booked, outcome }: { booked: BookedOrder; outcome: 'refused' | 'lost' }): Promise<void> {
    await this.parts.book.write(this.codeReceived({ booked, outcome }));
  }

  /** Moves the session on after its current stage was read. */
  async read(booked: BookedOrder): Promise<void> {
    if (currentStage(booked)?.stays === false) await this.advance({ booked, cause: 'read' });
  }

  /** Restarts the timers of sessions that were open when the book was closed. */
  resumeSteps(): void {
    for (const { order } of this.parts.register.list()) this.armNextStage(order.id);
  }

  stopSteps(): void {
    this.timers.disarmAll();
  }

  private received({
    receipt,
    outcome,
  }: {
    receipt: CardReceipt;
    outcome: RecordOf<'card.received'>['outcome'];
  }): RecordOf<'card.received'> {
    return { type: 'card.received', at: new Date().toISOString(), via: 'h2h', outcome, ...receipt };
  }

  private codeReceived({
    booked: { order, codes },
    outcome,
  }: {
    booked: BookedOrder;
    outcome: RecordOf<'code.received'>['outcome'];
  }): RecordOf<'code.received'> {
    const round = 1 + codes.filter((earlier) => earlier.outcome === 'wrong').length;
    return { type: 'code.received', at: new Date().toISOString(), orderId: order.id, round, outcome };
  }

  private async plan({
    orderId,
    testCard,
    stages,
    record,
  }: {
    orderId: string;
    testCard: string;
    stages: H2hStage[];
    record: RecordOf<'card.received'> | RecordOf<'code.received'>;
  }): Promise<void> {
    const now = new Date();
    const stageDueAt = this.dueAfter({ stage: stages[0], now });
    const at = now.toISOString();
    const written = this.parts.book.write(record, { type: 'h2h.planned', at, orderId, testCard, stages, stageDueAt });
    this.armNextStage(orderId);
    await written;
  }

  private async advance({ booked, cause }: { booked: BookedOrder; cause: 'read' | 'time' }): Promise<void> {
    const next = booked.h2h?.stages[1];
    if (next === undefined) return;
    const orderId = booked.order.id;
    const now = new Date();
    const stageDueAt = this.dueAfter({ stage: next, now });
    const record = { type: 'h2h.advanced', at: now.toISOString(), orderId, cause, stageDueAt } as const;
    const outcome = this.outcomeOf({ booked, stage: next });
    const written =
      outcome === null
        ? this.parts.book.write(record)
        : this.parts.register.planOutcome({ orderId, outcome, records: [record] });
    this.armNextStage(orderId);
    await written;
  }

  private outcomeOf({ booked: { h2h }, stage }: { booked: BookedOrder; stage: H2hStage }): Outcome | null {
    if (h2h === null || !isFinalH2h(stage.status)) return null;
    const { orderOnSuccess = orderEnds.SUCCESS } = testCardNamed(h2h.testCard);
    return { to: stage.status === 'SUCCESS' ? orderOnSuccess : orderEnds[stage.status], cause: 'card' };
  }

  private dueAfter({ stage, now }: { stage: H2hStage | undefined; now: Date }): string | null {
    const { h2hStageDelayMs: delayMs } = this.parts.pace;
    return delayMs === null || stage?.stays !== false ? null : new Date(now.getTime() + delayMs).toISOString();
  }

  private armNextStage(orderId: string): void {
    const dueAt = this.parts.register.find(orderId)?.h2h?.stageDueAt ?? null;
    if (dueAt === null) {
      this.timers.disarm(orderId);
      return;
    }
    const onDue = (): void => {
      const booked = this.parts.register.find(orderId);
      // A session does not move on once its order has ended.
      if (booked === null || currentStage(booked)?.stays !== false) return;
      this.parts.work.add(this.advance({ booked, cause: 'time' }));
    };
    this.timers.arm({ id: orderId, dueAt, onDue });
  }
}
