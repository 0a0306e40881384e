import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually.js';
import { GraphqlClient } from '../../support/graphql-client.js';
import { createOrder } from '../../support/orders.js';
import { createPayout, payoutInput } from '../../support/payouts.js';
import type { TestSandbox } from '../../support/sandbox.js';

// Callers of each kind: enough that every migration meets work in progress, and few enough for two cores.
const CALLERS = 3;

/** Creates payouts and orders, and pays the orders, until it is told to end. */
export class UpgradeLoad {
  /** For each idempotency key, the id of the payout that was returned. */
  readonly payouts = new Map<string, string>();
  /** For each external id, the id of the order that was returned. */
  readonly orders = new Map<string, string>();
  /** Refusals, errors and broken connections, which no caller may see during an upgrade. */
  readonly failures: string[] = [];
  #urls: readonly string[];
  #isWanted = true;
  #turn = 0;
  readonly #callers: Promise<unknown>;

  constructor(
    private readonly options: {
      readonly apiKey: string;
      readonly sandbox: TestSandbox;
      readonly urls: readonly string[];
    },
  ) {
    this.#urls = options.urls;
    const works = [() => this.payOut(), () => this.takePayment()];
    this.#callers = Promise.all(works.flatMap((work) => Array.from({ length: CALLERS }, () => this.repeat(work))));
  }

  /** Sends callers to these replicas only, like a load balancer, and waits until none uses another one. */
  async lead(urls: readonly string[]): Promise<void> {
    this.#urls = urls;
    const turn = this.#turn;
    // Each caller has started something since, so its earlier requests are over.
    await this.more(turn, 2 * CALLERS);
  }

  /** Waits until this many more payouts and orders have been created. */
  async goOn(count: number): Promise<void> {
    const [payouts, orders] = [this.payouts.size + count, this.orders.size + count];
    await eventually(`${count} more of each`, () =>
      Promise.resolve(this.payouts.size >= payouts && this.orders.size >= orders ? true : null),
    );
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    await this.#callers;
  }

  private async more(since: number, count: number): Promise<void> {
    await eventually('callers go on', () => Promise.resolve(this.#turn >= since + count ? true : null));
  }

  private async repeat(work: () => Promise<void>): Promise<void> {
    while (this.#isWanted) {
      this.#turn += 1;
      await work().catch((error: unknown) => this.failures.push(String(error)));
    }
  }

  /** Sends a payout with the same key to two replicas at the same time, like an impatient caller. */
  private async payOut(): Promise<void> {
    const input = payoutInput();
    const answers = await Promise.all([this.client(), this.client()].map((api) => createPayout(api, input)));
    const ids = new Set(answers.map(({ payout, userErrors }) => payout?.id ?? JSON.stringify(userErrors)));
    if (ids.size === 1 && answers[0]?.payout) this.payouts.set(String(input['idempotencyKey']), answers[0].payout.id);
    else this.failures.push(`One key was answered with ${[...ids].join(' and ')}`);
  }

  private async takePayment(): Promise<void> {
    const externalId = randomUUID();
    const { order, userErrors } = await createOrder(this.client(), { externalId });
    if (!order?.providerOrderId) {
      this.failures.push(`No order: ${JSON.stringify(userErrors)}`);
      return;
    }
    this.orders.set(externalId, order.id);
    await this.options.sandbox.move(order.providerOrderId, 'pay');
  }

  private client(): GraphqlClient {
    const url = this.#urls[Math.floor(Math.random() * this.#urls.length)] ?? '';
    return new GraphqlClient({ url, apiKey: this.options.apiKey });
  }
}
