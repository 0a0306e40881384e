import { createHash } from 'node:crypto';
import type { Acknowledgement, BookedPayout, BookedWebhook, SandboxControl } from './sandbox-control.js';

/** Everything the provider knows: the truth against which Purser's tables are compared. */
export interface ProviderBook {
  readonly payouts: readonly BookedPayout[];
  readonly acknowledgements: readonly Acknowledgement[];
  readonly webhooks: readonly BookedWebhook[];
}

const FINAL_STATUSES = new Set(['COMPLETED', 'FAILED', 'CANCELED', 'EXPIRED']);

export function isFinalAtProvider(status: string): boolean {
  return FINAL_STATUSES.has(status);
}

export async function readProviderBook(control: SandboxControl): Promise<ProviderBook> {
  const [payouts, acknowledgements, webhooks] = await Promise.all([
    control.payouts(),
    control.acknowledgements(),
    control.webhooks(),
  ]);
  return { payouts, acknowledgements, webhooks };
}

/** Returns the hash under which the subject knows the token in a callback URL; empty without a callback URL. */
export function tokenHashOf({ callbackUrl }: BookedPayout): string {
  return callbackUrl === null ? '' : hashOfToken(new URL(callbackUrl).pathname.split('/').at(-1) ?? '');
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
