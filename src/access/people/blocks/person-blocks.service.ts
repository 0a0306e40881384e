import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../../desk/audit/audit-log.js';
import type { Refusal } from '../../../common/refusal.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Caller } from '../../../platform/graphql/request-context.js';
import { CurrentAuthority } from '../../authority/current-authority.js';
import { ChangeRequestsService } from '../../changes/change-requests.service.js';
import type { ChangeRequest } from '../../changes/domain/change-request.js';
import type { ProposeRefusalCode } from '../../changes/domain/proposal-rules.js';
import { ActorSessionsService } from '../../sessions/actor-sessions.service.js';
import { PeopleRepository } from '../persistence/people.repository.js';
import type { PersonEntity } from '../persistence/person.entity.js';
import { blockFactsOf } from './block-facts.js';

export type BlockPersonRefusalCode = 'PERSON_NOT_FOUND' | 'ALREADY_BLOCKED' | 'OWN_PERSON';
export type UnblockPersonRefusalCode = 'PERSON_NOT_FOUND' | 'NOT_BLOCKED' | ProposeRefusalCode;

export interface BlockPersonResult {
  readonly person: PersonEntity | null;
  readonly endedSessions: number;
  readonly refusal: Refusal<BlockPersonRefusalCode> | null;
}

export interface UnblockPersonResult {
  readonly person: PersonEntity | null;
  readonly changeRequest: ChangeRequest | null;
  readonly refusal: Refusal<UnblockPersonRefusalCode> | null;
}

interface BlockRequest {
  readonly personId: string;
  readonly reason: string;
  readonly caller: Caller;
}

const NOT_FOUND = { code: 'PERSON_NOT_FOUND', message: 'There is no person with this id.' } as const;

/**
 * Blocks people who sign in at the identity provider. One administrator is enough to block a person; lifting the block
 * takes two people.
 */
@Injectable()
export class PersonBlocksService {
  readonly #logger = new Logger(PersonBlocksService.name);

  constructor(
    private readonly people: PeopleRepository,
    private readonly sessions: ActorSessionsService,
    private readonly changes: ChangeRequestsService,
    private readonly authority: CurrentAuthority,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /** Blocks a person immediately: their sessions end and their tokens are rejected. */
  async block({ personId, reason, caller }: BlockRequest): Promise<BlockPersonResult> {
    return this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      const person = await this.people.lock(tx, personId);
      const refusal = blockRefusal(person, caller);
      if (refusal) return { person, endedSessions: 0, refusal };
      await this.people.block(tx, personId, { by: caller.id, reason });
      const endedSessions = await this.sessions.endAllIn(tx, personId);
      const blocked = await this.people.lock(tx, personId);
      await this.record(tx, blocked, { reason, endedSessions });
      tx.afterCommit(() => {
        this.#logger.warn({ event: 'person_blocked', personId, blockedBy: caller.id, endedSessions });
      });
      return { person: blocked, endedSessions, refusal: null };
    });
  }

  async unblock({ personId, reason, caller }: BlockRequest): Promise<UnblockPersonResult> {
    return this.unitOfWork.run(async (tx) => {
      await this.authority.assertHeld(tx);
      const person = await this.people.lockShared(tx, personId);
      if (!person) return { person, changeRequest: null, refusal: NOT_FOUND };
      if (!person.blockedAt) {
        const message = 'This person is not blocked.';
        return { person, changeRequest: null, refusal: { code: 'NOT_BLOCKED', message } };
      }
      const subject = { kind: 'PERSON', subject: personId } as const;
      const content = blockFactsOf(person);
      const proposed = await this.changes.propose(tx, { ...subject, content, reason, proposedBy: caller.id });
      return proposed.kind === 'proposed'
        ? { person, changeRequest: proposed.request, refusal: null }
        : { person, changeRequest: null, refusal: proposed };
    });
  }

  private async record(
    tx: Transaction,
    person: PersonEntity | null,
    { reason, endedSessions }: { readonly reason: string; readonly endedSessions: number },
  ): Promise<void> {
    if (!person) throw new Error('A person who was blocked is gone');
    await this.audit.record(tx, {
      action: 'person.blocked',
      subjectType: 'PERSON',
      subjectId: person.id,
      before: null,
      after: { ...blockFactsOf(person), endedSessions },
      reason,
    });
  }
}

function blockRefusal(person: PersonEntity | null, caller: Caller): BlockPersonResult['refusal'] {
  if (!person) return NOT_FOUND;
  if (person.id === caller.id) return { code: 'OWN_PERSON', message: 'You cannot block yourself.' };
  if (person.blockedAt) return { code: 'ALREADY_BLOCKED', message: 'This person is blocked already.' };
  return null;
}
