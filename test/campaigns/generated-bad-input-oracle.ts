import { inCurrency } from '../../src/common/text/currency-amount.js';
import { parseCurrencyCode } from '../../src/common/currency.js';
import { randomUUID } from 'node:crypto';
import type { Desk } from '../support/desk.js';
import type { GraphqlAnswer, GraphqlError } from '../support/graphql-client.js';
import { type OrderPayload, type OrderView, orderInput, sendOrder, type UserErrorView } from '../support/orders.js';
import type { CardText } from '../support/h2h.js';
import type { BookedOrder } from '../support/sandbox.js';
import type { Trial } from './generated-bad-input-trial.js';

type Input = Readonly<Record<string, unknown>>;

interface Refusal {
  readonly code: string;
  readonly field: readonly string[] | null | undefined;
}

// Shorter values may occur in an id, a time or a sentence by chance.
const SHORTEST_TELLING = 10;

// If the machine delays a process by two seconds, it does not send the order and says so. That rarely happens twice in
// a row.
const MISSED_WINDOWS = 3;

/** Returns all error codes of an answer: the mutation's user errors, and errors about the form of the input. */
export function refusalsOf(
  errors: readonly GraphqlError[],
  userErrors: readonly UserErrorView[] | undefined,
): readonly Refusal[] {
  const faults = errors.map(({ extensions }) => ({ code: extensions.code, field: extensions.field }));
  return [...faults, ...(userErrors ?? []).map(({ code, field }) => ({ code, field }))];
}

export function expectVerdict(isTaken: boolean, expected: Trial['expected']): void {
  expect([isTaken ? 'taken' : 'refused', 'either']).toContain(expected);
}

/** Expects exactly one refusal, which names this field and has a code of its own. */
export function expectOneRefusal(refusals: readonly Refusal[], path: readonly string[]): void {
  expect(refusals.map(({ field }) => field)).toEqual([['input', ...path]]);
  expect(refusals[0]!.code).toMatch(/^[A-Z][A-Z_]+$/);
  expect(refusals[0]!.code).not.toBe('INTERNAL_SERVER_ERROR');
}

/** Expects that none of these texts contains the value, either as it is or as JSON writes it. */
export function expectNoTrace(value: unknown, texts: readonly string[]): void {
  if (typeof value !== 'string' || value.trim().length < SHORTEST_TELLING) return;
  const traces = [value, JSON.stringify(value).slice(1, -1)];
  // One expectation for all texts: one for each of thousands of lines would be slow.
  expect(texts.filter((text) => traces.some((trace) => text.includes(trace))).length).toBe(0);
}

/** Expects that Purser and the provider both keep the permitted digits of this card. */
export function expectMask(masked: string | null, { cards }: Pick<BookedOrder, 'cards'>, sent: string): void {
  const number = sent.replace(/[ -]/g, '');
  const [first6, last4] = [number.slice(0, 6), number.slice(-4)];
  expect(masked).toBe(first6 + '*'.repeat(number.length - 10) + last4);
  // Of short numbers the provider keeps only the last digits.
  expect(cards).toMatchObject([{ first6: number.length < 14 ? null : first6, last4, outcome: 'taken' }]);
}

/** Creates orders and checks one rule: an order is either accepted exactly as requested, or refused without a trace. */
export class OrderOracle {
  #taken = 0;
  #abandoned = 0;

  constructor(private readonly desk: Desk) {}

  /** Tries the value in an input that is otherwise valid. */
  async decide(trial: Trial, path: readonly string[], sound: Input, windows = MISSED_WINDOWS): Promise<void> {
    const { value, expected } = trial;
    const { logLines, api } = this.desk.purser;
    const linesBefore = logLines.length;
    const marks = { externalId: randomUUID(), idempotencyKey: randomUUID() };
    const input = orderInput(withValue({ ...marks, ...sound }, path, value));
    const answer = await sendOrder(api, input);
    const order = answer.data?.createOrder.order ?? null;
    if (windows > 0 && order?.problem?.includes('window_over')) {
      this.#abandoned += 1;
      return this.decide(trial, path, sound, windows - 1);
    }
    if (order) this.#taken += 1;
    expectVerdict(order !== null, expected);
    if (order) await this.expectExact(order, input);
    else await this.expectNothing(answer, { path, value, marks });
    // The external id of an accepted order may be logged.
    if (!order || path[0] !== 'externalId') expectNoTrace(value, logLines.slice(linesBefore));
  }

  /** Expects as many orders in Purser and at the provider as were accepted, and no other requests. */
  async expectNothingElse(): Promise<void> {
    const { database, sandbox } = this.desk;
    expect(await database.query('SELECT count(*)::int FROM orders')).toEqual([
      { count: this.#taken + this.#abandoned },
    ]);
    expect((await sandbox.countRequests())['POST /v1/orders'] ?? 0).toBe(this.#taken);
  }

  private async expectExact(order: OrderView, input: Input): Promise<void> {
    const { amount, externalId, purpose, method, idempotencyKey, customer } = input;
    // Orders show two decimals, as the terminal's currency has.
    const shown = inCurrency(String(amount), parseCurrencyCode('EUR'));
    expect(order).toMatchObject({ amount: shown, externalId, purpose, method, problem: null });
    const booked = await this.desk.sandbox.bookedOrder(order.providerOrderId!);
    expect(booked).toMatchObject({ amount, externalId, purpose, declineReason: null });
    expect(booked.customer).toEqual(customer ?? null);
    if (input['card']) expectMask(order.maskedCardNumber, booked, (input['card'] as CardText).cardNumber);
    expect(await this.desk.database.query('SELECT idempotency_key FROM orders WHERE id = $1', [order.id])).toEqual([
      { idempotency_key: idempotencyKey },
    ]);
  }

  private async expectNothing(
    answer: GraphqlAnswer<{ createOrder: OrderPayload }>,
    {
      path,
      value,
      marks,
    }: { readonly path: readonly string[]; readonly value: unknown; readonly marks: Readonly<Record<string, string>> },
  ): Promise<void> {
    expect(answer.status).toBe(answer.data ? 200 : 400);
    expectOneRefusal(refusalsOf(answer.errors, answer.data?.createOrder.userErrors), path);
    expectNoTrace(value, [JSON.stringify(answer)]);
    // Searches by both ids, because the value may have replaced one of them.
    const stored = 'SELECT 1 FROM orders WHERE external_id = $1 OR idempotency_key = $2';
    expect(await this.desk.database.query(stored, [marks['externalId'], marks['idempotencyKey']])).toEqual([]);
  }
}

function withValue(input: Input, path: readonly string[], value: unknown): Input {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...input, [name]: value };
  return { ...input, [name]: withValue((input[name] ?? {}) as Input, rest, value) };
}
