import { Injectable } from '@nestjs/common';
import { differingFields } from '../../common/field-fingerprint.js';
import type { Refusal } from '../../common/refusal.js';
import type { PayoutStatus } from '../core/domain/payout-status.js';
import type { PayoutWait } from '../core/domain/payout-wait.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import type { PayoutProblemCode, PayoutWarning } from '../destinations/payout-problem.js';
import { PayoutWaitsService } from '../reading/payout-waits.service.js';
import { RecipientSearchService } from '../recipients/recipient-search.service.js';
import { insufficientBalance } from './domain/insufficient-balance.js';
import { outcomeRefusal, type PayoutOutcomeCode } from './domain/payout-outcome.js';
import type { AskedPayout } from './payout-decisions.service.js';

export type CreatePayoutRefusalCode =
  | PayoutProblemCode
  | PayoutOutcomeCode
  | 'ACCOUNT_NOT_FOUND'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'EXTERNAL_ID_TAKEN'
  | 'INSUFFICIENT_BALANCE'
  | 'TRY_AGAIN';

export interface CreatePayoutResult {
  /**
   * The payout in its current state, or the payout that already has the request's key or external id; null if no payout
   * was recorded.
   */
  readonly payout: PayoutEntity | null;
  readonly refusals: readonly Refusal<CreatePayoutRefusalCode>[];
  readonly warnings: readonly PayoutWarning[];
  /** Whether the same request was already made with this idempotency key. */
  readonly isRepeat: boolean;
}

export const EXTERNAL_ID_TAKEN: Refusal<CreatePayoutRefusalCode> = {
  code: 'EXTERNAL_ID_TAKEN',
  field: ['externalId'],
  message:
    'The account has a payout with this external id already. To pay the same invoice in parts, set allowsSharedExternalId.',
};

/** The parts of a request that decide its answer if its key was used. */
export interface AskedWithKey extends Omit<AskedPayout, 'request'> {
  readonly request: Pick<AskedPayout['request'], 'createdBy'>;
}

/** Builds the responses to requests whose payout is stored, for the first request and repeated ones alike. */
@Injectable()
export class PayoutAnswersService {
  constructor(
    private readonly searches: RecipientSearchService,
    private readonly waits: PayoutWaitsService,
  ) {}

  /** Builds the response, the same for the first request and for repeated ones. */
  async of(
    payout: PayoutEntity | null,
    { warnings, isRepeat }: Pick<CreatePayoutResult, 'warnings' | 'isRepeat'>,
  ): Promise<CreatePayoutResult> {
    const refusal = payout && outcomeRefusal(payout);
    const refusals = refusal ? [refusal] : [];
    const waits = payout?.status === 'APPROVED' ? await this.waits.list(payout) : [];
    return { payout, refusals, warnings: [...warnings, ...(payout ? warningsOf(payout.status, waits) : [])], isRepeat };
  }

  /**
   * Builds the response if the request's key was used before: it contains that payout, and a refusal if the key was
   * used for a different request.
   */
  async ofKnown(payout: PayoutEntity, { request, fingerprint, warnings }: AskedWithKey): Promise<CreatePayoutResult> {
    const differing = differingFields(payout.requestFingerprint, fingerprint);
    if (differing.length === 0) return this.of(payout, { warnings, isRepeat: true });
    if (differing.some(isOfRecipient)) await this.searches.noteReusedKey(payout.id, request.createdBy);
    return { ...refused(keyReused(differing)), payout };
  }
}

/** Answers a request whose key is unused, and whose external id is taken or whose payout is archived. */
export function takenBy(payout: PayoutEntity | null): CreatePayoutResult {
  if (payout) return { ...refused(EXTERNAL_ID_TAKEN), payout };
  // Keys and external ids outlive a payout whose partition was detached, and are never reused.
  return refused({
    code: 'IDEMPOTENCY_KEY_REUSED',
    field: ['idempotencyKey'],
    message: 'This key or external id was used for a payout that is archived by now.',
  });
}

/** Warns if an approved payout waits, because it otherwise looks like one that is about to be sent. */
export function warningsOf(status: PayoutStatus, waits: readonly PayoutWait[]): PayoutWarning[] {
  if (status !== 'APPROVED') return [];
  return waits.map(({ kind, message }) => ({
    code: kind === 'GATE' ? 'GATE_SHUT' : 'NOT_SENT_YET',
    field: [],
    message,
  }));
}

/** @param available the balance minus the waiting payouts */
export function notCovered({ request }: AskedPayout, available: string | null): Refusal<CreatePayoutRefusalCode> {
  const { currency, amount } = request;
  return insufficientBalance({ currency, available, needed: amount }, 'nothing was recorded');
}

/** @param differing fields in which the request differs from the first one with its key; at least one */
export function keyReused(differing: readonly string[]): Refusal<CreatePayoutRefusalCode> {
  const message = `This key was used for another request; it differs in ${namesOf(differing)}.`;
  return { code: 'IDEMPOTENCY_KEY_REUSED', field: ['idempotencyKey'], message };
}

export function refused(refusal: Refusal<CreatePayoutRefusalCode>): CreatePayoutResult {
  return { payout: null, refusals: [refusal], warnings: [], isRepeat: false };
}

function isOfRecipient(name: string): boolean {
  return name.startsWith('recipient.');
}

/**
 * Lists the names of the fields that differ. The recipient is one field here, so that its parts cannot be guessed one
 * by one.
 */
function namesOf(differing: readonly string[]): string {
  const names = differing.map((name) => (isOfRecipient(name) ? 'recipient' : name));
  return [...new Set(names)].join(', ');
}
