import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Alarms } from '../../platform/observability/alarms.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import type { CallOutcome, ReadOutcome } from '../port/call-outcome.js';
import type { ProviderCredentials } from '../port/orders.port.js';

interface NotedCall {
  readonly operation: string;
  readonly credentials: ProviderCredentials;
  readonly path: string;
}

interface Refusal {
  inARow: number;
  /** `performance.now()` of the last refusal. */
  at: number;
}

const KINDS = ['credentials', 'balance'] as const;
type Kind = (typeof KINDS)[number];

// A 401 can only be about the token. Other statuses may be about a single request, but not three times in a row.
const UNAUTHORIZED = 401;
const REFUSALS_TO_ALARM = 3;

// A refused payout is retried within fifteen minutes, so after twenty minutes without a refusal the problem is over.
const FORGOTTEN_AFTER_MS = 1_200_000;

// A path with an id is about a single object, and so is a "not found" for it.
const PATH_WITH_ID = /\/[0-9a-f]{8}-[0-9a-f]{4}-/;

const FORBIDDEN_READS = new Set([UNAUTHORIZED, 403]);

const HINTS: Readonly<Record<Kind, string>> = {
  credentials:
    'Give Purser the token that the provider takes, or mend PROVIDER_BASE_URL; payouts wait and go by themselves. ' +
    'See docs/operations/runbook.md#the-provider-refuses-the-token',
  balance:
    'Bring money to the balance at the provider; payouts wait and go by themselves. ' +
    'See docs/operations/runbook.md#the-balance-at-the-provider-is-empty',
};

/**
 * Detects that the provider refuses all requests of an account, because of its token, the address or an empty balance.
 * Raises one alarm per account until the provider accepts a call again.
 */
@Injectable()
export class ProviderRefusals {
  readonly #refusals = new Map<string, Refusal>();
  readonly #alarmed = new Map<string, Kind>();

  constructor(
    registry: MetricsRegistry,
    private readonly alarms: Alarms,
  ) {
    const gauge: Gauge<'of'> = new Gauge({
      name: 'purser_provider_refuses',
      help: 'Merchant accounts whose credentials, or payouts for lack of balance, the provider refuses of this process.',
      labelNames: ['of'],
      registers: [registry],
      collect: () => {
        for (const kind of KINDS) gauge.set({ of: kind }, this.countAlarmed(kind));
      },
    });
  }

  noteChange(call: NotedCall, outcome: CallOutcome<unknown>): void {
    if (outcome.kind === 'accepted') this.forget(call);
    if (outcome.kind !== 'refused') return;
    const { httpStatus, refuses } = outcome;
    if (refuses === 'balance') this.note('balance', call, httpStatus);
    const isOfAll = httpStatus === UNAUTHORIZED || !PATH_WITH_ID.test(call.path);
    if (refuses === 'credentials' && isOfAll) this.note('credentials', call, httpStatus);
  }

  /** A read of a single object can only be refused because of the token. */
  noteRead(call: NotedCall, outcome: ReadOutcome<unknown>): void {
    if (outcome.kind === 'found') this.forget(call);
    const status = outcome.kind === 'unavailable' && outcome.reason === 'http_status' ? outcome.httpStatus : null;
    if (status !== null && FORBIDDEN_READS.has(status)) this.note('credentials', call, status);
  }

  private note(kind: Kind, { operation, credentials: { merchant } }: NotedCall, httpStatus: number): void {
    const key = `${kind} ${merchant} ${operation}`;
    const before = this.#refusals.get(key);
    const inARow = before && isRecent(before) ? before.inARow + 1 : 1;
    this.#refusals.set(key, { inARow, at: performance.now() });
    const isCertain = kind === 'balance' || httpStatus === UNAUTHORIZED || inARow >= REFUSALS_TO_ALARM;
    const account = `${kind} ${merchant}`;
    if (!isCertain || this.isAlarmed(account)) return;
    this.#alarmed.set(account, kind);
    const code = kind === 'balance' ? 'provider_balance_empty' : 'provider_refuses_credentials';
    this.alarms.raise(code, { accountId: merchant, operation, httpStatus, hint: HINTS[kind] });
  }

  private forget({ operation, credentials: { merchant } }: NotedCall): void {
    if (this.#refusals.size === 0) return;
    for (const kind of KINDS) {
      this.#refusals.delete(`${kind} ${merchant} ${operation}`);
      const account = `${kind} ${merchant}`;
      if (!this.hasRecent(account)) this.#alarmed.delete(account);
    }
  }

  private isAlarmed(account: string): boolean {
    return this.#alarmed.has(account) && this.hasRecent(account);
  }

  private hasRecent(account: string): boolean {
    return [...this.#refusals].some(([key, refusal]) => key.startsWith(`${account} `) && isRecent(refusal));
  }

  private countAlarmed(wanted: Kind): number {
    return [...this.#alarmed].filter(([account, kind]) => kind === wanted && this.hasRecent(account)).length;
  }
}

function isRecent({ at }: Refusal): boolean {
  return performance.now() - at < FORGOTTEN_AFTER_MS;
}
