import { isReturned } from '../payouts/payout-status.states.js';
import { AcknowledgementLog } from './acknowledgement-log.js';
import { BalanceShelf } from './balance-shelf.js';
import { type BookRecord, journalLineSchema } from './book-record.schema.js';
import { JournalFile } from './journal-file.js';
import { OrderShelf } from './order-shelf.js';
import { PayoutShelf } from './payout-shelf.js';
import { RequestLog } from './request-log.js';
import { TerminalShelf } from './terminal-shelf.js';
import { WebhookLog } from './webhook-log.js';

/**
 * The sandbox's memory: orders with their cards, payouts, balances, terminals, received requests and sent webhooks, all
 * replayed from records.
 *
 * With a file, everything acknowledged survives `kill -9`. Without a file, the book is lost when the process exits.
 */
export class Book {
  readonly orders = new OrderShelf();
  readonly payouts = new PayoutShelf();
  readonly balances = new BalanceShelf();
  readonly terminals = new TerminalShelf();
  readonly requests = new RequestLog();
  readonly webhooks = new WebhookLog();
  readonly acknowledgements = new AcknowledgementLog();

  private constructor(private readonly journal: JournalFile | null) {}

  /** Opens the book and replays its file. Throws if a complete line is not a commit. */
  static async open(path: string | null): Promise<Book> {
    if (path === null) return new Book(null);
    const { journal, lines } = await JournalFile.open(path);
    const book = new Book(journal);
    try {
      for (const [index, line] of lines.entries()) book.applyAll(readLine({ line, number: index + 1 }));
    } catch (error) {
      await journal.close();
      throw error;
    }
    return book;
  }

  /**
   * Writes records that belong together and applies them immediately. The promise resolves when they and all earlier
   * records are on disk; routes await it before they answer.
   */
  async write(...records: BookRecord[]): Promise<void> {
    this.applyAll(records);
    await this.journal?.append(JSON.stringify(records));
  }

  /** Deletes everything, in memory and on disk. */
  async empty(): Promise<void> {
    for (const part of [this.orders, this.payouts, this.balances, this.terminals]) part.clear();
    for (const log of [this.requests, this.webhooks, this.acknowledgements]) log.clear();
    await this.journal?.empty();
  }

  async close(): Promise<void> {
    await this.journal?.close();
  }

  private applyAll(records: readonly BookRecord[]): void {
    for (const record of records) this.apply(record);
  }

  private apply(record: BookRecord): void {
    switch (record.type) {
      case 'request.received':
        this.requests.received(record);
        return;
      case 'request.answered':
        this.requests.answered(record);
        return;
      case 'order.created':
        this.orders.created(record);
        return;
      case 'order.moved':
        this.orders.moved(record);
        return;
      case 'order.outcomePlanned':
        this.orders.outcomePlanned(record);
        return;
      case 'card.received':
        this.orders.cardReceived(record);
        return;
      case 'code.received':
        this.orders.codeReceived(record);
        return;
      case 'h2h.planned':
        this.orders.h2hPlanned(record);
        return;
      case 'h2h.advanced':
        this.orders.h2hAdvanced(record);
        return;
      case 'terminal.set':
        this.terminals.set(record);
        return;
      case 'payout.created':
        this.payouts.created(record);
        // A payout that is entered as failed, canceled or expired takes nothing from the balance.
        if (!isReturned(record.payout.status)) this.balances.debited(record.payout);
        return;
      case 'payout.moved':
        this.payouts.moved(record);
        if (isReturned(record.to)) this.returnMoney(record.payoutId);
        return;
      case 'balance.set':
        this.balances.set(record);
        return;
      case 'webhook.queued':
        this.webhooks.queued(record);
        return;
      case 'webhook.released':
        this.webhooks.released(record);
        return;
      case 'webhook.attempted':
        this.acknowledgements.attempted({ attempt: record, webhook: this.webhooks.find(record.id) });
        this.webhooks.attempted(record);
        return;
      case 'webhook.settled':
        this.webhooks.settled(record);
        return;
    }
  }

  private returnMoney(payoutId: string): void {
    const booked = this.payouts.find(payoutId);
    if (booked !== null) this.balances.returned(booked.payout);
  }
}

function readLine({ line, number }: { line: string; number: number }): BookRecord[] {
  try {
    return journalLineSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(`Line ${number} of the book is not one of its records.`, { cause });
  }
}
