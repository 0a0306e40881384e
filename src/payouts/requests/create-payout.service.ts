import { Injectable } from '@nestjs/common';
import type { AccountEntity } from '../../desk/accounts/persistence/account.entity.js';
import { canonicalDecimal } from '../../common/decimal.js';
import { differingFields, type FieldFingerprint, fingerprintFields } from '../../common/field-fingerprint.js';
import { newId } from '../../common/ids.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { RowExistsError } from '../../platform/database/writes.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import type { PayoutProblem, PayoutProblemCode, PayoutWarning } from '../destinations/payout-problem.js';
import { RouteChecksService } from './route-checks.service.js';
import { validatePayout } from '../destinations/payout-validation.js';
import { RECIPIENT_FIELDS } from '../destinations/recipient.js';
import { PayoutWaitsService } from '../reading/payout-waits.service.js';
import { RecipientSearchService } from '../recipients/recipient-search.service.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import { SubmitPayoutService } from '../submission/submit-payout.service.js';
import type { Refusal } from '../../common/refusal.js';
import { findCardReferences } from './domain/card-references.js';
import { insufficientBalance } from './domain/insufficient-balance.js';
import { outcomeRefusal, type PayoutOutcomeCode } from './domain/payout-outcome.js';
import type { CreatePayoutRequest } from './graphql/create-payout.input.js';
import { type PassedValidation, RecordPayoutService } from './record-payout.service.js';

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
   * The payout as it is now, or the payout that already has the request's key or external id; null if there is none.
   */
  readonly payout: PayoutEntity | null;
  readonly refusals: readonly Refusal<CreatePayoutRefusalCode>[];
  readonly warnings: readonly PayoutWarning[];
  /** Whether the same request was already made with this idempotency key. */
  readonly isRepeat: boolean;
}

const BUSY: Refusal<CreatePayoutRefusalCode> = {
  code: 'TRY_AGAIN',
  field: null,
  message: 'The database was busy; nothing was recorded. Repeat the request with the same idempotency key.',
};

const EXTERNAL_ID_TAKEN: Refusal<CreatePayoutRefusalCode> = {
  code: 'EXTERNAL_ID_TAKEN',
  field: ['externalId'],
  message:
    'The account has a payout with this external id already. To pay the same invoice in parts, set allowsSharedExternalId.',
};

/** The parts of a request that determine its response, also when the request is repeated. */
interface RequestContent {
  readonly fingerprint: FieldFingerprint;
  readonly warnings: readonly PayoutWarning[];
}

@Injectable()
export class CreatePayoutService {
  constructor(
    private readonly routes: RouteChecksService,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly vault: RecipientVault,
    private readonly searches: RecipientSearchService,
    private readonly recording: RecordPayoutService,
    private readonly submission: SubmitPayoutService,
    private readonly waits: PayoutWaitsService,
  ) {}

  /**
   * Creates a payout. If the request's key was used before, returns the payout created with it, with the refusals that
   * follow from its outcome, and sends nothing. So callers may repeat requests freely: only the first with a key can
   * pay. A request that the expected balance does not cover does not use up its key.
   * @param unsound problems that were already found in single fields
   */
  async create(request: CreatePayoutRequest, unsound: readonly PayoutProblem[]): Promise<CreatePayoutResult> {
    const account = await this.routes.accountOf(request.accountId);
    const fingerprint = this.fingerprint(request);
    const validation = validatePayout(request, this.vault.serviceRules);
    const route =
      account && validation.ok ? await this.routes.check(account.id, request, validation.destination) : null;
    const ofRoute = validation.ok ? (route?.problems ?? []) : validation.problems;
    const problems = [...unsound, ...findCardReferences(request), ...ofRoute];
    const warnings = [...validation.warnings, ...(route?.warnings ?? [])];
    if (!validation.ok || problems.length > 0) {
      // The request may repeat an earlier one that was valid under the rules of that time. An invalid key is not looked
      // up: no payout can have it, and PostgreSQL may reject the query.
      const hasKey = !unsound.some(({ field }) => field[0] === 'idempotencyKey');
      const known = account && hasKey && (await this.findKnown(account, request, { fingerprint, warnings }));
      if (known) return known;
      return { payout: null, refusals: problems, warnings, isRepeat: false };
    }
    if (!account) {
      return refused({ code: 'ACCOUNT_NOT_FOUND', field: ['accountId'], message: 'There is no account with this id.' });
    }
    const id = newId();
    const recorded = await this.unitOfWork
      .runUnlessBusy({ kind: 'busy' } as const, (tx) =>
        this.recording.record(tx, { id, account, request, validation, fingerprint }),
      )
      .catch(whenItExists);
    switch (recorded.kind) {
      case 'busy':
        return refused(BUSY);
      case 'exists':
        return this.explainExisting(account, request, { fingerprint, warnings });
      case 'not_covered': {
        const figures = { currency: request.currency, available: recorded.available, needed: request.amount };
        return refused(insufficientBalance(figures, 'nothing was recorded'));
      }
      case 'new':
        await this.submission.submitNow({ id, accountId: account.id, currency: request.currency });
        return this.answerNew(await this.payouts.findById(id), { request, validation });
    }
  }

