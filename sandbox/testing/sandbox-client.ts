import type { z } from 'zod';
import {
  acknowledgementListSchema,
  balanceListSchema,
  bookedOrderSchema,
  bookedPayoutSchema,
  bookSchema,
  countersSchema,
  faultIdSchema,
  faultListSchema,
  idleSchema,
  payoutListSchema,
  terminalListSchema,
} from '../control/control-answers.schema.js';
import { h2hStatusSchema } from '../h2h/h2h-stage.schema.js';
import { type WireOrder, wireOrderSchema } from '../orders/order.schema.js';
import type { PayoutStep } from '../payouts/payout-register.js';
import { type WirePayout, wirePayoutSchema } from '../payouts/payout.schema.js';
import { cardRequest } from './card-request.js';
import { payoutRequest } from './payout-request.js';

type JsonBody = Readonly<Record<string, unknown>>;

interface RequestOptions {
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** Talks to a sandbox over HTTP as a merchant and as a tester. Checks every answer against its schema. */
export class SandboxClient {
  constructor(private readonly at: { readonly url: string; readonly token: string }) {}

  /** Sends `POST /v1/orders` with a valid body, overriding the given fields. */
  async postOrder(fields: JsonBody = {}, options: { token?: string; signal?: AbortSignal } = {}): Promise<Response> {
    const { token = this.at.token, signal = null } = options;
    return fetch(`${this.at.url}/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': token },
      body: JSON.stringify({ amount: '10.00', externalId: 'shop-1', purpose: 'A book', ...fields }),
      redirect: 'manual',
      signal,
    });
  }

  async createOrder(fields: JsonBody = {}): Promise<WireOrder> {
    return parse(await this.postOrder(fields), wireOrderSchema);
  }

  async getOrder(orderId: string, options: { token?: string; signal?: AbortSignal } = {}): Promise<Response> {
    const { token = this.at.token, signal = null } = options;
    return fetch(`${this.at.url}/v1/orders/${orderId}`, {
      headers: { 'x-api-token': token },
      redirect: 'manual',
      signal,
    });
  }

  async readOrder(orderId: string): Promise<WireOrder> {
    return parse(await this.getOrder(orderId), wireOrderSchema);
  }

  /** Sends a card that succeeds, overriding the given fields. */
  async postCard(orderId: string, fields: JsonBody = {}, options: RequestOptions = {}): Promise<Response> {
    return this.h2h({ method: 'POST', path: `${orderId}/h2h/card`, body: cardRequest(fields), ...options });
  }

  async sendCard(orderId: string, cardNumber: string): Promise<WireOrder> {
    return parse(await this.postCard(orderId, { cardNumber }), wireOrderSchema);
  }

  async postCode(orderId: string, code: unknown, options: RequestOptions = {}): Promise<Response> {
    return this.h2h({ method: 'POST', path: `${orderId}/h2h/code`, body: { code }, ...options });
  }

  async getH2h(orderId: string, options: RequestOptions = {}): Promise<Response> {
    return this.h2h({ method: 'GET', path: `${orderId}/h2h/status`, ...options });
  }

  async readH2h(orderId: string) {
    return parse(await this.getH2h(orderId), h2hStatusSchema);
  }

  /** Sends `POST /v1/payouts` with a valid body, overriding the given fields, or with this exact text. */
  async postPayout(
    body: JsonBody | string = {},
    options: { token?: string; signal?: AbortSignal } = {},
  ): Promise<Response> {
    const { token = this.at.token, signal = null } = options;
    return fetch(`${this.at.url}/v1/payouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': token },
      body: typeof body === 'string' ? body : JSON.stringify(payoutRequest(body)),
      redirect: 'manual',
      signal,
    });
  }

  async createPayout(body: JsonBody | string = {}): Promise<WirePayout> {
    return parse(await this.postPayout(body), wirePayoutSchema);
  }

  /** Sends `GET /v1/payouts/{payoutId}`, or reads one of the lists at the same path. */
  async getPayout(payoutId: string, options: { token?: string; signal?: AbortSignal } = {}): Promise<Response> {
    const { token = this.at.token, signal = null } = options;
    return fetch(`${this.at.url}/v1/payouts/${payoutId}`, {
      headers: { 'x-api-token': token },
      redirect: 'manual',
      signal,
    });
  }

  async readPayout(payoutId: string): Promise<WirePayout> {
    return parse(await this.getPayout(payoutId), wirePayoutSchema);
  }

  async step(payoutId: string, step: PayoutStep) {
    return parse(await this.send('POST', `/control/payouts/${payoutId}/${step}`), bookedPayoutSchema);
  }

  async payouts(query = '') {
    return (await parse(await this.send('GET', `/control/payouts${query}`), payoutListSchema)).payouts;
  }

  async acknowledgements() {
    const response = await this.send('GET', '/control/acknowledgements');
    return (await parse(response, acknowledgementListSchema)).acknowledgements;
  }

  async balances() {
    return (await parse(await this.send('GET', '/control/balances'), balanceListSchema)).balances;
  }

  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Response> {
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    return fetch(`${this.at.url}${path}`, { method, headers, redirect: 'manual', ...payload });
  }

  async setFault(rule: JsonBody): Promise<string> {
    return (await parse(await this.send('POST', '/control/faults', rule), faultIdSchema)).id;
  }

  async faults() {
    return (await parse(await this.send('GET', '/control/faults'), faultListSchema)).faults;
  }

  async setTerminals(change: JsonBody) {
    return (await parse(await this.send('PUT', '/control/terminals', change), terminalListSchema)).terminals;
  }

  async move(orderId: string, action: 'pay' | 'decline' | 'cancel' | 'expire' | 'pending') {
    return parse(await this.send('POST', `/control/orders/${orderId}/${action}`), bookedOrderSchema);
  }

  async booked(orderId: string) {
    return parse(await this.send('GET', `/control/orders/${orderId}`), bookedOrderSchema);
  }

  async book() {
    return parse(await this.send('GET', '/control/book'), bookSchema);
  }

  async counters() {
    return (await parse(await this.send('GET', '/control/counters'), countersSchema)).requests;
  }

  /** Resolves once every queued webhook is delivered, abandoned, lost or held back. */
  async idle(): Promise<void> {
    const { idle } = await parse(await this.send('GET', '/control/idle'), idleSchema);
    if (!idle) throw new Error('Webhooks are still queued.');
  }

  /** Polls the book until the condition holds. Only the test's own timeout limits it. */
  async bookWith(isThere: (book: z.infer<typeof bookSchema>) => boolean) {
    for (;;) {
      const book = await this.book();
      if (isThere(book)) return book;
    }
  }

  private async h2h({
    method,
    path,
    body,
    token = this.at.token,
    signal,
  }: RequestOptions & { method: string; path: string; body?: JsonBody }): Promise<Response> {
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json', 'x-api-token': token };
    return fetch(`${this.at.url}/v1/orders/${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ?? null,
      ...payload,
    });
  }
}

async function parse<Schema extends z.ZodType>(response: Response, schema: Schema): Promise<z.infer<Schema>> {
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${body}`);
  return schema.parse(JSON.parse(body));
}
