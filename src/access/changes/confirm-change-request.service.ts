import { Injectable } from '@nestjs/common';
import type { Secret } from '../../common/secret.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import { CurrentAuthority } from '../authority/current-authority.js';
import { SamePerson } from '../people/persistence/same-person.sql.js';
import type { ChangeObstacle, ChangeObstacleCode, PreparedChange } from './change-handler.js';
import { ChangeHandlers } from './change-handlers.js';
import { ChangeRecordsService } from './change-records.service.js';
import { type ChangeRequest, hashContent, toHashText } from './domain/change-request.js';
import { kindsSeenWith, scopeMissingFor } from './domain/change-scopes.js';
import { ChangeRequestsRepository } from './persistence/change-requests.repository.js';
import type { Refusal } from '../../common/refusal.js';
import { statusWords } from '../../common/text/status-words.js';

export type ConfirmRefusalCode =
  | 'CHANGE_REQUEST_NOT_FOUND'
  | 'CHANGE_REQUEST_CLOSED'
  | 'OWN_REQUEST'
  | 'SAME_PERSON'
  | 'SCOPE_MISSING'
  | ChangeObstacleCode;

export interface Confirmation {
  readonly id: string;
  readonly contentHash: string;
  readonly caller: Caller;
}

export interface ConfirmResult {
  /** The current request; null if the caller may not see it. */
  readonly request: ChangeRequest | null;
  /** A secret that is shown once, to the person who confirms; null if there is none. */
  readonly shown: Secret | null;
  readonly refusal: Refusal<ConfirmRefusalCode> | null;
}

type Refused = Omit<ConfirmResult, 'shown'> & { readonly kind: 'refused' };
type Checked = Refused | { readonly kind: 'confirmable'; readonly request: ChangeRequest };

const TRY_AGAIN = {
  code: 'TRY_AGAIN',
  message: 'The database was busy; nothing was changed. Repeat the request.',
} as const;

/** Confirms a change request as the second person. Applies the stored, hashed content only. */
@Injectable()
export class ConfirmChangeRequestService {
  constructor(
    private readonly requests: ChangeRequestsRepository,
    private readonly handlers: ChangeHandlers,
    private readonly unitOfWork: UnitOfWork,
    private readonly records: ChangeRecordsService,
    private readonly samePerson: SamePerson,
    private readonly authority: CurrentAuthority,
  ) {}

  async confirm(confirmation: Confirmation): Promise<ConfirmResult> {
    // Checked before anything is locked or requested from other servers, so that only people who may confirm can cause
    // that.
    const first = await this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      return this.check(tx, confirmation, await this.requests.find(tx, confirmation.id));
    });
    if (first.kind === 'refused') return { ...first, shown: null };
    const prepared = await this.handlers.get(first.request.kind).prepare(first.request);
    const busy = { ...first, shown: null, refusal: TRY_AGAIN };
    return this.unitOfWork.runUnlessBusy(busy, (tx) => this.apply(tx, confirmation, prepared));
  }

  private async apply(
    tx: Transaction,
    confirmation: Confirmation,
    prepared: PreparedChange | ChangeObstacle,
  ): Promise<ConfirmResult> {
    const { id, caller } = confirmation;
    await this.authority.assertHeld(tx);
    const locked = prepared.kind === 'prepared' ? await prepared.lock(tx) : prepared;
    const checked = await this.check(tx, confirmation, await this.requests.lock(tx, id));
    if (checked.kind === 'refused') return { ...checked, shown: null };
    const { request } = checked;
    if (locked.kind === 'refused') {
      if (locked.code === 'OUTDATED') await this.fail(tx, request, { caller, obstacle: locked });
      return { request: await this.requests.find(tx, id), shown: null, refusal: locked };
    }
    await this.requests.close(tx, id, { as: 'CONFIRMED', by: caller.id });
    await this.records.write(tx, 'confirmed', request);
    const applied = await locked.apply({ proposedBy: request.proposedBy, confirmedBy: caller.id });
    // The change turned out to be impossible, so there is nothing left to confirm.
    if (applied.kind === 'refused') await this.fail(tx, request, { caller, obstacle: applied });
    return {
      request: await this.requests.find(tx, id),
      shown: (applied.kind === 'applied' && applied.shown) || null,
      refusal: applied.kind === 'refused' ? applied : null,
    };
  }

  private async fail(
    tx: Transaction,
    request: ChangeRequest,
    { caller, obstacle }: { readonly caller: Caller; readonly obstacle: ChangeObstacle },
  ): Promise<void> {
    await this.requests.close(tx, request.id, { as: 'FAILED', by: caller.id });
    await this.records.write(tx, 'failed', request, { obstacle: obstacle.code });
  }

  private async check(
    tx: Transaction,
    { id, contentHash, caller }: Confirmation,
    request: ChangeRequest | null,
  ): Promise<Checked> {
    if (!request || !kindsSeenWith(caller.scopes).includes(request.kind)) {
      return refused(null, 'CHANGE_REQUEST_NOT_FOUND', `There is no change request ${id}.`);
    }
    if (request.status !== 'PENDING') {
      return refused(
        request,
        'CHANGE_REQUEST_CLOSED',
        `Change request ${id} is ${statusWords(request.status)}; propose it again.`,
      );
    }
    if (request.proposedBy === caller.id) {
      return refused(request, 'OWN_REQUEST', `You proposed change request ${id}; another person must confirm it.`);
    }
    if (await this.samePerson.isAmong(tx, { callerId: caller.id, others: [request.proposedBy] })) {
      return refused(
        request,
        'SAME_PERSON',
        `Your key and the key that proposed change request ${id} may be one person.`,
      );
    }
    const missing = scopeMissingFor(request.kind, caller.scopes);
    if (missing !== null) {
      return refused(request, 'SCOPE_MISSING', `Who confirms change request ${id} needs the scope ${missing}.`);
    }
    if (contentHash !== toHashText(request.contentHash)) {
      const message = `contentHash is not that of change request ${id}; look at it again.`;
      return refused(request, 'CONTENT_CHANGED', message);
    }
    // This can only be the result of changing the row by SQL.
    if (!hashContent(request).equals(request.contentHash)) {
      const message = `Change request ${id} was altered after it was proposed; decline it, and propose it again.`;
      return refused(request, 'CONTENT_CHANGED', message);
    }
    return { kind: 'confirmable', request };
  }
}

function refused(request: ChangeRequest | null, code: ConfirmRefusalCode, message: string): Refused {
  return { kind: 'refused', request, refusal: { code, message } };
}