  private async answerNew(
    payout: PayoutEntity | null,
    { request, validation }: { readonly request: CreatePayoutRequest; readonly validation: PassedValidation },
  ): Promise<CreatePayoutResult> {
    // A payout that is sent does not count as a guess: it costs its maker the amount, and reveals nothing else.
    if (payout && isUnsent(payout)) await this.recording.noteUnsent(payout.id, request, validation);
    return this.answer(payout, { warnings: validation.warnings, isRepeat: false });
  }

  /** Builds the response, the same for the first request and for repeated ones. */
  private async answer(
    payout: PayoutEntity | null,
    { warnings, isRepeat }: Pick<CreatePayoutResult, 'warnings' | 'isRepeat'>,
  ): Promise<CreatePayoutResult> {
    const refusal = payout && outcomeRefusal(payout);
    const refusals = refusal ? [refusal] : [];
    return { payout, refusals, warnings: [...warnings, ...(await this.warnOfWaits(payout))], isRepeat };
  }

  /** Warns that the payout waits, because otherwise it looks like one that is about to be sent. */
  private async warnOfWaits(payout: PayoutEntity | null): Promise<PayoutWarning[]> {
    if (payout?.status !== 'APPROVED') return [];
    const waits = await this.waits.list(payout);
    return waits.map(({ kind, message }) => ({
      code: kind === 'GATE' ? 'GATE_SHUT' : 'NOT_SENT_YET',
      field: [],
      message,
    }));
  }

  /**
   * Finds the payout that already exists: either it came from the same request, or it uses the key or external id for
   * another one.
   */
  private async explainExisting(
    account: AccountEntity,
    request: CreatePayoutRequest,
    content: RequestContent,
  ): Promise<CreatePayoutResult> {
    const known = await this.findKnown(account, request, content);
    if (known) return known;
    const { externalId, allowsSharedExternalId } = request;
    if (externalId !== null && !allowsSharedExternalId) {
      const payout = await this.payouts.findByExternalId(account.id, externalId);
      if (payout) return { ...refused(EXTERNAL_ID_TAKEN), payout };
    }
    // The payout's partition was detached. Its key and external id are kept, and never reused.
    return refused({
      code: 'IDEMPOTENCY_KEY_REUSED',
      field: ['idempotencyKey'],
      message: 'This key or external id was used for a payout that is archived by now.',
    });
  }

  private async findKnown(
    account: AccountEntity,
    request: CreatePayoutRequest,
    { fingerprint, warnings }: RequestContent,
  ): Promise<CreatePayoutResult | null> {
    const payout = await this.payouts.findByIdempotencyKey(account.id, request.idempotencyKey);
    if (!payout) return null;
    const differing = differingFields(payout.requestFingerprint, fingerprint);
    if (differing.length === 0) return this.answer(payout, { warnings, isRepeat: true });
    if (differing.some(isOfRecipient)) await this.searches.noteReusedKey(payout.id, request.createdBy);
    const message = `This key was used for another request; it differs in ${namesOf(differing)}.`;
    return { ...refused({ code: 'IDEMPOTENCY_KEY_REUSED', field: ['idempotencyKey'], message }), payout };
  }

  private fingerprint(request: CreatePayoutRequest): FieldFingerprint {
    // Includes all other fields of the request, so that a new field is compared without a change here.
    const { idempotencyKey: _key, accountId: _account, createdBy: _caller, ...content } = request;
    const { amount, recipient, allowsSharedExternalId, ...others } = content;
    const recipientFields = RECIPIENT_FIELDS.map((name) => [`recipient.${name}`, recipient[name] || null]);
    return fingerprintFields(
      {
        ...others,
        amount: canonicalDecimal(amount),
        // Left out if false, so that requests from before the field existed have the same fingerprint.
        allowsSharedExternalId: allowsSharedExternalId ? 'true' : null,
        ...(Object.fromEntries(recipientFields) as Record<string, string | null>),
      },
      (value) => this.vault.fieldHash(value),
    );
  }
}

/** Another request with this key or external id was recorded first. */
function whenItExists(error: unknown): { readonly kind: 'exists' } {
  if (error instanceof RowExistsError) return { kind: 'exists' };
  throw error;
}

/**
 * Whether nothing was paid and the recipient was not counted yet. For payouts that wait for approval, the recipient was
 * counted when they were recorded.
 */
function isUnsent({ status }: PayoutEntity): boolean {
  return status === 'APPROVED' || status === 'REJECTED';
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

function refused(refusal: Refusal<CreatePayoutRefusalCode>): CreatePayoutResult {
  return { payout: null, refusals: [refusal], warnings: [], isRepeat: false };
}
