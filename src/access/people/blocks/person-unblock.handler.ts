import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../../../desk/audit/audit-log.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import {
  type ChangeHandler,
  type ChangeObstacle,
  type LockedChange,
  obstacle,
  type PreparedChange,
} from '../../changes/change-handler.js';
import { ChangeHandlers } from '../../changes/change-handlers.js';
import type { ChangeRequest } from '../../changes/domain/change-request.js';
import { KeyedCallerAuthenticator } from '../../keys/caller-authenticator.js';
import { PeopleRepository } from '../persistence/people.repository.js';
import { blockFactsOf } from './block-facts.js';

@Injectable()
export class PersonUnblockHandler implements ChangeHandler, OnModuleInit {
  readonly kind = 'PERSON';

  readonly #logger = new Logger(PersonUnblockHandler.name);

  constructor(
    private readonly handlers: ChangeHandlers,
    private readonly people: PeopleRepository,
    private readonly authenticator: KeyedCallerAuthenticator,
    private readonly audit: AuditLog,
  ) {}

  onModuleInit(): void {
    this.handlers.register(this);
  }

  prepare(request: ChangeRequest): Promise<PreparedChange> {
    return Promise.resolve({ kind: 'prepared', lock: (tx) => this.lock(tx, request) });
  }

  private async lock(
    tx: Transaction,
    { subject, content, reason }: ChangeRequest,
  ): Promise<LockedChange | ChangeObstacle> {
    const person = await this.people.lock(tx, subject);
    // If the person was blocked again in the meantime, the new block may have another reason.
    if (!person || !isDeepStrictEqual(blockFactsOf(person), content)) {
      return obstacle('OUTDATED', 'This block has ended, or the person was blocked again. Propose it again.');
    }
    return {
      kind: 'locked',
      apply: async ({ confirmedBy }) => {
        await this.people.unblock(tx, subject);
        await this.audit.record(tx, {
          action: 'person.unblocked',
          subjectType: 'PERSON',
          subjectId: subject,
          before: content,
          after: null,
          reason,
        });
        tx.afterCommit(() => {
          this.authenticator.forget();
          this.#logger.warn({ event: 'person_unblocked', personId: subject, confirmedBy });
        });
        return { kind: 'applied' };
      },
    };
  }
}
