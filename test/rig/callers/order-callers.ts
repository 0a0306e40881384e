import { setTimeout as delay } from 'node:timers/promises';
import { AnswerTimes } from './answer-times.js';
import type { SeededRandom } from '../plans/seeded-random.js';
import type { PurserSubject } from '../stage/subjects/purser-subject.js';
import type { Payer } from './payer.js';

const CREATE_ORDER = `mutation ($input: CreateOrderInput!) {
  createOrder(input: $input) { order { id providerOrderId } userErrors { code message } } }`;

interface CreateOrderAnswer {
  readonly createOrder: { readonly order: { readonly id: string; readonly providerOrderId: string | null } | null };
}

/** An order that a caller was told of. */
export interface ToldOrder {
  readonly idempotencyKey: string;
  /** Every id that any answer named. */
  readonly ids: readonly string[];
}

// Two cores carry six processes beside these.
const CALLERS = 4;

// Between two orders of a caller, and between two calls for one.
const PAUSE_MS = { from: 400, to: 800 };
const AGAIN_AFTER_MS = { from: 100, to: 400 };

// No answer at all for so long means that the desk is dead.
const GIVEN_UP_AFTER_MS = 120_000;

/** Callers who ask for one order after the other, each with its key until it is answered, and payers who pay half. */
export class OrderCallers {
  readonly told: ToldOrder[] = [];
  readonly unanswered: string[] = [];
  readonly answers = new AnswerTimes();
  #asked = 0;
  #isOn = false;
  #work: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly parts: {
      readonly subject: PurserSubject;
      readonly url: string;
      readonly payer: Payer;
      readonly random: SeededRandom;
    },
  ) {}

  begin(): void {
    this.#isOn = true;
    this.#work = Promise.all(Array.from({ length: CALLERS }, () => this.work()));
  }

  /** Has no more orders asked for; resolves when those that were are answered. */
  async end(): Promise<void> {
    this.#isOn = false;
    await this.#work;
  }

  private async work(): Promise<void> {
    const { random } = this.parts;
    while (this.#isOn) {
      this.#asked += 1;
      await this.askUntilAnswered(`scale-order-${this.#asked}`);
      await delay(random.integer(PAUSE_MS));
    }
  }

  private async askUntilAnswered(idempotencyKey: string): Promise<void> {
    const { subject, url, payer, random } = this.parts;
    const startedAt = performance.now();
    for (;;) {
      try {
        const { createOrder } = await subject.send<CreateOrderAnswer>(url, 'operator', {
          query: CREATE_ORDER,
          input: { idempotencyKey, amount: '10.50', currency: 'EUR', successUrl: 'https://shop.example/thanks' },
        });
        if (createOrder.order) {
          const { id, providerOrderId } = createOrder.order;
          this.told.push({ idempotencyKey, ids: [id] });
          this.answers.add();
          if (providerOrderId !== null && random.fraction() < 0.5) payer.pay(providerOrderId);
          return;
        }
      } catch (error) {
        if (performance.now() - startedAt > GIVEN_UP_AFTER_MS) {
          this.unanswered.push(`${idempotencyKey}: ${String(error).slice(0, 200)}`);
          return;
        }
      }
      await delay(random.integer(AGAIN_AFTER_MS));
    }
  }
}
