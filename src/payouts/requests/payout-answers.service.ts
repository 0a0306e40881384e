import { Injectable } from '@nestjs/common';
import { differingFields } from '../../common/field-fingerprint.js';
import type { Refusal } from '../../common/refusal.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import type { PayoutProblemCode, PayoutWarning } from '../destinations/payout-problem.js';
import { PayoutWaitsService } from '../reading/payout-waits.service.js';
import { RecipientSearchService } from '../recipients/recipient-search.service.js';
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
  /** The payout as it is now, or the one that already used the request's key or external id; null if there is none. */
  readonly payout: PayoutEntity | null;
  readonly refusals: readonly Refusal<CreatePayoutRefusalCode>[];
  readonly warnings: readonly PayoutWarning[];
  /** Whether the same request was made before with its idempotency key. */
  readonly isRepeat: boolean;
}

const EXTERNAL_ID_TAKEN: Refusal<CreatePayoutRefusalCode> = {
  code: 'EXTERNAL_ID_TAKEN',
  field: ['externalId'],
  message:
    'The account has a payout with this external id already. To pay the same invoice in parts, set allowsSharedExternalId.',
};

/** Answers requests whose payout is stored, the first one and repeated ones alike. */
@Injectable()
export class PayoutAnswersService {
  constructor(
    private readonly searches: RecipientSearchService,
    private readonly waits: PayoutWaitsService,
  ) {}

  /** Builds the same answer for the first request and for repeated ones. */
  async of(
    payout: PayoutEntity | null,
    { warnings, isRepeat }: Pick<CreatePayoutResult, 'warnings' | 'isRepeat'>,
  ): Promise<CreatePayoutResult> {
    const refusal = payout && outcomeRefusal(payout);
    const refusals = refusal ? [refusal] : [];
    return { payout, refusals, warnings: [...warnings, ...(await this.warnOfWaits(payout))], isRepeat };
  }

  /** Answers with the payout that used the request's key: the same request again, or the key of another one. */
  async ofKnown(payout: PayoutEntity, { request, fingerprint, warnings }: AskedPayout): Promise<CreatePayoutResult> {
    const differing = differingFields(payout.requestFingerprint, fingerprint);
    if (differing.length === 0) return this.of(payout, { warnings, isRepeat: true });
    if (differing.some(isOfRecipient)) await this.searches.noteReusedKey(payout.id, request.createdBy);
    const message = `This key was used for another request; it differs in ${namesOf(differing)}.`;
    return { ...refused({ code: 'IDEMPOTENCY_KEY_REUSED', field: ['idempotencyKey'], message }), payout };
  }

  /** Answers a request whose key is unused, and whose external id is taken or whose payout is archived. */
  ofTakenId(payout: PayoutEntity | null): CreatePayoutResult {
    if (payout) return { ...refused(EXTERNAL_ID_TAKEN), payout };
    // Keys and external ids outlive a payout whose partition was detached, and are never reused.
    return refused({
      code: 'IDEMPOTENCY_KEY_REUSED',
      field: ['idempotencyKey'],
      message: 'This key or external id was used for a payout that is archived by now.',
    });
  }

  /** Warns if the payout waits, because it otherwise looks like one that is about to be sent. */
  private async warnOfWaits(payout: PayoutEntity | null): Promise<PayoutWarning[]> {
    if (payout?.status !== 'APPROVED') return [];
    const waits = await this.waits.list(payout);
    return waits.map(({ kind, message }) => ({
      code: kind === 'GATE' ? 'GATE_SHUT' : 'NOT_SENT_YET',
      field: [],
      message,
    }));
  }
}

export function refused(refusal: Refusal<CreatePayoutRefusalCode>): CreatePayoutResult {
  return { payout: null, refusals: [refusal], warnings: [], isRepeat: false };
}

function isOfRecipient(name: string): boolean {
  return name.startsWith('recipient.');
}

/** Names the fields that differ. The recipient counts as one field, so its parts cannot be guessed separately. */
function namesOf(differing: readonly string[]): string {
  const names = differing.map((name) => (isOfRecipient(name) ? 'recipient' : name));
  return [...new Set(names)].join(', ');
}
