import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Caller } from '../../platform/graphql/request-context.js';
import { CurrentAuthority } from '../authority/current-authority.js';
import { ChangeHandlers } from './change-handlers.js';
import { ChangeRecordsService } from './change-records.service.js';
import type { ChangeRequest } from './domain/change-request.js';
import { kindsSeenWith } from './domain/change-scopes.js';
import { ChangeRequestsRepository } from './persistence/change-requests.repository.js';
import type { Refusal } from '../../common/refusal.js';
import { statusWords } from '../../common/text/status-words.js';

export type DeclineRefusalCode = 'CHANGE_REQUEST_NOT_FOUND' | 'CHANGE_REQUEST_CLOSED';

export interface DeclineResult {
  /** The current request; null if the caller may not see it. */
  readonly request: ChangeRequest | null;
  readonly refusal: Refusal<DeclineRefusalCode> | null;
}

@Injectable()
export class DeclineChangeRequestService {
  constructor(
    private readonly requests: ChangeRequestsRepository,
    private readonly handlers: ChangeHandlers,
    private readonly unitOfWork: UnitOfWork,
    private readonly records: ChangeRecordsService,
    private readonly authority: CurrentAuthority,
  ) {}

  async decline({
    id,
    reason,
    caller,
  }: {
    readonly id: string;
    readonly reason: string;
    readonly caller: Caller;
  }): Promise<DeclineResult> {
    return this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      const found = await this.requests.find(tx, id);
      if (!found || !kindsSeenWith(caller.scopes).includes(found.kind)) {
        const message = `There is no change request ${id}.`;
        return { request: null, refusal: { code: 'CHANGE_REQUEST_NOT_FOUND', message } };
      }
      // Locks the object first, in the same order as confirming does.
      const declineSubject = await this.handlers.get(found.kind).lockToDecline?.(tx, found);
      const request = (await this.requests.lock(tx, id)) ?? found;
      if (request.status !== 'PENDING') {
        const message = `Change request ${id} is ${statusWords(request.status)} already.`;
        return { request, refusal: { code: 'CHANGE_REQUEST_CLOSED', message } };
      }
      await this.requests.close(tx, id, { as: 'DECLINED', by: caller.id });
      await this.records.write(tx, 'declined', { ...request, reason });
      await declineSubject?.({ actorId: caller.id, reason });
      return { request: await this.requests.find(tx, id), refusal: null };
    });
  }
}
