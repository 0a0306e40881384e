import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { AccountEntity } from '../../accounts/persistence/account.entity.js';
import { canonicalDecimal } from '../../common/decimal.js';
import { differingFields, type FieldFingerprint, fingerprintFields } from '../../common/field-fingerprint.js';
import { newId } from '../../common/ids.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { RowExistsError } from '../../database/writes.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import type { PayoutProblem, PayoutProblemCode, PayoutWarning } from '../destinations/payout-problem.js';
import { validatePayout } from '../destinations/payout-validation.js';
import { PayoutWaitsService } from '../reading/payout-waits.service.js';
import { RecipientSearchService } from '../recipients/recipient-search.service.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import { SubmitPayoutService } from '../submission/submit-payout.service.js';
import type { Refusal } from '../../common/refusal.js';
import { type CreatePayoutRequest, RecordPayoutService } from './record-payout.service.js';

export type CreatePayoutRefusalCode =
  | PayoutProblemCode
  | 'ACCOUNT_NOT_FOUND'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_BALANCE'
  | 'PROVIDER_REFUSED'
  | 'TRY_AGAIN';

export interface CreatePayoutResult {
  /** The payout as it is now; null when none was recorded. */
  readonly payout: PayoutEntity | null;
  readonly refusals: readonly Refusal<CreatePayoutRefusalCode>[];
  readonly warnings: readonly PayoutWarning[];
}

const BUSY: Refusal<CreatePayoutRefusalCode> = {
  code: 'TRY_AGAIN',
  field: null,
  message: 'The database was busy; nothing was recorded. Repeat the request with the same idempotency key.',
};

/** Records payouts, and has them sent at once when they may be. */
@Injectable()
export class CreatePayoutService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly vault: RecipientVault,
    private readonly searches: RecipientSearchService,
    private readonly recording: RecordPayoutService,
    private readonly submission: SubmitPayoutService,
    private readonly waits: PayoutWaitsService,
  ) {}

  /**
   * A request with a key already used returns that key's payout, whatever became of it, and sends nothing. Callers may
   * therefore repeat themselves freely: only the first request with a key can ever pay. One that the expected balance
   * does not cover leaves its key unused.
   *
   * @param unsound what is wrong with fields by themselves
   */
  async create(request: CreatePayoutRequest, unsound: readonly PayoutProblem[]): Promise<CreatePayoutResult> {
    const account = await this.accounts.find(request.accountId);
    const fingerprint = this.fingerprint(request);
    const validation = validatePayout(request);
    const problems = [...unsound, ...(validation.ok ? [] : validation.problems)];
    if (!validation.ok || problems.length > 0) {
      // Today's rules may have changed since the request was first made.
      // A key that is refused was never used: PostgreSQL could not look for the one, and must not see the other.
      const hasKey = !unsound.some(({ field }) => field[0] === 'idempotencyKey');
      const known = account && hasKey && (await this.findKnown(account, request, fingerprint));
      if (known) return known;
      return { payout: null, refusals: problems, warnings: validation.warnings };
    }
    if (!account) {
      return refused({ code: 'ACCOUNT_NOT_FOUND', field: ['accountId'], message: 'There is no account with this id.' });
    }
    const id = newId();
    const recorded = await this.unitOfWork
      .runUnlessBusy('busy' as const, (tx) =>
        this.recording.record(tx, { id, account, request, validation, fingerprint }),
      )
      .catch(knownIfItExists);
    if (recorded === 'busy') return refused(BUSY);
    if (recorded === 'known') return this.explainExisting(account, request, fingerprint);
    if (recorded === 'not_covered') return refused(notCovered(request));

    await this.submission.submitNow({ id, accountId: account.id, currency: request.currency });
    const payout = await this.payouts.findById(id);
    const refusals = payout?.status === 'REJECTED' ? [rejection(payout)] : [];
    return { payout, refusals, warnings: [...validation.warnings, ...(await this.warnOfWaits(payout))] };
  }

  /** A payout that is kept back looks like one that is sent in a moment, unless the answer says so. */
  private async warnOfWaits(payout: PayoutEntity | null): Promise<PayoutWarning[]> {
    if (payout?.status !== 'APPROVED') return [];
    const waits = await this.waits.list(payout);
    return waits.map(({ kind, message }) => ({
      code: kind === 'GATE' ? 'GATE_SHUT' : 'NOT_SENT_YET',
      field: [],
      message,
    }));
  }

  /** The same request again, or a key used for something else. */
  private async explainExisting(
    account: AccountEntity,
    request: CreatePayoutRequest,
    fingerprint: FieldFingerprint,
  ): Promise<CreatePayoutResult> {
    const known = await this.findKnown(account, request, fingerprint);
    // The key outlives a payout whose partition was detached: it is never used for another.
    return (
      known ??
      refused({
        code: 'IDEMPOTENCY_KEY_REUSED',
        field: ['idempotencyKey'],
        message: 'This key was used for a payout that is archived by now.',
      })
    );
  }

  /** The payout of this key, if the key was used, or what differs when it was used for something else. */
  private async findKnown(
    account: AccountEntity,
    request: CreatePayoutRequest,
    fingerprint: FieldFingerprint,
  ): Promise<CreatePayoutResult | null> {
    const payout = await this.payouts.findByIdempotencyKey(account.id, request.idempotencyKey);
    if (!payout) return null;
    const differing = differingFields(payout.requestFingerprint, fingerprint);
    if (differing.length === 0) return { payout, refusals: [], warnings: await this.warnOfWaits(payout) };
    if (differing.some(isOfRecipient)) await this.searches.noteReusedKey(payout.id, request.createdBy);
    return refused({
      code: 'IDEMPOTENCY_KEY_REUSED',
      field: ['idempotencyKey'],
      message: `This key was used for another request; it differs in ${namesOf(differing)}.`,
    });
  }

  private fingerprint(request: CreatePayoutRequest): FieldFingerprint {
    // Everything that is asked counts, so that a new field cannot be forgotten here.
    const { idempotencyKey: _key, accountId: _account, createdBy: _caller, amount, recipient, ...others } = request;
    const recipientFields = Object.entries(recipient).map(([name, value]) => [`recipient.${name}`, value || null]);
    return fingerprintFields(
      {
        ...others,
        amount: canonicalDecimal(amount),
        ...(Object.fromEntries(recipientFields) as Record<string, string | null>),
      },
      (value) => this.vault.fieldHash(value),
    );
  }
}

/** Another request with the key was recorded first. */
function knownIfItExists(error: unknown): 'known' {
  if (error instanceof RowExistsError) return 'known';
  throw error;
}

function isOfRecipient(name: string): boolean {
  return name.startsWith('recipient.');
}

/** Where a request differs; of the recipient no more than that: named apart, each field could be guessed apart. */
function namesOf(differing: readonly string[]): string {
  const names = differing.map((name) => (isOfRecipient(name) ? 'recipient' : name));
  return [...new Set(names)].join(', ');
}

function notCovered({ currency }: CreatePayoutRequest): Refusal<CreatePayoutRefusalCode> {
  const message = `The expected balance in ${currency} does not cover it besides the payouts that wait; nothing was recorded.`;
  return { code: 'INSUFFICIENT_BALANCE', field: ['amount'], message };
}

function rejection(payout: PayoutEntity): Refusal<CreatePayoutRefusalCode> {
  return { code: 'PROVIDER_REFUSED', field: null, message: payout.problem ?? 'The provider refused it.' };
}

function refused(refusal: Refusal<CreatePayoutRefusalCode>): CreatePayoutResult {
  return { payout: null, refusals: [refusal], warnings: [] };
}
