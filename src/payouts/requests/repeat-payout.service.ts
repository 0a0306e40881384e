import { Injectable } from '@nestjs/common';
import { canonicalDecimal, type DecimalString } from '../../common/decimal.js';
import { fingerprintFields } from '../../common/field-fingerprint.js';
import type { Refusal } from '../../common/refusal.js';
import { PayoutRepeatsRepository } from '../core/persistence/payout-repeats.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import type { PayoutProblem } from '../destinations/payout-problem.js';
import { correctRecipient, type Recipient, RECIPIENT_FIELDS, type RecipientInput } from '../destinations/recipient.js';
import { ReadEndedPayoutService } from '../evidence/read-ended-payout.service.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import { CreatePayoutService } from './create-payout.service.js';
import { findPaying, mayBePaid, repeatRefusal, type RepeatRuleCode } from './domain/repeat-rules.js';
import {
  type CreatePayoutRefusalCode,
  type CreatePayoutResult,
  PayoutAnswersService,
} from './payout-answers.service.js';
import type { RepeatedRequest } from './payout-decisions.service.js';

export type RepeatPayoutRefusalCode =
  | Exclude<CreatePayoutRefusalCode, 'ACCOUNT_NOT_FOUND' | 'EXTERNAL_ID_TAKEN'>
  | RepeatRuleCode
  | 'PAYOUT_NOT_FOUND'
  | 'PROVIDER_UNAVAILABLE'
  | 'RECIPIENT_UNREADABLE';

/** The fields to correct: undefined keeps a field, null removes it. */
export interface RepeatPayoutRequest {
  readonly idempotencyKey: string;
  readonly payoutId: string;
  readonly amount: DecimalString | undefined;
  readonly note: string | null | undefined;
  readonly recipient: RecipientInput;
  readonly createdBy: string;
}

export interface RepeatPayoutResult extends Omit<CreatePayoutResult, 'refusals'> {
  readonly refusals: readonly Refusal<RepeatPayoutRefusalCode>[];
}

interface Refused {
  readonly refusal: Refusal<RepeatPayoutRefusalCode>;
  /** The payout that pays the same already. */
  readonly payout: PayoutEntity | null;
}

/**
 * Creates a new payout to repeat one that ended without being paid. The caller never sees the recipient, and the rules
 * for new payouts apply.
 */
@Injectable()
export class RepeatPayoutService {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly repeats: PayoutRepeatsRepository,
    private readonly reads: ReadEndedPayoutService,
    private readonly vault: RecipientVault,
    private readonly creation: CreatePayoutService,
    private readonly answers: PayoutAnswersService,
  ) {}

  /**
   * Reads the payout back first, outside a transaction: nothing is paid again while the provider contradicts the end or
   * cannot be asked.
   * @param unsound problems of single fields, found earlier
   */
  async repeat(request: RepeatPayoutRequest, unsound: readonly PayoutProblem[]): Promise<RepeatPayoutResult> {
    const first = await this.payouts.findById(request.payoutId);
    if (!first) return refused('PAYOUT_NOT_FOUND', 'There is no payout with this id.');
    const repeated = { payoutId: first.id, fingerprint: this.fingerprint(request) };
    const before = this.vault.openIfReadable(first);
    const known = unsound.length === 0 ? await this.findKnown(first, request, repeated) : null;
    if (known) return known;
    const obstacle = await this.findObstacle(first.id);
    if (obstacle) return refusedFor(obstacle);
    if (!before) {
      return refused('RECIPIENT_UNREADABLE', 'The recipient cannot be decrypted; make a new payout.');
    }
    const doubt = unsound.length > 0 ? null : await this.ask(first.id);
    if (doubt) return refusedFor(doubt);
    const result = await this.creation.create(contentOf(first, before, request), unsound, repeated);
    // Something was learned meanwhile, or another repeat came first.
    const later = isBusy(result) ? await this.findObstacle(first.id) : null;
    return later ? refusedFor(later) : narrowed(result);
  }

  private async findKnown(
    { accountId }: PayoutEntity,
    request: RepeatPayoutRequest,
    { fingerprint }: RepeatedRequest,
  ): Promise<RepeatPayoutResult | null> {
    const known = await this.payouts.findByIdempotencyKey(accountId, request.idempotencyKey);
    return known && narrowed(await this.answers.ofKnown(known, { request, fingerprint, warnings: [] }));
  }

  private async findObstacle(id: string): Promise<Refused | null> {
    const members = await this.repeats.findMembers(id);
    const first = members.find((member) => member.id === id);
    if (!first)
      return { refusal: { code: 'PAYOUT_NOT_FOUND', message: 'There is no payout with this id.' }, payout: null };
    const others = members.filter((member) => member !== first);
    const refusal = repeatRefusal(first, others);
    return refusal && { refusal, payout: refusal.code === 'ALREADY_REPEATED' ? findPaying(others) : null };
  }

  /** Asks about each payout that pays the same: any of them may have been paid after its end. */
  private async ask(id: string): Promise<Refused | null> {
    const members = await this.repeats.findMembers(id);
    for (const member of members) {
      const doubt = await this.reads.read(member);
      if (doubt?.isUnanswered)
        return { refusal: { code: 'PROVIDER_UNAVAILABLE', message: doubt.message }, payout: null };
      if (doubt) return { refusal: mayBePaid(doubt.message), payout: null };
    }
    return null;
  }

  /** Without what is copied: an equal request has the same fingerprint also once the recipient was purged. */
  private fingerprint({ payoutId, amount, note, recipient }: RepeatPayoutRequest): RepeatedRequest['fingerprint'] {
    const fields = RECIPIENT_FIELDS.map((name) => [`recipient.${name}`, given(recipient[name])]);
    return fingerprintFields(
      {
        repeatOf: payoutId,
        amount: amount === undefined ? null : canonicalDecimal(amount),
        note: given(note),
        ...(Object.fromEntries(fields) as Record<string, string | null>),
      },
      (value) => this.vault.fieldHash(value),
    );
  }
}

function given(value: string | null | undefined): string | null {
  return value === undefined ? null : (value ?? '');
}

function contentOf(
  first: PayoutEntity,
  recipient: Recipient,
  request: RepeatPayoutRequest,
): Parameters<CreatePayoutService['create']>[0] {
  const { accountId, currency, paymentType, serviceId, reference, externalId } = first;
  const { idempotencyKey, createdBy, amount = first.amount, note = first.note } = request;
  return {
    ...{ idempotencyKey, accountId, amount, currency, paymentType, serviceId, note, reference, externalId },
    // It pays the same invoice.
    allowsSharedExternalId: true,
    recipient: correctRecipient(recipient, request.recipient),
    createdBy,
  };
}

function isBusy({ payout, refusals }: CreatePayoutResult): boolean {
  return payout === null && refusals.some(({ code }) => code === 'TRY_AGAIN');
}

/** The account exists, and the external id may be shared, so two codes cannot occur. */
function narrowed(result: CreatePayoutResult): RepeatPayoutResult {
  return result as RepeatPayoutResult;
}

function refused(code: RepeatPayoutRefusalCode, message: string): RepeatPayoutResult {
  return refusedFor({ refusal: { code, message }, payout: null });
}

function refusedFor({ refusal, payout }: Refused): RepeatPayoutResult {
  return { payout, refusals: [{ field: ['payoutId'], ...refusal }], warnings: [], isRepeat: false };
}
