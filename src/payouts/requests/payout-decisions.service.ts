import { Injectable } from '@nestjs/common';
import { canonicalDecimal } from '../../common/decimal.js';
import { type FieldFingerprint, fingerprintFields } from '../../common/field-fingerprint.js';
import type { Refusal } from '../../common/refusal.js';
import type { AccountEntity } from '../../desk/accounts/persistence/account.entity.js';
import type { PayoutProblem, PayoutWarning } from '../destinations/payout-problem.js';
import { type PayoutValidation, validatePayout } from '../destinations/payout-validation.js';
import { RECIPIENT_FIELDS } from '../destinations/recipient.js';
import { recipientFingerprint } from '../destinations/recipient-fingerprint.js';
import { guessLimitOf } from '../recipients/domain/recipient-guess.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import type { PlannedPayout } from '../rules/domain/recording-facts.js';
import { findCardReferences } from './domain/card-references.js';
import type { CreatePayoutRequest } from './graphql/create-payout.input.js';
import { RouteChecksService } from './route-checks.service.js';

export type PassedValidation = Extract<PayoutValidation, { ok: true }>;

/** The parts of a request that determine its response, also when the request is repeated. */
export interface AskedPayout {
  readonly request: CreatePayoutRequest;
  readonly fingerprint: FieldFingerprint;
  readonly warnings: readonly PayoutWarning[];
}

/** A valid request. Only the database can tell whether it will be recorded. */
export interface PayoutPlan extends AskedPayout {
  readonly account: AccountEntity;
  readonly validation: PassedValidation;
  readonly planned: PlannedPayout;
  /** The payout that it repeats; null for none. */
  readonly repeatedId: string | null;
}

/** A request to pay another payout again. Its fingerprint covers only what its caller gave. */
export interface RepeatedRequest {
  readonly payoutId: string;
  readonly fingerprint: FieldFingerprint;
}

export type ExaminedRequest =
  | { readonly kind: 'planned'; readonly plan: PayoutPlan }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly PayoutProblem[];
      readonly asked: AskedPayout;
      /** The account that may have a payout with the request's key; null if there can be none. */
      readonly account: AccountEntity | null;
    }
  | { readonly kind: 'no_account'; readonly refusal: Refusal<'ACCOUNT_NOT_FOUND'> };

export interface NewRequest {
  /** The id that the payout would get. */
  readonly id: string;
  readonly request: CreatePayoutRequest;
  /** Problems of single fields, found earlier. */
  readonly unsound: readonly PayoutProblem[];
  /** The payout that it pays again; absent or null for a request of its own. */
  readonly repeated?: RepeatedRequest | null;
}

/** Examines requests: everything about a new payout that is decided before the database is asked. */
@Injectable()
export class PayoutDecisionsService {
  constructor(
    private readonly routes: RouteChecksService,
    private readonly vault: RecipientVault,
  ) {}

  async examine(asked: NewRequest): Promise<ExaminedRequest> {
    return this.examineIn(await this.routes.accountOf(asked.request.accountId), asked);
  }

  /** Returns what `examine` does, in the order of the requests. Looks each account up once. */
  async examineAll(asked: readonly NewRequest[]): Promise<ExaminedRequest[]> {
    const ids = [...new Set(asked.map(({ request }) => request.accountId))];
    const accounts = new Map(await Promise.all(ids.map(async (id) => [id, await this.routes.accountOf(id)] as const)));
    const examined: ExaminedRequest[] = [];
    // One after the other: the first one asks the provider for the account's services, and the others find them known.
    for (const one of asked) examined.push(await this.examineIn(accounts.get(one.request.accountId) ?? null, one));
    return examined;
  }

  private async examineIn(
    account: AccountEntity | null,
    { id, request, unsound, repeated = null }: NewRequest,
  ): Promise<ExaminedRequest> {
    const validation = validatePayout(request, this.vault.serviceRules);
    const route =
      account && validation.ok ? await this.routes.check(account.id, request, validation.destination) : null;
    const ofRoute = validation.ok ? (route?.problems ?? []) : validation.problems;
    const problems = [...unsound, ...findCardReferences(request), ...ofRoute];
    const warnings = [...validation.warnings, ...(route?.warnings ?? [])];
    const asked = { request, fingerprint: repeated?.fingerprint ?? this.fingerprint(request), warnings };
    if (!validation.ok || problems.length > 0) {
      // The request may repeat an earlier one that was valid under the rules of that time. An invalid key is not looked
      // up: no payout can have it, and PostgreSQL may reject the query.
      const hasKey = !unsound.some(({ field }) => field[0] === 'idempotencyKey');
      return { kind: 'invalid', problems, asked, account: hasKey ? account : null };
    }
    if (!account) {
      const refusal = { code: 'ACCOUNT_NOT_FOUND', field: ['accountId'], message: 'There is no account with this id.' };
      return { kind: 'no_account', refusal: { ...refusal, code: 'ACCOUNT_NOT_FOUND' } };
    }
    const planned = this.plan(request, { id, account, validation });
    const repeatedId = repeated?.payoutId ?? null;
    return { kind: 'planned', plan: { ...asked, account, validation, planned, repeatedId } };
  }

  private plan(
    request: CreatePayoutRequest,
    of: { readonly id: string; readonly account: AccountEntity; readonly validation: PassedValidation },
  ): PlannedPayout {
    const { id, account, validation } = of;
    const { recipient } = validation;
    const { idempotencyKey, amount, currency, externalId, allowsSharedExternalId, createdBy } = request;
    return {
      ...{ id, accountId: account.id, amount, currency, idempotencyKey },
      recipientHash: this.vault.recipientHash(recipientFingerprint(recipient)),
      requisitesHashes: this.vault.comparableHashes(recipient, request),
      unsharedExternalId: allowsSharedExternalId ? null : externalId,
      rootId: null,
      guesses: guessLimitOf({ actorId: createdBy, requisites: recipient.requisites }),
    };
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
